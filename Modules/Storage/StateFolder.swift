import LibC
import Locking
import StandardIO

/// A folder with a file for each stored value, locked as long as it is open.
///
/// The lock is on the folder itself, which cannot be replaced while its values are used, and on its file `lock`, which
/// programs of earlier versions know.
package final class StateFolder: Sendable {
  /// What a change has done so far.
  package enum Step: String, Hashable, Sendable, CaseIterable {
    case fileIsCreated, fileIsWritten, fileIsSynchronized, fileIsRenamed, fileIsRemoved, folderIsSynchronized
  }

  private static let suffix = ".json"
  private static let unfinishedSuffix = ".json.new"
  private static let damagedPart = ".json.damaged-"

  let path: String
  private let onStep: @Sendable (Step) -> Void
  /// The folder itself and its lock file; `nil` after `close()`.
  private let descriptors: LockedValue<(folder: Descriptor, lock: Descriptor)?>

  deinit { close() }

  /// Closes the folder, and so unlocks it.
  func close() {
    guard let open = descriptors.withLock({ $0.take() }) else { return }
    // NB: a child process that is being started may have a copy of the descriptor, which would keep the lock.
    flock(open.lock.number, LOCK_UN)
    flock(open.folder.number, LOCK_UN)
    open.lock.close()
    open.folder.close()
  }

  /// Creates or opens a folder, with the missing ones above it, and locks it.
  convenience init(_ path: String, onStep: @escaping @Sendable (Step) -> Void) throws(StorageError) {
    guard Self.create(path) else { throw .noFolder(path, .refused(errno)) }
    try self.init(path, open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), onStep)
  }

  /// Creates a folder, and the missing ones above it.
  ///
  /// - Returns: Whether there is something of that path. If not, `errno` says why.
  private static func create(_ path: String) -> Bool {
    var isNew = mkdir(path, 0o700) == 0
    if !isNew, errno == ENOENT, path.contains("/"), create(parent(of: path)) { isNew = mkdir(path, 0o700) == 0 }
    guard isNew else { return errno == EEXIST }
    // The mode of what is new lacks what the process's mask takes away; so with files.
    chmod(path, 0o700)
    synchronizeParent(of: path)
    return true
  }

  /// Creates or opens a folder inside this one, and locks it.
  func subfolder(_ name: String) throws(StorageError) -> StateFolder {
    let subpath = path + "/" + name
    if mkdirat(folder, name, 0o700) == 0 {
      fchmodat(folder, name, 0o700, 0)
      _ = fsync(folder)
    } else if errno != EEXIST {
      throw .noFolder(subpath, .refused(errno))
    }
    return try StateFolder(subpath, openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), onStep)
  }

  /// - Parameter folder: the open folder; negative if it could not be opened.
  private init(_ path: String, _ folder: Int32, _ onStep: @escaping @Sendable (Step) -> Void) throws(StorageError) {
    self.path = path
    self.onStep = onStep
    // NB: all names are relative to the open folder, which the process's working folder does not change.
    guard folder >= 0 else { throw .noFolder(path, .refused(errno)) }
    // NB: not the file alone. A user may remove it, and the next process would lock a new one. Some file systems lock no
    // folders.
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      Descriptor(folder).close()
      throw .inUse(folder: path)
    }
    let lock = openat(folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if lock >= 0 { fchmod(lock, 0o600) }
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      if lock >= 0 { Descriptor(lock).close() }
      Descriptor(folder).close()
      throw number == EWOULDBLOCK ? .inUse(folder: path) : .noFolder(path, .refused(number))
    }
    descriptors = LockedValue((Descriptor(folder), Descriptor(lock)))
  }

  /// Where the names of the damaged files of a value begin.
  static func damagedPrefix(_ name: String) -> String { name + damagedPart }

  /// The files of values, and the damaged ones. Unfinished files of an earlier process are removed.
  func content(maximumSize: Int) throws(StorageError) -> Content {
    var content = Content()
    var size = 0
    for file in try names().sorted() {
      if let name = file.removing(suffix: Self.unfinishedSuffix) {
        unlinkat(folder, name + Self.unfinishedSuffix, 0)
      } else if let part = file.firstRange(of: Self.damagedPart) {
        content.damagedFiles.append((String(file[..<part.lowerBound]), file))
      } else if let name = file.removing(suffix: Self.suffix) {
        let bytes = try read(file, limit: maximumSize - size)
        guard let bytes else { throw .tooLarge(folder: path, limit: maximumSize) }
        size += bytes.count
        content.files.append((name, bytes))
      }
    }
    return content
  }

  /// Renames the file of a value to a name that says that it is damaged.
  ///
  /// - Returns: the new name.
  func setAside(_ name: String) throws(StorageError) -> String {
    var number = 1
    var status = stat()
    while fstatat(folder, name + Self.damagedPart + "\(number)", &status, AT_SYMLINK_NOFOLLOW) == 0 { number += 1 }
    let file = name + Self.damagedPart + "\(number)"
    try succeed(name, renameat(folder, name + Self.suffix, folder, file))
    try synchronizeFolder(name)
    return file
  }

  /// Writes a file as a whole or not at all.
  func replace(_ name: String, by bytes: [UInt8]) throws(StorageError) {
    let unfinished = name + Self.unfinishedSuffix
    let number = openat(folder, unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    try succeed(name, number)
    fchmod(number, 0o600)
    let file = Descriptor(number)
    do throws(StorageError) {
      onStep(.fileIsCreated)
      do throws(IOFailure) { try file.writeAll(bytes) } catch {
        throw .notWritten(name: StorageSlot(file: name).name, error)
      }
      onStep(.fileIsWritten)
      try succeed(name, synchronizeWithDisk(number))
      onStep(.fileIsSynchronized)
    } catch {
      file.close()
      unlinkat(folder, unfinished, 0)
      throw error
    }
    file.close()
    try succeed(name, renameat(folder, unfinished, folder, name + Self.suffix))
    onStep(.fileIsRenamed)
    try synchronizeFolder(name)
    onStep(.folderIsSynchronized)
  }

  /// Removes the file of a value.
  func remove(_ name: String) throws(StorageError) { try remove(name, name + Self.suffix) }

  /// Removes a damaged file.
  func remove(damaged file: String) throws(StorageError) { try remove(file, file) }

  private func remove(_ name: String, _ file: String) throws(StorageError) {
    let result = unlinkat(folder, file, 0)
    if result < 0, errno != ENOENT { try succeed(name, result) }
    onStep(.fileIsRemoved)
    try synchronizeFolder(name)
    onStep(.folderIsSynchronized)
  }

  private static func parent(of path: String) -> String {
    let names = path.split(separator: "/").dropLast().joined(separator: "/")
    return path.hasPrefix("/") ? "/" + names : names.isEmpty ? "." : names
  }

  /// Writes the name of a new folder to the disk. Not every file system can.
  private static func synchronizeParent(of path: String) {
    let number = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    _ = fsync(number)
    Descriptor(number).close()
  }

  /// Renames the file of a value, over one that has the other name.
  func rename(_ name: String, to newName: String) throws(StorageError) {
    try succeed(name, renameat(folder, name + Self.suffix, folder, newName + Self.suffix))
    onStep(.fileIsRenamed)
    try synchronizeFolder(name)
  }

  /// Removes a file by its whole name, or a folder with the files in it.
  func removeFile(_ file: String) {
    if unlinkat(folder, file, 0) != 0 {
      removeFiles(in: file)
      unlinkat(folder, file, AT_REMOVEDIR)
    }
    onStep(.fileIsRemoved)
    _ = fsync(folder)
  }

  /// Removes what is in the folder, and in the folders inside of it.
  func removeContent() {
    for name in (try? names()) ?? [] where name != "." && name != ".." && name != "lock" {
      if unlinkat(folder, name, 0) != 0 { removeFiles(in: name) }
    }
    _ = fsync(folder)
  }

  private func removeFiles(in name: String) {
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard inner >= 0 else { return }
    for file in (try? names(in: inner)) ?? [] { unlinkat(inner, file, 0) }
    _ = fsync(inner)
    Descriptor(inner).close()
  }

  /// The folder's descriptor; invalid after `close()`.
  private var folder: Int32 { descriptors.withLock { $0?.folder.number ?? -1 } }

  private func succeed(_ name: String, _ result: Int32) throws(StorageError) {
    if result < 0 { throw .notWritten(name: StorageSlot(file: name).name, .refused(errno)) }
  }

  private func synchronizeFolder(_ name: String) throws(StorageError) {
    try succeed(name, fsync(folder))
  }

  func names() throws(StorageError) -> [String] { try names(in: folder) }

  private func names(in folder: Int32) throws(StorageError) -> [String] {
    // NB: the stream closes its descriptor, so it gets one of its own.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else { throw .noFolder(path, .refused(errno)) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // Another program's files may have names that are not UTF-8.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name { names.append(name) }
    }
    return names
  }

  /// The bytes of a file; `nil` if there are more than the limit.
  private func read(_ file: String, limit: Int) throws(StorageError) -> [UInt8]? {
    // NB: non-blocking, so that a pipe in the folder is not waited for.
    let number = openat(folder, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { throw .noFolder(path, .refused(errno)) }
    let source = Descriptor(number)
    defer { source.close() }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let result = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(IOFailure) in try source.read(into: buffer) }
      }
      switch result {
      case .failure(let failure): throw .noFolder(path, failure)
      case .success(0): return bytes
      case .success(let count):
        guard bytes.count + count <= limit else { return nil }
        bytes += chunk[..<count]
      }
    }
  }

  /// What a folder holds.
  struct Content {
    var files: [(name: String, bytes: [UInt8])] = []
    var damagedFiles: [(name: String, file: String)] = []
  }
}

extension String {
  /// The text without a suffix; `nil` if it does not end with it, or is nothing else.
  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) && utf8.count > suffix.utf8.count ? String(dropLast(suffix.count)) : nil
  }
}
