import Descriptions
import Dispatch
import ExpectSupport
import Foundation
import Locking
import RequestsSupport
import StandardIO
import Storage
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import Outbox
@testable import Requests

private struct Parcel: JSONRecord, Hashable {
  var text: String
  var files: [FileReference]
  var key: IdempotencyKey

  static let record = Codec(Parcel.init(text:files:key:), \.text, \.files, \.key)
}

extension OutboxOperation<Parcel, Int> {
  fileprivate static var parcel: Self { Self(ServiceOperation("parcel"), key: \.key) }
}

/// Receives parcels with what is in their files.
private final class Depot: Sendable {
  struct Arrival: Equatable {
    var text: String
    var files: [String]
  }

  private let state = LockedValue<(arrivals: [Arrival], keys: [IdempotencyKey], answer: Result<Int, ServiceError>?)>(
    ([], [], nil))

  var arrivals: [Arrival] { state.withLock { $0.arrivals } }
  var keys: [IdempotencyKey] { state.withLock { $0.keys } }

  /// What comes of what is sent; by default, there is no answer.
  func answer(_ answer: Result<Int, ServiceError>?) { state.withLock { $0.answer = answer } }

  var backend: Backend {
    Backend.handlers([
      ServiceHandler(publishing: OutboxOperation.parcel.operation) { [self] parcel in
        let files = parcel.files.map { file in
          (try? file.readBytes(limit: .max)).map { "\(file.name): \(String(decoding: $0, as: UTF8.self))" } ?? "none"
        }
        let answer = state.withLock { state in
          state.arrivals.append(Arrival(text: parcel.text, files: files))
          state.keys.append(parcel.key)
          return state.answer
        }
        return answer?.publisher.eraseToAnyPublisher() ?? Empty(completeImmediately: false).eraseToAnyPublisher()
      }
    ])
  }
}

/// A process with an outbox of parcels.
private final class Process {
  let storage: Storage
  let account = CurrentValueSubject<String, Never>("ada")
  let scheduler = TestScheduler()
  private(set) var connection: OutboxConnection?
  private let box = Box()
  private var cancellables: Set<AnyCancellable> = []

  private final class Box: Sendable {
    let results = LockedValue<[Result<IdempotencyKey, OutboxError>]>([])
    let entries = LockedValue<[Int: OutboxEntry<Parcel, Int>]>([:])
  }

  init(_ storage: Storage, _ depot: Depot) {
    self.storage = storage
    let connection = OutboxConnection(
      storage, backend: depot.backend, account: account,
      scheduler: AnyScheduler(scheduler, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000))),
      now: { Date(timeIntervalSince1970: 1_000) })
    self.connection = connection
    connection.backend(.parcel).follow(OutboxOperation.parcel.news, ()).elements()
      .sink { _ in
      } receiveValue: { [box] news in
        box.entries.withLock { entries in
          for entry in news.entries { entries[entry.number] = entry }
          for number in news.removed { entries[number] = nil }
        }
      }
      .store(in: &cancellables)
    run()
  }

  /// Runs until what is due now is copied, written and sent.
  func run() {
    for _ in 1...4 {
      storage.flush()
      scheduler.advance()
    }
  }

  var results: [Result<IdempotencyKey, OutboxError>] { box.results.withLock { $0 } }
  var entries: [OutboxEntry<Parcel, Int>] { box.entries.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value) }

  func begin(_ command: OutboxCommand<Parcel>) {
    let operation = OutboxOperation.parcel
    connection?.backend(operation).answer(operation.commands, command).result()
      .sink { [box] reply in if let reply = try? reply.get() { box.results.withLock { $0.append(reply.result) } } }
      .store(in: &cancellables)
  }

  func perform(_ command: OutboxCommand<Parcel>) -> Result<IdempotencyKey, OutboxError>? {
    begin(command)
    run()
    return results.last
  }

  @discardableResult func add(_ text: String, _ files: FileReference...) -> IdempotencyKey {
    let key = IdempotencyKey.random()
    _ = perform(.add(Parcel(text: text, files: files, key: .example), key))
    return key
  }

  /// Ends the process; nothing more is written.
  func end() {
    cancellables = []
    storage.close()
    connection = nil
  }
}

/// The files of entries: copied before their entry is kept, and removed after it.
@Suite struct OutboxFilesTests {
  private let folder = TemporaryFolder()
  private let depot = Depot()

  private func process() throws -> Process { Process(try Storage(folder: folder.path), depot) }

  private static func file(_ text: String, named name: String = "a.txt") -> FileReference {
    FileReference(name: name, mediaType: "text/plain", bytes: Array(text.utf8))
  }

  /// The paths of the copies in a folder.
  private static func copies(in folder: TemporaryFolder) -> [String] {
    folder.files.filter { $0.hasPrefix("outbox-") }.flatMap { part in
      let files = folder.path + "/" + part + "/files"
      return ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []).map { files + "/" + $0 }
    }
  }

  private var copies: [String] { Self.copies(in: folder) }

  @Test func `a copy is sent, by the next process too, and is removed with its entry`() throws {
    let original = TemporaryFolder()
    original.write("b.txt", "two")
    let first = try process()
    let key = first.add(
      "Hello", Self.file("one"), try FileReference(path: original.path + "/b.txt", mediaType: "text/plain"))
    original.remove()
    expectEqual(depot.arrivals, [Depot.Arrival(text: "Hello", files: ["a.txt: one", "b.txt: two"])])
    expectEqual(copies.count, 2)
    let modes = copies.map { try? FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
    expectEqual(modes, [0o600, 0o600])
    first.end()
    let second = try process()
    #expect(depot.arrivals.count == 2 && depot.arrivals[1] == depot.arrivals[0])
    expectEqual(depot.keys, [key, key])
    expectEqual(second.entries.first?.input.files.map(\.name), ["a.txt", "b.txt"])
    second.end()
    depot.answer(.success(1))
    let third = try process()
    #expect(third.entries.isEmpty == false && third.entries.allSatisfy { $0.state == .sent })
    #expect(copies.isEmpty)
  }

  @Test func `what waits behind a file that is being copied is kept after it`() throws {
    depot.answer(.success(1))
    let process = try process()
    let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
    process.begin(
      .add(Parcel(text: "first", files: [FileReference(name: "a", bytes: bytes)], key: .example), .random()))
    process.begin(.add(Parcel(text: "second", files: [], key: .example), .random()))
    process.run()
    expectEqual(depot.arrivals.map(\.text), ["first", "second"])
  }

  @Test func `a process that is killed at any step loses no file of an entry, and leaves no other one`() throws {
    let snapshots = LockedValue<[TemporaryFolder]>([])
    let path = folder.path
    let storage = try Storage(folder: path) { _ in
      let snapshot = TemporaryFolder()
      snapshot.remove()
      try? FileManager.default.copyItem(atPath: path, toPath: snapshot.path)
      snapshots.withLock { $0.append(snapshot) }
    }
    let process = Process(storage, depot)
    let first = process.add("first", Self.file("one"))
    process.add("second", Self.file("two"))
    depot.answer(.success(1))
    _ = process.perform(.retry(first, newKey: .random()))
    process.connection?.worker.stop()
    process.account.send("eve")
    process.account.send("ada")
    process.run()
    process.end()
    #expect(depot.arrivals.count >= 3)
    var counts: Set<Int> = []
    for snapshot in snapshots.withLock({ $0 }) {
      let later = Depot()
      let next = Process(try Storage(folder: snapshot.path), later)
      let entries = next.entries
      counts.insert(entries.count)
      expectEqual(Self.copies(in: snapshot).count, entries.count)
      #expect(entries.allSatisfy { (try? $0.input.files[0].readBytes(limit: 10).count) == 3 })
      #expect(later.arrivals.allSatisfy { $0.files == ["a.txt: one"] || $0.files == ["a.txt: two"] })
      next.end()
    }
    expectEqual(counts, [0, 1, 2])
  }

  @Test func `an edit takes other files, also those that the entry has, and a retry keeps them`() throws {
    let process = try process()
    depot.answer(.failure(.status(403)))
    var key = process.add("Hello", Self.file("one"), Self.file("two", named: "b.txt"))
    let input = try #require(process.entries.first).input
    let edited = Parcel(text: "Bye", files: [input.files[1], Self.file("three")], key: .example)
    key = try #require(try process.perform(.edit(key, edited, newKey: .random()))?.get())
    expectEqual(depot.arrivals.last, Depot.Arrival(text: "Bye", files: ["b.txt: two", "a.txt: three"]))
    expectEqual(copies.count, 2)
    key = try #require(try process.perform(.retry(key, newKey: .random()))?.get())
    #expect(depot.arrivals.count == 3 && depot.arrivals[2] == depot.arrivals[1])
    try expectEqual(process.perform(.drop(key))?.get(), key)
    #expect(copies.isEmpty)
  }

  @Test func `an edit that is refused leaves no copy`() throws {
    let process = try process()
    let key = process.add("Hello", Self.file("one"))
    let edited = Parcel(text: "Bye", files: [Self.file("two")], key: .example)
    expectEqual(process.perform(.edit(key, edited, newKey: .random())), .failure(.perhapsSent))
    expectEqual(copies.count, 1)
  }

  @Test func `a discarded account has no copies, and a kept one is sent later`() throws {
    let process = try process()
    process.add("Hello", Self.file("one"))
    process.account.send("eve")
    process.run()
    #expect(process.entries.isEmpty && copies.count == 1)
    process.account.send("ada")
    process.run()
    expectEqual(depot.arrivals.map(\.files), [["a.txt: one"], ["a.txt: one"]])
    process.connection?.worker.discard("ada") { _ in }
    process.run()
    #expect(process.entries.isEmpty && copies.isEmpty)
  }

  @Test func `a process that is killed while it discards is followed by one that ends it`() throws {
    let first = try process()
    first.add("Hello", Self.file("one"))
    first.end()
    let part = folder.files.first { $0.hasPrefix("outbox-") } ?? ""
    let storage = try Storage(folder: folder.path)
    try storage.part(named: part, maximumSize: 1 << 20).set(true, for: .isDiscarded) { _ in }
    storage.close()
    let second = try process()
    #expect(second.entries.isEmpty && depot.arrivals.count == 1)
    second.end()
    #expect(copies.isEmpty && folder.text(part + "/discarded.json") == nil)
    #expect(try process().entries.isEmpty)
  }

  @Test func `an account that ends while a file is copied keeps no entry with it, and no copy`() throws {
    let process = try process()
    // The copy waits until the account has ended.
    let hasEnded = DispatchSemaphore(value: 0)
    let part = folder.files.first { $0.hasPrefix("outbox-") } ?? ""
    try process.storage.part(named: part, maximumSize: 1 << 20).perform { hasEnded.wait() }
    process.begin(.add(Parcel(text: "Hello", files: [Self.file("one")], key: .example), .random()))
    process.connection?.worker.discard("ada") { _ in }
    process.account.send("eve")
    hasEnded.signal()
    process.account.send("ada")
    process.run()
    expectEqual(process.results, [.failure(.notKept(reason: "You have signed out."))])
    #expect(process.entries.isEmpty)
    #expect(copies.isEmpty)
  }

  @Test func `a file that cannot be kept is not sent`() throws {
    let process = try process()
    let missing = FileReference(name: "a", mediaType: nil, content: FileContent(.none, size: 3))
    process.add("Hello", Self.file("one"), missing)
    expectEqual(process.results.last, .failure(.notKept(reason: "The bytes of the file are not here.")))
    #expect(depot.arrivals.isEmpty && copies.isEmpty && process.entries.isEmpty)
  }

  @Test func `files have a limit of their own`() throws {
    let storage = try Storage(folder: folder.path)
    let files = OutboxFiles(storage, maximumSize: 8)
    let box = LockedValue<[Bool]>([])
    func keep(_ text: String) {
      files.keep([Self.file(text)], of: "parcel") { result in
        box.withLock { $0.append((try? result.get()) != nil) }
        if text == "dropped", case .success(let copies) = result { files.remove(copies.files) }
      }
      storage.flush()
    }
    for text in ["dropped", "four", "five5", "4444"] { keep(text) }
    expectEqual(box.withLock { $0 }, [true, true, false, true])
  }

  @Test func `an entry whose copy is not there any more is refused in words`() throws {
    let first = try process()
    first.add("Hello", Self.file("one"))
    first.end()
    for copy in copies { try FileManager.default.removeItem(atPath: copy) }
    let second = try process()
    expectEqual(depot.arrivals.count, 1)
    #expect(second.entries.first?.needsDecision == true)
    expectEqual(second.entries.first?.failure?.code, .file)
  }

  @Test func `a copy with other bytes of the same size is not sent, and its entry is refused in words`() throws {
    let first = try process()
    first.add("Hello", Self.file("one"))
    first.end()
    for copy in copies { #expect(FileManager.default.createFile(atPath: copy, contents: Data("two".utf8))) }
    depot.answer(.failure(.file("The file was changed since it was kept.")))
    let second = try process()
    expectEqual(depot.arrivals.dropFirst().map(\.files), [["none"]])
    second.scheduler.advance(by: .seconds(2))
    second.run()
    expectEqual(depot.arrivals.count, 2)
    #expect(second.entries.first?.needsDecision == true)
    expectEqual(second.entries.first?.failure?.message, "The file was changed since it was kept.")
    expectEqual(copies.count, 1)
  }

  @Test func `files without a folder stay as they are`() throws {
    let process = Process(Storage(), depot)
    process.add("Hello", Self.file("one"))
    process.account.send("eve")
    process.account.send("ada")
    process.run()
    expectEqual(depot.arrivals.map(\.files), [["a.txt: one"], ["a.txt: one"]])
  }
}
