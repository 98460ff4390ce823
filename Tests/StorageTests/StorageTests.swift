import Dispatch
import ExpectSupport
import Foundation
import JSON
import Storage
import Support
import Testing

extension StorageKey<String> {
  fileprivate static let title = StorageKey("title")
  fileprivate static let other = StorageKey("other")
}

extension StorageKey<Int> {
  fileprivate static let count = StorageKey("count")
}

@Suite struct StorageTests {
  private let folder = TemporaryFolder()

  @Test func `a value is read again by the next storage`() async throws {
    let first = try Storage(folder: folder.path)
    #expect(try first.value(for: .title) == nil)
    try await first.set("The Hobbit", for: .title)
    try expectEqual(first.value(for: .title), "The Hobbit")
    first.close()
    let second = try Storage(folder: folder.path)
    try expectEqual(second.value(for: .title), "The Hobbit")
    #expect(second.damagedFiles.isEmpty)
  }

  @Test func `a removed value is gone for the next storage`() async throws {
    let first = try Storage(folder: folder.path)
    try await first.set("The Hobbit", for: .title)
    try await first.set(nil, for: .title)
    #expect(try first.value(for: .title) == nil)
    first.close()
    expectEqual(folder.files, ["lock"])
    #expect(try Storage(folder: folder.path).value(for: .title) == nil)
  }

  @Test func `a value whose file is gone can be removed`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("The Hobbit", for: .title)
    folder.remove("title.json")
    try await storage.set(nil, for: .title)
    #expect(try storage.value(for: .title) == nil)
  }

  @Test func `a wait for changes ends at its deadline`() throws {
    let storage = try Storage(folder: folder.path)
    let disk = DispatchSemaphore(value: 0)
    storage.update(.title) { _ in
      disk.wait()
    } completion: { _ in
    }
    #expect(!storage.flush(atMost: .zero))
    disk.signal()
    #expect(storage.flush(atMost: .seconds(60)))
  }

  @Test func `a storage in memory has the same rules`() async throws {
    let storage = Storage(maximumSize: 200)
    try await storage.set("The Hobbit", for: .title)
    try expectEqual(storage.value(for: .title), "The Hobbit")
    await #expect(throws: StorageError.full(name: "other", limit: 200)) {
      try await storage.set(String(repeating: "x", count: 200), for: .other)
    }
    try await storage.set(nil, for: .title)
    #expect(try storage.value(for: .title) == nil)
    storage.close()
    await #expect(throws: StorageError.closed) { try await storage.set("x", for: .title) }
  }

  @Test func `changes run in the order in which they were made`() async throws {
    let storage = try Storage(folder: folder.path)
    for _ in 0..<100 {
      storage.update(.count) { count in
        count = (count ?? 0) + 1
      } completion: { _ in
      }
    }
    let last = try await storage.update(.count) { count in
      count = (count ?? 0) * 2
      return count
    }
    expectEqual(last, 200)
    try expectEqual(storage.value(for: .count), 200)
  }

  @Test func `a completion runs when the value is in the file`() async throws {
    let storage = try Storage(folder: folder.path)
    let content = await withCheckedContinuation { continuation in
      storage.set("The Hobbit", for: .title) { [folder] _ in
        continuation.resume(returning: folder.text("title.json"))
      }
    }
    expectEqual(content, "{\"version\":1,\"checksum\":\"1c96f7fc912bbef5\",\"value\":\"The Hobbit\"}\n")
  }

  @Test func `flush waits for the changes before it`() throws {
    let storage = try Storage(folder: folder.path)
    storage.set("The Hobbit", for: .title) { _ in }
    storage.flush()
    try expectEqual(storage.value(for: .title), "The Hobbit")
  }

  @Test func `only the owner can read a file`() async throws {
    let storage = try Storage(folder: folder.path + "/new")
    try await storage.set("The Hobbit", for: .title)
    for (file, mode) in [("new", 0o700), ("new/title.json", 0o600), ("new/lock", 0o600)] {
      expectEqual(folder.permissions(file), mode)
    }
  }

  @Test func `a second storage of a folder is refused`() throws {
    let first = try Storage(folder: folder.path)
    #expect(throws: StorageError.inUse(folder: folder.path)) { try Storage(folder: folder.path) }
    expectEqual(StorageError.inUse(folder: "state").message, "Another process uses the folder state.")
    first.close()
    _ = try Storage(folder: folder.path)
  }

  @Test(arguments: ["removed", "replaced", "renamed"]) func `a storage stays alone when its lock's file goes`(
    change: String
  ) throws {
    let first = try Storage(folder: folder.path)
    let lock = folder.path + "/lock"
    switch change {
    case "removed": expectEqual(unlink(lock), 0)
    case "replaced":
      folder.write("other", "")
      expectEqual(rename(folder.path + "/other", lock), 0)
    default: expectEqual(rename(lock, folder.path + "/old"), 0)
    }
    #expect(throws: StorageError.inUse(folder: folder.path)) { try Storage(folder: folder.path) }
    first.close()
    _ = try Storage(folder: folder.path)
  }

  @Test(.exitTest, arguments: [0o777, 0o700, 0o277, 0o022] as [mode_t])
  func `the owner can use what a process with any mask has made`(mask: mode_t) async {
    await #expect(processExitsWith: .exitCode(9)) { [mask] in
      let folder = TemporaryFolder()
      umask(mask)
      let storage = try Storage(folder: folder.path + "/above/new")
      try await storage.set("The Hobbit", for: .title)
      let modes = ["above", "above/new", "above/new/title.json", "above/new/lock"].map(folder.permissions)
      if modes == [0o700, 0o700, 0o600, 0o600] { exit(9) }
    }
  }

  @Test func `a released storage unlocks its folder`() throws {
    _ = try Storage(folder: folder.path)
    _ = try Storage(folder: folder.path)
  }

  @Test(arguments: ["a/b/c", "a/b/c/", "a//b/./c"])
  func `a folder is created with those above it`(path: String) async throws {
    do {
      let storage = try Storage(folder: folder.path + "/" + path)
      try await storage.set("The Hobbit", for: .title)
      storage.close()
    }
    try expectEqual(Storage(folder: folder.path + "/a/b/c").value(for: .title), "The Hobbit")
  }

  @Test func `a folder below a file, or below a link that leads nowhere, is refused`() throws {
    folder.write("file", "text")
    #expect(throws: StorageError.noFolder(folder.path + "/file/a/b", .refused(ENOTDIR))) {
      try Storage(folder: folder.path + "/file/a/b")
    }
    symlink(folder.path + "/nowhere", folder.path + "/link")
    #expect(throws: StorageError.noFolder(folder.path + "/link/a/b", .refused(ENOENT))) {
      try Storage(folder: folder.path + "/link/a/b")
    }
  }

  @Test func `a folder that is a file is refused`() throws {
    folder.write("file", "text")
    #expect(throws: StorageError.noFolder(folder.path + "/file", .refused(ENOTDIR))) {
      try Storage(folder: folder.path + "/file")
    }
  }

  @Test func `a change that fails leaves the stored value`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("The Hobbit", for: .title)
    folder.remove()
    await #expect(throws: StorageError.notWritten(name: "title", .refused(ENOENT))) {
      try await storage.set("Beowulf", for: .title)
    }
    try expectEqual(storage.value(for: .title), "The Hobbit")
  }

  @Test func `a change beyond the bound fails and drops nothing`() async throws {
    let storage = try Storage(folder: folder.path, maximumSize: 300)
    try await storage.set("The Hobbit", for: .title)
    try await storage.set(String(repeating: "x", count: 100), for: .other)
    let before = folder.contents
    await #expect(throws: StorageError.full(name: "title", limit: 300)) {
      try await storage.set(String(repeating: "y", count: 200), for: .title)
    }
    expectEqual(folder.contents, before)
    try expectEqual(storage.value(for: .title), "The Hobbit")
    try await storage.set(nil, for: .other)
    try await storage.set(String(repeating: "y", count: 200), for: .title)
  }

  @Test func `a folder beyond the bound is refused and kept`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set(String(repeating: "x", count: 500), for: .title)
    storage.close()
    let before = folder.contents
    #expect(throws: StorageError.tooLarge(folder: folder.path, limit: 100)) {
      try Storage(folder: folder.path, maximumSize: 100)
    }
    expectEqual(folder.contents, before)
  }

  // MARK: Damage

  @Test func `a file that has lost its end is set aside`() async throws {
    let file = try await titleFile()
    for length in 0..<file.count - 1 {
      folder.write("title.json", file.prefix(length))
      let storage = try Storage(folder: folder.path)
      #expect(try storage.value(for: .title) == nil)
      expectEqual(storage.damagedFiles.map(\.file), ["title.json.damaged-1"])
      #expect(storage.damagedFiles.allSatisfy { $0.name == "title" && $0.isNew })
      expectEqual(folder.files, ["lock", "title.json.damaged-1"])
      storage.close()
      folder.remove("title.json.damaged-1")
    }
  }

  @Test func `a file with another bit is set aside`() async throws {
    let file = try await titleFile()
    for index in file.indices where index < file.count - 1 {
      var damaged = file
      damaged[index] ^= 1
      folder.write("title.json", damaged)
      let storage = try Storage(folder: folder.path)
      #expect(try storage.value(for: .title) == nil)
      expectEqual(storage.damagedFiles.map(\.file), ["title.json.damaged-1"])
      storage.close()
      folder.remove("title.json.damaged-1")
    }
  }

  @Test func `damaged files are kept and listed again`() async throws {
    for number in 1...3 {
      folder.write("title.json", "damage \(number)")
      let storage = try Storage(folder: folder.path)
      expectEqual(storage.damagedFiles.count, number)
      expectEqual(storage.damagedFiles.filter(\.isNew).map(\.file), ["title.json.damaged-\(number)"])
      storage.close()
    }
    expectEqual(folder.text("title.json.damaged-2"), "damage 2")
  }

  @Test func `the message about a damaged file names it`() throws {
    folder.write("title.json", "damage")
    let message = "The stored value \"title\" was damaged. Its file is kept as title.json.damaged-1."
    try expectEqual(Storage(folder: folder.path).damagedFiles.map(\.message), [message])
  }

  @Test func `an unfinished file of an earlier process is removed`() async throws {
    _ = try await titleFile()
    folder.write("title.json.new", "{\"ver")
    let storage = try Storage(folder: folder.path)
    try expectEqual(storage.value(for: .title), "The Hobbit")
    expectEqual(folder.files, ["lock", "title.json"])
  }

  @Test func `files of others are left alone`() async throws {
    for name in ["notes.txt", ".json", "title.json~"] { folder.write(name, "mine") }
    let storage = try Storage(folder: folder.path)
    #expect(storage.damagedFiles.isEmpty)
    expectEqual(folder.files, [".json", "lock", "notes.txt", "title.json~"])
  }

  private func titleFile() async throws -> [UInt8] {
    let storage = try Storage(folder: folder.path)
    try await storage.set("The Hobbit", for: .title)
    storage.close()
    return Array((folder.text("title.json") ?? "").utf8)
  }

  @Test(arguments: ["\u{0}.json", "a\u{0}.json", "\u{0}\u{1}", "title\u{0}.json.unfinished"])
  func `a file whose name is not UTF-8 is left alone`(pattern: String) async throws {
    // Each of these scalars stands for a byte that is not UTF-8.
    let name = pattern.utf8.map { CChar(bitPattern: $0 < 2 ? 0xFE + $0 : $0) } + [0]
    let path = Array((folder.path + "/").utf8).map { CChar(bitPattern: $0) } + name
    let file = try #require(fopen(path, "w"))
    fclose(file)
    let storage = try Storage(folder: folder.path)
    try await storage.set("The Hobbit", for: .title)
    try expectEqual(storage.value(for: .title), "The Hobbit")
    #expect(storage.damagedFiles.isEmpty)
    expectEqual(access(path, F_OK), 0)
    storage.close()
  }
}
