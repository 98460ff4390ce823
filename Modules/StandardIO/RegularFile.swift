import LibC

/// Why a file is not read or written, as a sentence for people. It does not repeat the path.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// An error in a sentence, which names no file.
  public init(_ description: String) { self.description = description }

  /// A failure of the system.
  public init(_ failure: IOFailure) {
    switch failure {
    case .refused(ENOSPC), .refused(EDQUOT): self.init("There is no room left on the disk.")
    case .refused(let number): self.init("The file cannot be used: \(String(cString: strerror(number))).")
    default: self.init("The file cannot be used.")
    }
  }

  /// The failure of a call of the system that has just returned.
  package static var lastCall: FileError { FileError(IOFailure.refused(errno)) }
}

/// A regular file that was opened once, for reading. What it is and how large it is were asked of what was opened.
package struct RegularFile: Sendable {
  /// What tells whether a file has changed: its size, and when it was written to.
  private struct Stamp: Equatable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      size = Int(status.st_size)
      seconds = status.modificationTime.tv_sec
      nanoseconds = status.modificationTime.tv_nsec
    }
  }

  package let descriptor: Descriptor
  private let stamp: Stamp

  /// How many bytes it had when it was opened.
  package var size: Int { stamp.size }

  /// A file that is open.
  ///
  /// - Throws: a `FileError` if it is a folder, a pipe or a device. The descriptor stays open.
  package init(_ descriptor: Descriptor) throws(FileError) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .lastCall }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("This is not a regular file, but a folder, a pipe or a device.")
    }
    self.descriptor = descriptor
    stamp = Stamp(status)
  }

  /// Opens a regular file. A link, a folder, a pipe and a device are refused.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - folder: The open folder where a relative path begins; by default, the working folder of the process.
  package static func open(_ path: String, in folder: Descriptor? = nil) throws(FileError) -> RegularFile {
    // NB: a C string ends at the first NUL, which would name another file.
    guard !path.utf8.contains(0) else { throw FileError("There is no such file.") }
    // NB: non-blocking, so that a pipe without a writer is refused instead of waited for.
    let number = openat(
      folder?.number ?? AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else {
      throw errno == ELOOP ? FileError("This is a link. Name the file itself.") : .lastCall
    }
    let descriptor = Descriptor(number)
    do throws(FileError) { return try RegularFile(descriptor) } catch {
      descriptor.close()
      throw error
    }
  }

  /// Reads bytes at an offset, and moves no position.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw .lastCall }
    }
  }

  /// Whether it was written to since it was opened.
  package var hasChanged: Bool {
    var status = stat()
    return fstat(descriptor.number, &status) != 0 || Stamp(status) != stamp
  }
}
