import Dispatch
import ExpectSupport
import Foundation
import Locking
import Storage
import Support
import Testing

extension StorageKey<String> {
  fileprivate static let draft = StorageKey("draft")
  fileprivate static let letter = StorageKey("letter")
  fileprivate static let basket = StorageKey("basket").takenAlong
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

  @Test func `the disk says that an account has ended before a change is dropped`() async throws {
    let disks = LockedValue<[TemporaryFolder]>([])
    let path = folder.path
    let storage = try Storage(folder: path) { _ in
      let disk = TemporaryFolder()
      disk.remove()
      try? FileManager.default.copyItem(atPath: path, toPath: disk.path)
      disks.withLock { $0.append(disk) }
    }
    storage.use(scope: ada, isLaunch: false)
    try await storage.set("of Ada", for: .draft)
    try await storage.set("dark", for: .theme)
    disks.withLock { $0 = [] }
    let isBusy = DispatchSemaphore(value: 0)
    storage.perform { isBusy.wait() }
    storage.set(nil, for: .draft) { _ in }
    storage.set("light", for: .theme) { _ in }
    storage.forgetAccount()
    isBusy.signal()
    storage.flush()
    let snapshots = disks.withLock { $0 }
    #expect(snapshots.count > 4)
    for disk in snapshots {
      let later = try Storage(folder: disk.path)
      later.use(scope: ada, isLaunch: true)
      if try later.value(for: .draft) != nil { try expectEqual(later.value(for: .theme), "dark") }
      later.close()
    }
    expectEqual(folder.files, ["account-values.json", "lock", "theme.json"])
    try expectEqual(storage.value(for: .theme), "light")
  }

  // MARK: - Lost and damaged files

  @Test func `a sign-out keeps what a newer version says of accounts, under another name`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("of a newer version", for: StorageKey("account-values", version: 2).device)
    let written = try #require(folder.text("account-values.json"))
    storage.close()
    let later = try Storage(folder: folder.path)
    expectEqual(later.problems.map(\.description), ["A newer version of the program has stored \"account-values\"."])
    later.use(scope: ada, isLaunch: true)
    try await later.set("of Ada", for: .draft)
    expectEqual(folder.text("account-values.json"), written)
    later.forgetAccount()
    later.flush()
    expectEqual(folder.text("account-values.json.damaged-1"), written)
    #expect(!folder.files.contains { $0.hasPrefix(ada) })
  }

  @Test func `a sign-out removes a damaged token and a damaged name, which may be those of the account`() async throws {
    folder.write("access-tokens.json", "xyzzy")
    folder.write("account.json", "Ada")
    folder.write("theme.json", "dark")
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    try await storage.set("of Ada", for: .draft)
    expectEqual(storage.damagedFiles.count, 3)
    storage.forgetAccount()
    storage.flush()
    expectEqual(folder.files, ["account-values.json", "lock", "theme.json.damaged-1"])
    expectEqual(storage.damagedFiles.map(\.name), ["theme"])
  }

  @Test func `a sign-out removes the folder of the files of the account`() async throws {
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    for owner in [ada, eve] {
      let path = folder.path + "/" + owner + ".files"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      folder.write(owner + ".files/plan.txt", "Plan")
    }
    storage.forgetAccount()
    storage.flush()
    expectEqual(folder.files, ["account-values.json", eve + ".files", "lock"])
    expectEqual(folder.text(eve + ".files/plan.txt"), "Plan")
  }

  /// A folder with values of two accounts, of a guest and of the machine, and with who is signed in.
  private func fill() async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let storage = try Storage(folder: folder.path)
    try await storage.set("of a guest", for: .draft)
    try await storage.set("dark", for: .theme)
    for (scope, text) in [(eve, "of Eve"), (ada, "of Ada")] {
      storage.use(scope: scope, isLaunch: false)
      try await storage.set(text, for: .draft)
      try await storage.set(text, for: .letter)
    }
    try await storage.set("ada", for: StorageKey("account").device)
    storage.close()
    return folder
  }

  @Test func `a lost or damaged file takes no other one with it, and neither do two`() async throws {
    let whole = try await fill()
    let names = whole.files.filter { $0.hasSuffix(".json") }.sorted()
    expectEqual(names.count, 8)
    let pairs = names.flatMap { first in names.filter { first <= $0 }.map { [first, $0] } }
    for pair in pairs {
      for damages in [false, true] {
        let folder = TemporaryFolder()
        folder.remove()
        try FileManager.default.copyItem(atPath: whole.path, toPath: folder.path)
        for name in Set(pair) {
          let path = folder.path + "/" + name
          if damages {
            try Data("{\"version\":1".utf8).write(to: URL(filePath: path))
          } else {
            try FileManager.default.removeItem(atPath: path)
          }
        }
        let storage = try Storage(folder: folder.path)
        if damages { expectEqual(storage.problems.count, Set(pair).count) }
        if !damages, pair.contains("account-values.json") {
          let sentence = "The file account-values.json is missing. The stored values of the accounts are kept."
          expectEqual(storage.problems.map(\.description), [sentence])
        }
        // A change takes the place of nothing that was there.
        storage.use(scope: ada, isLaunch: true)
        try await storage.set("new", for: StorageKey("other"))
        for (scope, text) in [("", "of a guest"), (eve, "of Eve"), (ada, "of Ada")] {
          storage.use(scope: scope, isLaunch: false)
          for key in [StorageKey<String>.draft, .letter] where scope != "" || key.name == "draft" {
            let isGone = pair.contains((scope.isEmpty ? "" : scope + ".") + key.name + ".json")
            #expect(try storage.value(for: key) == (isGone ? nil : text), "\(pair) \(damages) \(scope) \(key.name)")
          }
        }
        #expect(try storage.value(for: .theme) == (pair.contains("theme.json") ? nil : "dark"))
        storage.close()
        let later = try Storage(folder: folder.path)
        #expect(later.problems.isEmpty, "\(pair)")
        later.close()
      }
    }
  }

  // MARK: - Guests

  @Test func `an account that signs in takes along what the key says, and nothing else`() async throws {
    let storage = try Storage(folder: folder.path)
    #expect(try storage.value(for: .basket) == nil)
    storage.set("wand", for: .basket) { _ in }
    storage.set("of a guest", for: .draft) { _ in }
    storage.use(scope: ada, isLaunch: false)
    try expectEqual(storage.value(for: .basket), "wand")
    #expect(try storage.value(for: .draft) == nil)
    storage.use(scope: "", isLaunch: false)
    #expect(try storage.value(for: .basket) == nil)
    try expectEqual(storage.value(for: .draft), "of a guest")
    try await storage.set("cloak", for: .basket)
    storage.close()
    // It has one of its own, which stays.
    let later = try Storage(folder: folder.path)
    later.use(scope: ada, isLaunch: true)
    try expectEqual(later.value(for: .basket), "wand")
    later.use(scope: "", isLaunch: false)
    try expectEqual(later.value(for: .basket), "cloak")
    later.use(scope: eve, isLaunch: false)
    try expectEqual(later.value(for: .basket), "cloak")
    later.close()
    #expect(!folder.files.contains("basket.json"))
  }

  @Test func `a value that is used first after the sign-in is taken along then`() async throws {
    let early = try Storage(folder: folder.path)
    try await early.set("wand", for: .basket)
    early.close()
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    try expectEqual(storage.value(for: .basket), "wand")
    storage.close()
    #expect(folder.files.contains("\(ada).basket.json"))
  }

  @Test func `nothing is changed while an account ends, apart from the values of the machine`() async throws {
    let storage = try Storage(folder: folder.path)
    storage.use(scope: ada, isLaunch: false)
    let (first, second) = (storage.beginEnd(), storage.beginEnd())
    storage.finishEnd(first)
    #expect(!storage.accepts(StorageKey<String>.draft) && storage.accepts(StorageKey<String>.theme))
    await #expect(throws: StorageError.signedOut(name: "draft")) { try await storage.set("late", for: .draft) }
    await #expect(throws: StorageError.signedOut(name: "draft")) { try await storage.update(.draft) { $0 = "late" } }
    try await storage.set("dark", for: .theme)
    storage.finishEnd(second)
    try await storage.set("of a guest", for: .draft)
    _ = storage.beginEnd()
    storage.finishEnds()
    try await storage.set("of Eve", for: .draft)
  }
}
