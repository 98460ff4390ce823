import Descriptions
import ExpectSupport
import Locking
import Storage
import Support
import Testing

/// A secret: no form in JSON of its own.
private struct Token: Sendable, Equatable {
  let text: String
}

/// A value that is not written as it is read.
private struct Forgetful: JSONReadable, JSONWritable, Equatable {
  static var shape: Shape { .integer() }
  static var example: Forgetful { Forgetful() }

  init() {}
  init?(_ json: JSONText) { nil }

  func write(to writer: inout JSONWriter) { writer.write(7) }
}

/// A value whose text is not JSON.
private struct NotANumber: JSONReadable, JSONWritable {
  static var shape: Shape { .number }
  static var example: NotANumber { NotANumber() }

  init() {}
  init?(_ json: JSONText) {}

  func write(to writer: inout JSONWriter) { writer.raw("nan".utf8) }
}

extension StorageKey<Token> {
  fileprivate static let token = StorageKey("token") { json in
    json.string.map { Token(text: $0) }
  } write: { token, writer in
    writer.write(token.text)
  }
}

extension StorageKey<String> {
  fileprivate static let city = StorageKey("city")
  /// Version 1 was the text alone.
  fileprivate static let newCity = StorageKey("city", version: 2) { json in
    json["name"]?.string
  } write: { name, writer in
    writer.object { $0.member("name", name) }
  } migrate: { old, version in
    version == 1 ? old.string : nil
  }
}

extension StorageKey<Int> {
  fileprivate static let numberOfCity = StorageKey("city")
}

@Suite struct StorageKeyTests {
  private let folder = TemporaryFolder()

  @Test func `a value of an older version is migrated`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("Oslo", for: .city)
    try expectEqual(storage.value(for: .newCity), "Oslo")
    try await storage.update(.newCity) { city in city = (city ?? "") + "!" }
    #expect(folder.text("city.json")?.contains(#""value":{"name":"Oslo!"}"#) == true)
    try expectEqual(storage.value(for: .newCity), "Oslo!")
  }

  @Test func `a value of a newer version is refused and kept`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("Oslo", for: .newCity)
    let before = folder.contents
    #expect(throws: StorageError.newerVersion(name: "city")) { try storage.value(for: .city) }
    await #expect(throws: StorageError.newerVersion(name: "city")) { try await storage.set("Rome", for: .city) }
    await #expect(throws: StorageError.newerVersion(name: "city")) {
      try await storage.update(.city) { $0 = "Rome" }
    }
    expectEqual(folder.contents, before)
  }

  @Test func `a value that cannot be read is among the problems once it was used`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("Oslo", for: .newCity)
    #expect(storage.problems.isEmpty)
    let reports = LockedValue<[String]>([])
    storage.observeProblems { problem in reports.withLock { $0.append(problem.description) } }
    for _ in 1...2 { #expect(throws: StorageError.newerVersion(name: "city")) { try storage.value(for: .city) } }
    let problem = ["A newer version of the program has stored \"city\"."]
    expectEqual(storage.problems.map(\.description), problem)
    expectEqual(reports.withLock { $0 }, problem)
    storage.observeProblems { problem in reports.withLock { $0.append(problem.description) } }
    expectEqual(reports.withLock { $0 }, problem + problem)
    try await storage.set("Rome", for: .newCity)
    #expect(storage.problems.isEmpty)
  }

  @Test func `a value of another type is kept when it is replaced`() async throws {
    let storage = try Storage(folder: folder.path)
    try await storage.set("Oslo", for: .city)
    #expect(throws: StorageError.unreadable(name: "city")) { try storage.value(for: .numberOfCity) }
    await #expect(throws: StorageError.unreadable(name: "city")) {
      try await storage.update(.numberOfCity) { $0 = 1 }
    }
    try await storage.set(1, for: .numberOfCity)
    try expectEqual(storage.value(for: .numberOfCity), 1)
    expectEqual(storage.damagedFiles.map(\.file), ["city.json.damaged-1"])
    #expect(folder.text("city.json.damaged-1")?.contains("Oslo") == true)
  }

  @Test func `a value that would not be readable is not stored`() async throws {
    let storage = try Storage(folder: folder.path)
    await #expect(throws: StorageError.notReadableAgain(name: "forgetful")) {
      try await storage.set(Forgetful(), for: StorageKey("forgetful"))
    }
    await #expect(throws: StorageError.notReadableAgain(name: "nan")) {
      try await storage.set(NotANumber(), for: StorageKey("nan"))
    }
    expectEqual(folder.files, ["lock"])
  }

  @Test(arguments: ["\u{0}\"\\\n", "👩‍🔬 e\u{301}", String(repeating: "x", count: 100_000)])
  func `any text is read as it was stored`(text: String) async throws {
    let first = try Storage(folder: folder.path)
    try await first.set(text, for: .city)
    first.close()
    #expect(try Storage(folder: folder.path).value(for: .city)?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test func `a secret is in its file and nowhere else`() async throws {
    let storage = try Storage(folder: folder.path, maximumSize: 100)
    try await storage.set(Token(text: "xyzzy-7319"), for: .token)
    try expectEqual(storage.value(for: .token), Token(text: "xyzzy-7319"))
    #expect(folder.text("token.json")?.contains("xyzzy-7319") == true)
    var shown = "\(storage)" + String(reflecting: storage)
    dump(storage, to: &shown)
    do {
      try await storage.set(Token(text: String(repeating: "xyzzy-7319", count: 20)), for: .token)
    } catch {
      dump(error, to: &shown)
      shown += error.message
    }
    #expect(!shown.isEmpty)
    #expect(!shown.contains("xyzzy"))
  }

  @Test(.exitTest) func `a name is a file name on every system`() async {
    await #expect(processExitsWith: .failure) { _ = StorageKey<String>("../title") }
    await #expect(processExitsWith: .failure) { _ = StorageKey<String>("Title") }
    await #expect(processExitsWith: .failure) { _ = StorageKey<String>("") }
    await #expect(processExitsWith: .success) { _ = StorageKey<String>("title-2") }
  }
}
