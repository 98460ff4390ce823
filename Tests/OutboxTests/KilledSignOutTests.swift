import AppTesting
import ExpectSupport
import Foundation
import Locking
import Storage
import Support
import Testing

@testable import Outbox
@testable import Requests
@testable import Screens

extension StorageKey<String> {
  fileprivate static let draft = StorageKey("draft")
}

private struct Parcel: JSONRecord {
  var text: String
  var file: FileReference
  var key: IdempotencyKey

  static let record = Codec(Parcel.init(text:file:key:), \.text, \.file, \.key)
}

extension OutboxOperation<Parcel, String> {
  fileprivate static var parcel: Self {
    Self(ServiceOperation<Parcel, String>("parcel").effect(.changes), key: \.key)
  }
}

/// A sign-out whose process is killed: the disk as it was after each step is what the next process finds.
@MainActor @Suite struct KilledSignOutTests {
  private let url = URL(string: "http://example.org")!

  /// An app in a folder, and what it has of Ada.
  private func app(_ storage: Storage) -> (core: AppCore, credentials: ServerCredentials) {
    let credentials = ServerCredentials(for: url, in: storage)
    var environment = AppEnvironment.test(backend: Backend.handlers([], session: credentials))
    environment.storage = storage
    let definition = AppDefinition(screens: []).outbox(.parcel)
    return (AppCore(environment, definition), credentials)
  }

  /// Runs what is due in a storage, and what follows from it: an entry is written when its file has been copied.
  private func finish(_ storage: Storage) { for _ in 1...4 { storage.flush() } }

  private func copies(_ folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.contains("/files/") || $0.contains("entry-") }
  }

  @Test(arguments: [true, false])
  func `is done as a whole by the next process, or has not begun`(discards: Bool) throws {
    let folder = TemporaryFolder()
    let disks = LockedValue<[TemporaryFolder]?>(nil)
    let storage = try Storage(folder: folder.path) { _ in
      disks.withLock { disks in
        guard disks != nil else { return }
        let disk = TemporaryFolder()
        disk.remove()
        try? FileManager.default.copyItem(atPath: folder.path, toPath: disk.path)
        disks?.append(disk)
      }
    }
    let (core, credentials) = app(storage)
    credentials.setSession(ServerSession(account: "ada", token: BearerToken("xyzzy"))) { _ in }
    core.environment.account = "ada"
    core.environment.stored(.draft, default: "").value = "of Ada"
    core.environment.isOutboxPaused = true
    let parcel = core.environment.outbox(.parcel).add { key in
      Parcel(text: "of Ada", file: FileReference(name: "list", bytes: [1, 2, 3]), key: key)
    }
    .sink { _ in }
    finish(storage)
    let all = copies(folder.path)
    expectEqual(all.count, 2)
    disks.withLock { $0 = [] }
    core.environment.signOut(unsent: discards ? .discard : .keep)
    finish(storage)
    let snapshots = disks.withLock { $0.take() } ?? []
    #expect(snapshots.count > 6)
    var wholes: Set<Bool> = []
    for disk in snapshots {
      let storage = try Storage(folder: disk.path)
      let (core, credentials) = app(storage)
      let draft = core.environment.stored(.draft, default: "").value
      let account = core.environment.account
      // The entries are seen when Ada signs in again.
      core.environment.isOutboxPaused = true
      core.environment.account = "ada"
      finish(storage)
      var parts = [account == "ada", credentials.hasToken, draft == "of Ada"]
      if discards { parts.append(copies(disk.path) == all) }
      expectEqual(Set(parts).count, 1, "\(parts) \(disk.files.sorted())")
      if parts[0] == false, discards { expectEqual(copies(disk.path), []) }
      if !discards { expectEqual(copies(disk.path), all) }
      wholes.insert(parts[0])
      storage.close()
    }
    #expect(wholes == [false, true] || wholes == [false])
    parcel.cancel()
  }
}
