import LibC

extension Descriptor {
  /// Opens a file for reading.
  public static func openFile(_ path: String) throws(IOFailure) -> Descriptor {
    let number = open(path, O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .refused(errno) }
    return Descriptor(number)
  }

  /// Opens a regular file to which each write is added, and creates it if there is none. Only its owner can read it then. A
  /// link is refused.
  public static func appendToFile(_ path: String) throws(IOFailure) -> Descriptor {
    // NB: non-blocking, so that a pipe without a reader is refused instead of waited for.
    let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .refused(errno) }
    let file = Descriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, fchmod(number, 0o600) == 0 else {
      file.close()
      throw .refused(EINVAL)
    }
    return file
  }

  /// Creates a file that only its owner can read, or opens one that is empty. It is locked until it is
  /// closed, so that no other process that creates it writes to it too. Each write goes to the end, wherever that is by
  /// then: what another program adds, or takes away, costs nothing of what is written.
  ///
  /// - Throws: `IOFailure.fileNotEmpty`, `IOFailure.fileInUse`, or `IOFailure.refused`.
  public static func createFile(_ path: String) throws(IOFailure) -> Descriptor {
    // NB: non-blocking, so that a pipe without a reader is refused instead of waited for.
    let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard number >= 0 else { throw .refused(errno) }
    let file = Descriptor(number)
    var status = stat()
    // The lock precedes the size. Some file systems have no locks.
    let isInUse = flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    // NB: a pipe, a terminal or another device has no size.
    guard fstat(number, &status) == 0, status.st_size == 0 else {
      file.close()
      throw .fileNotEmpty
    }
    if status.st_mode & S_IFMT == S_IFREG {
      guard !isInUse else {
        file.close()
        throw .fileInUse
      }
      fchmod(number, 0o600)
    }
    return file
  }
}
