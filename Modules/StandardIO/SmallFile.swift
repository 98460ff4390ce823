#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file that a person has named is not read or written, as a sentence for people. It does not repeat the path.
public struct SmallFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  init(_ failure: IOFailure) {
    if case .refused(let number) = failure {
      self.init("The file cannot be used: \(String(cString: strerror(number))).")
    } else {
      self.init("The file cannot be used.")
    }
  }
}

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
  /// - Throws: a `SmallFileError`.
  public static func read(_ path: String, limit: Int) throws(SmallFileError) -> [UInt8] {
    // NB: a C string ends at the first NUL, which would name another file.
    guard !path.utf8.contains(0) else { throw SmallFileError("There is no such file.") }
    // NB: non-blocking, so that a pipe without a writer is refused instead of waited for.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else {
      throw errno == ELOOP
        ? SmallFileError("This is a link. Name the file itself.") : SmallFileError(IOFailure.refused(errno))
    }
    let file = Descriptor(number)
    defer { file.close() }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SmallFileError(IOFailure.refused(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SmallFileError("This is not a regular file, but a folder, a pipe or a device.")
    }
    guard status.st_size <= limit else { throw tooLarge(limit) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let result = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(IOFailure) in try file.read(into: buffer) }
      }
      switch result {
      case .failure(let failure): throw SmallFileError(failure)
      case .success(0): return bytes
      case .success(let count):
        // It may have grown since.
        guard bytes.count + count <= limit else { throw tooLarge(limit) }
        bytes += chunk[..<count]
      }
    }
  }

  private static func tooLarge(_ limit: Int) -> SmallFileError {
    SmallFileError("The file is too large: it may have \(limit) bytes.")
  }

  /// Writes a new file that only its owner can read. It writes over nothing: what is there already is refused, also a link.
  ///
  /// - Throws: a `SmallFileError`.
  public static func create(_ path: String, _ bytes: [UInt8]) throws(SmallFileError) {
    guard !path.utf8.contains(0) else { throw SmallFileError("A path has no such characters.") }
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else {
      throw errno == EEXIST
        ? SmallFileError("There is something of this name already.") : SmallFileError(IOFailure.refused(errno))
    }
    let file = Descriptor(number)
    defer { file.close() }
    do throws(IOFailure) {
      try file.writeAll(bytes)
    } catch {
      unlink(path)
      throw SmallFileError(error)
    }
  }
}
