import LibC
import Locking
package import StandardIO

/// A file of a ``FileFolder`` that is being written. It gets its name when it is finished, and is removed if it is not.
package final class UnfinishedFile: Sendable, Equatable {
  private static let prefix = ".unfinished-"
  private static let maximumNumber = 10_000

  private let place: FileFolder
  private let folder: Descriptor
  private let temporary: String
  /// `nil` when it is finished or removed.
  private let file: LockedValue<Descriptor?>

  /// Creates a file. It keeps the folder's descriptor, unless it throws.
  init(in place: FileFolder, _ folder: Descriptor) throws(FileError) {
    self.place = place
    self.folder = folder
    Self.removeLeftovers(in: folder)
    while true {
      let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      let number = openat(folder.number, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if number < 0, errno == EEXIST { continue }
      guard number >= 0 else { throw .lastCall }
      fchmod(number, 0o600)
      // What is locked is being written. Some file systems have no locks.
      let isForeign = flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      // Another process may have found it before it was locked.
      if isForeign || fstat(number, &status) != 0 || status.st_nlink == 0 {
        Descriptor(number).close()
        continue
      }
      temporary = name
      file = LockedValue(Descriptor(number))
      return
    }
  }

  package static func == (one: UnfinishedFile, other: UnfinishedFile) -> Bool { one === other }

  deinit {
    discard()
    folder.close()
  }

  /// Where it is until it is finished.
  package var path: String { place.place(of: temporary) }

  /// Adds bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBytes { bytes in Result { () throws(FileError) in try write(bytes) } }.get()
  }

  /// Adds bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard let file = file.withLock({ $0 }) else { throw FileError("The file was removed.") }
    var rest = bytes
    do throws(IOFailure) {
      while !rest.isEmpty { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(try file.write(rest))) }
    } catch {
      throw FileError(error)
    }
  }

  /// Removes the file.
  package func discard() {
    guard let file = file.withLock({ $0.take() }) else { return }
    unlinkat(folder.number, temporary, 0)
    file.close()
  }

  /// Gives the file its name, as soon as the disk has its bytes.
  ///
  /// - Parameters:
  ///   - name: The name, which is cleaned. If something has it, a number is added.
  ///   - isKept: Whether it stays if its reference is not kept.
  package func finish(as name: String, isKept: Bool = true) throws(FileError) -> FileContent {
    guard let file = file.withLock({ $0.take() }) else { throw FileError("The file was removed.") }
    do throws(FileError) {
      guard synchronizeWithDisk(file.number) == 0 else { throw .lastCall }
      let regular = try RegularFile(file)
      let name = try giveName(FileReference.cleaned(name))
      _ = fsync(folder.number)
      flock(file.number, LOCK_UN)
      return FileContent(.file(regular, path: place.place(of: name)), size: regular.size, isKept: isKept)
    } catch {
      unlinkat(folder.number, temporary, 0)
      file.close()
      throw error
    }
  }

  /// - Returns: the name that it got.
  private func giveName(_ name: String) throws(FileError) -> String {
    for number in 1...Self.maximumNumber {
      let candidate = Self.name(name, number: number)
      if linkat(folder.number, temporary, folder.number, candidate, 0) == 0 {
        unlinkat(folder.number, temporary, 0)
        return candidate
      }
      switch errno {
      case EEXIST: continue
      // File systems without hard links.
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: if try rename(to: candidate) { return candidate }
      default: throw .lastCall
      }
    }
    throw FileError("Too many files have this name.")
  }

  /// Takes a name that nothing has, and puts the file in its place.
  ///
  /// - Returns: false if something has the name.
  private func rename(to name: String) throws(FileError) -> Bool {
    let number = openat(folder.number, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if number < 0, errno == EEXIST { return false }
    guard number >= 0 else { throw .lastCall }
    Descriptor(number).close()
    if renameat(folder.number, temporary, folder.number, name) == 0 { return true }
    let failure = FileError.lastCall
    unlinkat(folder.number, name, 0)
    throw failure
  }

  /// A name with a number before its ending. A dot that it begins with stays, unless it would be that of an unfinished file.
  static func name(_ name: String, number: Int) -> String {
    let name = name.hasPrefix(prefix) ? String(name.dropFirst()) : name
    return FileReference.fitted(name, adding: number == 1 ? "" : " (\(number))")
  }

  /// Removes what processes have left that were killed.
  private static func removeLeftovers(in folder: Descriptor) {
    // NB: the stream closes its descriptor, so it gets one of its own.
    let own = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix) else { continue }
      let number = openat(folder.number, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard number >= 0 else { continue }
      if flock(number, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder.number, name, 0) }
      Descriptor(number).close()
    }
  }
}
