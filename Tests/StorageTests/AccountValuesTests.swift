import Dispatch
import ExpectSupport
import Foundation
import Storage
import Support
import Testing

extension StorageKey<String> {
  fileprivate static let draft = StorageKey("draft")
  fileprivate static let theme = StorageKey("theme").device
  /// The theme, as an earlier version of the program had it.
  fileprivate static let earlyTheme = StorageKey("theme")
}

/// Whose a stored value is.
@Suite struct AccountValuesTests {
  private let folder = TemporaryFolder()
  private let ada = String(repeating: "a", count: 64)
  private let eve = String(repeating: "e", count: 64)

  @Test func `an account does not see the values of another one`() async throws {
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    try await storage.set("of Ada", for: .draft)
    try await storage.set("dark", for: .theme)
    storage.use(scope: eve, isLaunch: false)
    #expect(try storage.value(for: .draft) == nil)
    try expectEqual(storage.value(for: .theme), "dark")
    try await storage.set("of Eve", for: .draft)
    storage.use(scope: ada, isLaunch: false)
    try expectEqual(storage.value(for: .draft), "of Ada")
    storage.close()
    let later = try Storage(folder: folder.path)
    #expect(try later.value(for: .draft) == nil)
    later.use(scope: eve, isLaunch: true)
    try expectEqual(later.value(for: .draft), "of Eve")
  }

  @Test func `a sign-out forgets the values of the account, and keeps those of the machine`() async throws {
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    try await storage.set("of Ada", for: .draft)
    try await storage.set("dark", for: .theme)
    storage.forgetAccount()
    // At once in memory, before the disk.
    storage.use(scope: ada, isLaunch: false)
    #expect(try storage.value(for: .draft) == nil)
    storage.flush()
    #expect(!folder.files.contains { $0.hasPrefix(ada) })
    try expectEqual(storage.value(for: .theme), "dark")
    #expect(folder.files.contains("theme.json"))
  }

  @Test func `a change that is on its way when the account signs out is not stored`() async throws {
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    let disk = DispatchSemaphore(value: 0)
    storage.update(.theme) { _ in
      disk.wait()
    } completion: { _ in
    }
    let results = await withCheckedContinuation { continuation in
      storage.update(.draft) {
        $0 = "late"
      } completion: {
        continuation.resume(returning: $0)
      }
      storage.forgetAccount()
      disk.signal()
    }
    #expect(throws: StorageError.signedOut(name: "draft")) { try results.get() }
    storage.flush()
    #expect(!folder.files.contains { $0.hasPrefix(ada) })
    for scope in ["", ada, eve] {
      storage.use(scope: scope, isLaunch: false)
      #expect(try storage.value(for: .draft) == nil)
    }
  }

  @Test func `what an earlier version has stored is carried over to the account that is signed in`() async throws {
    let early = try Storage(folder: folder.path)
    try await early.set("of Ada", for: .draft)
    try await early.set("dark", for: .earlyTheme)
    early.close()
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: true)
    try expectEqual(storage.value(for: .draft), "of Ada")
    try expectEqual(storage.value(for: .theme), "dark")
    storage.forgetAccount()
    storage.flush()
    expectEqual(folder.files.sorted(), ["account-values.json", "lock", "theme.json"])
    try expectEqual(storage.value(for: .theme), "dark")
    storage.close()
    let later = try Storage(folder: folder.path)
    later.use(scope: eve, isLaunch: true)
    #expect(try later.value(for: .draft) == nil)
    try expectEqual(later.value(for: .theme), "dark")
  }

  @Test func `what an earlier version has stored is not that of who signs in later`() async throws {
    let early = try Storage(folder: folder.path)
    try await early.set("of Ada", for: .draft)
    early.close()
    let storage = try Storage(folder: folder.path)
    storage.use(scope: eve, isLaunch: false)
    #expect(try storage.value(for: .draft) == nil)
    storage.close()
    let later = try Storage(folder: folder.path)
    later.use(scope: eve, isLaunch: true)
    #expect(try later.value(for: .draft) == nil)
  }

  @Test func `a sign-out that a process has not ended is ended by the next one`() async throws {
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    try await storage.set("of Ada", for: .draft)
    let files = folder.files
    storage.forgetAccount()
    storage.flush()
    storage.close()
    #expect(files.contains("\(ada).draft.json"))
    // As the disk was when the process was killed: the account is named, and its file is there.
    let other = TemporaryFolder()
    let killed = try Storage(folder: other.path)
    killed.use(scope: ada, isLaunch: false)
    try await killed.set("of Ada", for: .draft)
    try await killed.set([ada], for: StorageKey<[String]>("account-values").device)
    killed.close()
    let later = try Storage(folder: other.path)
    later.use(scope: ada, isLaunch: true)
    #expect(try later.value(for: .draft) == nil)
    later.flush()
    #expect(!other.files.contains { $0.hasPrefix(ada) })
  }
}
