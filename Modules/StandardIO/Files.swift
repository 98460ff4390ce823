#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

extension Descriptor {
  /// Opens a file for reading.
  public static func openFile(_ path: String) throws(IOFailure) -> Descriptor {
    #if os(Windows)
      let number = _open(path, _O_RDONLY | _O_BINARY)
    #else
      let number = open(path, O_RDONLY | O_CLOEXEC, 0)
    #endif
    guard number >= 0 else { throw .refused(errno) }
    return Descriptor(number)
  }

  /// Creates a file that only its owner can read, or opens one that is empty. Except on Windows it is locked until it is
  /// closed, so that no other process that creates it writes to it too. Each write goes to the end, wherever that is by
  /// then: what another program adds, or takes away, costs nothing of what is written.
  ///
  /// - Throws: `IOFailure.fileNotEmpty`, `IOFailure.fileInUse`, or `IOFailure.refused`.
  public static func createFile(_ path: String) throws(IOFailure) -> Descriptor {
    #if os(Windows)
      let number = _open(path, _O_WRONLY | _O_CREAT | _O_APPEND | _O_BINARY, _S_IREAD | _S_IWRITE)
    #else
      // NB: non-blocking, so that a pipe without a reader is refused instead of waited for.
      let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    #endif
    guard number >= 0 else { throw .refused(errno) }
    let file = Descriptor(number)
    var status = stat()
    #if !os(Windows)
      // The lock precedes the size. Some file systems have no locks.
      let isInUse = flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    #endif
    // NB: a pipe, a terminal or another device has no size.
    guard fstat(number, &status) == 0, status.st_size == 0 else {
      file.close()
      throw .fileNotEmpty
    }
    #if !os(Windows)
      if status.st_mode & S_IFMT == S_IFREG {
        guard !isInUse else {
          file.close()
          throw .fileInUse
        }
        fchmod(number, 0o600)
      }
    #endif
    return file
  }
}
