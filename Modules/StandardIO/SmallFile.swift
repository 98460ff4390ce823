import LibC

/// Reads and writes whole files that a person has named.
public enum SmallFile {
  /// Reads a regular file whole.
  ///
  /// The file is opened once, and what it is and how large it is are asked of what was opened. A link, a folder, a pipe and a device
  /// are refused.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: How many bytes it may have.
  /// - Throws: a `FileError`.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let opened = try RegularFile.open(path)
    let file = opened.descriptor
    defer { file.close() }
    guard opened.size <= limit else { throw tooLarge(limit) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let result = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(IOFailure) in try file.read(into: buffer) }
      }
      switch result {
      case .failure(let failure): throw FileError(failure)
      case .success(0): return bytes
      case .success(let count):
        // It may have grown since.
        guard bytes.count + count <= limit else { throw tooLarge(limit) }
        bytes += chunk[..<count]
      }
    }
  }

  private static func tooLarge(_ limit: Int) -> FileError {
    FileError("The file is too large: it may have \(limit.inBytes).")
  }

  /// Writes a new file that only its owner can read. It writes over nothing: what is there already is refused, also a link.
  ///
  /// - Throws: a `FileError`.
  public static func create(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    try create(path) { (file) throws(FileError) in
      do throws(IOFailure) { try file.writeAll(bytes) } catch { throw FileError(error) }
    }
  }

  /// Writes a new file as ``create(_:_:)`` does, piece by piece. What cannot be written whole is removed.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - write: Writes the bytes.
  package static func create(_ path: String, _ write: (Descriptor) throws(FileError) -> Void) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError("A path has no such characters.") }
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else {
      throw errno == EEXIST
        ? FileError("There is something of this name already.") : FileError(IOFailure.refused(errno))
    }
    let file = Descriptor(number)
    defer { file.close() }
    do throws(FileError) { try write(file) } catch {
      unlink(path)
      throw error
    }
  }
}

extension Int {
  /// A number of bytes in the largest unit of which it is a multiple: "50 MB".
  package var inBytes: String {
    let units = ["GB", "MB", "kB"].enumerated().map { (size: 1 << (30 - 10 * $0), name: $1) }
    let unit = units.first { self > 0 && self % $0.size == 0 }
    return unit.map { "\(self / $0.size) \($0.name)" } ?? "\(self) bytes"
  }
}
