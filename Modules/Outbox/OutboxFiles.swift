internal import Foundation
import Locking
import Requests
internal import StandardIO
import Storage

/// A file of an entry as its record has it.
struct OutboxFile: Hashable, Sendable {
  /// The name of the copy.
  let name: String
  let size: Int
  /// The checksum of its bytes; `nil` without a folder, and for a copy of an earlier version.
  var checksum: String?
}

/// Copies of files for an entry that is not kept yet.
struct OutboxCopies: Sendable {
  let files: [OutboxFile]
  let place: OutboxFiles

  /// Removes them, because the entry is not kept.
  func refuse<Value>(_ error: OutboxError) -> Result<Value, OutboxError> {
    place.remove(files)
    return .failure(error)
  }
}

/// The files of the entries of an account: copies in a folder, or the references of the app where there is none.
///
/// A copy is on the disk before its entry is, and is removed after it. So what no entry names when the folder is opened is what a
/// killed process has left, and is removed.
final class OutboxFiles: Sendable {
  private struct State {
    /// The files without a folder.
    var references: [String: FileReference] = [:]
    /// The names of the copies whose bytes are not those that were kept.
    var damaged: Set<String> = []
    /// How many bytes all files have, those that are being copied included.
    var size = 0
    /// How many calls of ``keep(_:of:completion:)`` wait for the disk.
    var waiting = 0
  }

  private let storage: Storage?
  private let folder: FileFolder?
  private let maximumSize: Int
  private let state = LockedValue(State())

  /// No files.
  ///
  /// - Parameters:
  ///   - storage: has the entries, and the copies in a folder beside them; `nil` if both are in memory.
  ///   - maximumSize: how many bytes the files may have together.
  init(_ storage: Storage? = nil, maximumSize: Int = 256 << 20) {
    self.storage = storage
    folder = storage?.folderPath.map { FileFolder($0 + "/files") }
    self.maximumSize = maximumSize
  }

  /// Takes over the copies of an earlier process.
  ///
  /// - Parameters:
  ///   - files: those that entries have.
  ///   - removesOthers: whether all others are removed: each entry can be read.
  func open(_ files: [OutboxFile], removesOthers: Bool) {
    state.withLock { $0.size = files.reduce(0) { $0 + $1.size } }
    if removesOthers { removeCopies(but: Set(files.map(\.name))) }
  }

  /// Removes the copies in the folder that have other names.
  func removeCopies(but names: Set<String> = []) {
    guard let folder else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where !names.contains(name) {
      try? folder.remove(named: name)
    }
  }

  /// The files of an entry, by their keys in its JSON.
  func references(to files: [OutboxFile]) -> [String: FileReference] {
    var references: [String: FileReference] = [:]
    for (index, file) in files.enumerated() {
      references[String(index)] =
        if let folder {
          folder.copy(named: file.name, size: file.size, checksum: file.checksum) { [weak self] in
            self?.state.withLock { _ = $0.damaged.insert(file.name) }
          }
        } else {
          state.withLock { $0.references[file.name] }
        }
    }
    return references
  }

  /// Why the files of an entry cannot be sent: one is not there any more, or is another one. `nil` if they can.
  func problem(of files: [OutboxFile]) -> FileError? {
    guard let folder else { return nil }
    for file in files {
      do throws(FileError) {
        let copy = try folder.file(named: file.name)
        // NB: that its bytes are others is found when they are read, which takes as long as the file is.
        if copy.size != file.size || state.withLock({ $0.damaged.contains(file.name) }) { return .otherFile }
      } catch {
        return error
      }
    }
    return nil
  }

  /// Copies files, one after the other. Calls complete in their order, and those without files at once if none waits.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - operation: the name of the operation, for an error.
  ///   - completion: is called when the disk has the copies, or none of them is kept, on any thread.
  func keep(
    _ files: [FileReference], of operation: String,
    completion: @escaping @Sendable (Result<OutboxCopies, OutboxError>) -> Void
  ) {
    let size = files.reduce(0) { $0 + $1.size }
    let waits: Bool? = state.withLock { state in
      guard state.size + size <= maximumSize else { return nil }
      state.size += size
      guard folder != nil, !files.isEmpty || state.waiting > 0 else { return false }
      state.waiting += 1
      return true
    }
    switch waits {
    case nil:
      let error = StorageError.full(name: operation, limit: maximumSize)
      completion(.failure(.notKept(reason: error.message)))
    case false?: completion(copy(files))
    case true?:
      storage?.perform { [self] in
        completion(copy(files))
        state.withLock { $0.waiting -= 1 }
      }
    }
  }

  private func copy(_ files: [FileReference]) -> Result<OutboxCopies, OutboxError> {
    var copies: [OutboxFile] = []
    do throws(FileError) {
      for file in files {
        // NB: a name that no other file has or has had, so that a late removal concerns this one alone.
        var copy = OutboxFile(name: String(UInt64.random(in: .min ... .max), radix: 36), size: file.size)
        guard file.hasBytes else { throw FileError("The bytes of the file are not here.") }
        if let folder {
          var checksum = Checksum()
          _ = try file.copy(to: folder, as: copy.name, limit: file.size) { checksum.add($0) }
          copy.checksum = checksum.text
        } else {
          state.withLock { $0.references[copy.name] = file }
        }
        copies.append(copy)
      }
      return .success(OutboxCopies(files: copies, place: self))
    } catch {
      let rest = files.dropFirst(copies.count).reduce(0) { $0 + $1.size }
      state.withLock { $0.size -= rest }
      remove(copies)
      return .failure(.notKept(reason: error.description))
    }
  }

  /// Removes copies by their names.
  func remove(named names: [String]) { for name in names { try? folder?.remove(named: name) } }

  /// Removes files.
  func remove(_ files: [OutboxFile]) {
    for file in files {
      try? folder?.remove(named: file.name)
      state.withLock { state in
        state.references[file.name] = nil
        state.size -= file.size
      }
    }
  }
}
