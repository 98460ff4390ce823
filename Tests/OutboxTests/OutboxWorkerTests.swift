import Descriptions
import Dispatch
import ExpectSupport
import Foundation
import Locking
import Requests
import RequestsSupport
import Storage
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@testable import Outbox

private struct Telegram: JSONRecord, Hashable {
  var text: String
  var key: IdempotencyKey

  static let record = Codec(Telegram.init(text:key:), \.text, \.key)
}

/// What an earlier version of the app has sent.
private struct OldTelegram: JSONRecord {
  var words: [String]
  var key: IdempotencyKey

  static let record = Codec(OldTelegram.init(words:key:), \.words, \.key)
}

extension OutboxOperation<Telegram, Int> {
  fileprivate static var telegram: Self { Self(ServiceOperation("telegram"), key: \.key) }
}

extension OutboxOperation<OldTelegram, Int> {
  fileprivate static var oldTelegram: Self { Self(ServiceOperation("telegram"), key: \.key) }
  fileprivate static var unknown: Self { Self(ServiceOperation("unknown"), key: \.key) }
}

/// Answers telegrams, or loses them.
private final class TelegraphOffice: Sendable {
  private struct State {
    var sent: [Telegram] = []
    var answer: Result<Int, ServiceError>?
  }

  private let state = LockedValue(State())

  /// What was sent.
  var sent: [Telegram] { state.withLock { $0.sent } }

  /// What comes of what is sent; by default, there is no answer.
  func answer(_ answer: Result<Int, ServiceError>?) { state.withLock { $0.answer = answer } }

  var backend: Backend {
    Backend.handlers([
      ServiceHandler(publishing: OutboxOperation.telegram.operation) { [self] telegram in
        let answer = state.withLock { state in
          state.sent.append(telegram)
          return state.answer
        }
        return answer?.publisher.eraseToAnyPublisher() ?? Empty(completeImmediately: false).eraseToAnyPublisher()
      }
    ])
  }
}

/// A process with an outbox in a folder, or in memory. Its time stands still.
private final class Process {
  let storage: Storage
  let account: CurrentValueSubject<String, Never>
  let scheduler = TestScheduler()
  private let office: TelegraphOffice
  private(set) var connection: OutboxConnection?
  private var cancellables: Set<AnyCancellable> = []

  init(
    _ folder: TemporaryFolder?, _ office: TelegraphOffice, account: String = "",
    operations: [AnyOutboxOperation] = [AnyOutboxOperation(.telegram)]
  ) throws {
    storage = try folder.map { try Storage(folder: $0.path) } ?? Storage()
    self.account = CurrentValueSubject(account)
    self.office = office
    connection = connect()
    connection?.worker.add(operations)
    run()
  }

  func connect() -> OutboxConnection {
    OutboxConnection(
      storage, backend: office.backend, account: account,
      scheduler: AnyScheduler(scheduler, startingAt: .init(DispatchTime(uptimeNanoseconds: 1_000_000_000))),
      now: { Date(timeIntervalSince1970: 1_000) })
  }

  /// Runs until what is due now is written and sent.
  func run() {
    for _ in 1...4 {
      storage.flush()
      scheduler.advance()
    }
  }

  @discardableResult func add<Input>(
    _ operation: OutboxOperation<Input, Int>, _ input: Input, _ key: String
  ) -> Result<IdempotencyKey, OutboxError>? {
    let box = ResultBox()
    connection?.backend(operation).answer(operation.commands, .add(input, IdempotencyKey(rawValue: key)!)).result()
      .sink { reply in box.result.withLock { $0 = (try? reply.get())?.result } }
      .store(in: &cancellables)
    run()
    return box.result.withLock { $0 }
  }

  @discardableResult func add(_ text: String) -> Result<IdempotencyKey, OutboxError>? {
    add(.telegram, Telegram(text: text, key: .example), "key-\(text.prefix(20))")
  }

  /// Drops the entry with a key, and returns why it was not dropped; `nil` if it was.
  func drop(_ key: String) -> OutboxError.Code? {
    let box = ResultBox()
    let operation = OutboxOperation.telegram
    connection?.backend(operation).answer(operation.commands, .drop(IdempotencyKey(rawValue: key)!)).result()
      .sink { reply in box.result.withLock { $0 = (try? reply.get())?.result } }
      .store(in: &cancellables)
    run()
    return box.result.withLock { $0 }?.code
  }

  /// Ends the process; nothing more is written.
  func end() {
    storage.close()
    connection = nil
  }

  /// The entries as they are told, by their texts.
  var states: [String: OutboxState] {
    let box = StatesBox()
    let cancellable = connection?.backend(.telegram).follow(OutboxOperation.telegram.news, ()).elements()
      .sink { _ in
      } receiveValue: { news in
        box.states.withLock { states in for entry in news.entries { states[entry.input.text] = entry.state } }
      }
    cancellable?.cancel()
    return box.states.withLock { $0 }
  }

  private final class ResultBox: Sendable {
    let result = LockedValue<Result<IdempotencyKey, OutboxError>?>(nil)
  }

  private final class StatesBox: Sendable {
    let states = LockedValue<[String: OutboxState]>([:])
  }
}

/// An outbox in a folder: in the next process, for several accounts, and when files are damaged or full.
@Suite struct OutboxWorkerTests {
  private let folder = TemporaryFolder()
  private let office = TelegraphOffice()

  /// The folder of the only account.
  private var part: String { folder.files.first { $0.hasPrefix("outbox-") } ?? "" }

  private func files(in part: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + part)) ?? []).sorted()
  }

  @Test func `an entry outlives its process, and is sent with the same key`() throws {
    let first = try Process(folder, office)
    expectEqual(first.add("Hello"), .success(IdempotencyKey(rawValue: "key-Hello")!))
    first.add("Bye")
    expectEqual(office.sent.map(\.text), ["Hello"])
    expectEqual(first.states, ["Hello": .sending, "Bye": .waiting])
    first.end()
    office.answer(.success(1))
    let second = try Process(folder, office)
    expectEqual(office.sent.map(\.text), ["Hello", "Hello", "Bye"])
    expectEqual(office.sent[1], office.sent[0])
    expectEqual(second.states, ["Hello": .sent, "Bye": .sent])
    second.end()
    let third = try Process(folder, office)
    #expect(third.states.isEmpty)
    expectEqual(office.sent.count, 3)
    expectEqual(files(in: part), ["lock"])
  }

  @Test func `what is not sent yet is counted, with whether the next process has it`() throws {
    let process = try Process(folder, office)
    #expect(process.connection?.worker.unsent == nil)
    for text in ["Hello", "Bye"] { process.add(text) }
    #expect(try #require(process.connection?.worker.unsent) == (2, true))
    process.end()
    office.answer(.success(1))
    #expect(try Process(folder, office).connection?.worker.unsent == nil)
    let inMemory = try Process(nil, TelegraphOffice())
    inMemory.add("Hello")
    #expect(try #require(inMemory.connection?.worker.unsent) == (1, false))
  }

  @Test func `an attempt that was begun before the end is perhaps sent`() throws {
    let first = try Process(folder, office)
    first.add("Hello")
    first.end()
    let second = try Process(folder, office, operations: [])
    expectEqual(second.connection?.worker.problems.count, 1)
    let connection = second.connection
    connection?.worker.stop()
    connection?.worker.add([AnyOutboxOperation(.telegram)])
    expectEqual(second.states, ["Hello": .perhapsSent])
    expectEqual(second.drop("key-Hello"), .perhapsSent)
    expectEqual(second.states, ["Hello": .perhapsSent])
  }

  @Test func `only the owner can read the files, and no name is an account's`() throws {
    let process = try Process(folder, office, account: "ada@example.org")
    process.add("Hello")
    #expect(part.wholeMatch(of: /outbox-a[0-9a-f]{64}/) != nil)
    expectEqual(files(in: part), ["entry-1.json", "lock"])
    expectEqual(folder.permissions(part), 0o700)
    expectEqual(folder.permissions(part + "/entry-1.json"), 0o600)
    #expect(folder.text(part + "/entry-1.json")?.contains("ada") == false)
  }

  @Test func `an entry of an unknown or an older operation stays, stops its lane, and is reported`() throws {
    let both = [AnyOutboxOperation(.unknown), AnyOutboxOperation(.oldTelegram)]
    let first = try Process(folder, office, operations: both)
    first.add(.unknown, OldTelegram(words: ["a"], key: .example), "one")
    first.add(.oldTelegram, OldTelegram(words: ["b"], key: .example), "two")
    first.end()
    office.answer(.success(1))
    let second = try Process(folder, office)
    second.add("Hello")
    #expect(office.sent.isEmpty)
    expectEqual(
      second.connection?.worker.problems,
      [
        #"The outbox keeps an entry of "telegram" that this version does not send."#,
        #"The outbox keeps an entry of "unknown" that this version does not send."#,
      ])
    expectEqual(files(in: part).count, 4)
  }

  @Test func `a damaged entry is set aside, and the others are sent`() throws {
    let first = try Process(folder, office)
    first.add("one")
    first.add("two")
    first.end()
    folder.write(part + "/entry-1.json", "{}")
    let second = try Process(folder, office)
    expectEqual(office.sent.map(\.text), ["one", "two"])
    expectEqual(
      second.connection?.worker.problems,
      [
        #"The stored value "entry-1" was damaged. Its file is kept as entry-1.json.damaged-1."#
      ])
  }

  @Test func `a full outbox adds no entry, and stops no key of a wish`() throws {
    let process = try Process(folder, office)
    let text = String(repeating: "a", count: 1_000_000)
    let results = "abcde".map { process.add("\($0)" + text) }
    #expect(results.dropLast().allSatisfy { $0.map { (try? $0.get()) != nil } == true })
    guard case .failure(let error)? = results.last! else { return #expect(Bool(false)) }
    expectEqual(error.code, .notKept)
    let keys = IdempotencyKeys(storage: process.storage)
    let box = TelegraphOffice()
    let cancellable = keys.request(
      OutboxOperation.telegram.operation, for: "wand", newKey: IdempotencyKey.example, on: ImmediateScheduler.shared
    ) { key in box.backend.answer(OutboxOperation.telegram.operation, Telegram(text: "wand", key: key)).result() }
    .sink { _ in }
    process.storage.flush()
    expectEqual(box.sent.map(\.text), ["wand"])
    cancellable.cancel()
  }

  @Test func `a change writes one file, however many wait`() throws {
    let process = try Process(folder, office)
    for number in 1...30 { process.add("\(number)") }
    func contents() -> [String: String?] {
      Dictionary(uniqueKeysWithValues: files(in: part).map { ($0, folder.text(part + "/" + $0)) })
    }
    let before = contents()
    process.add("new")
    let after = contents()
    expectEqual(after.count, 32)
    expectEqual(after.filter { before[$0.key] != $0.value }.map(\.key), ["entry-31.json"])
  }

  @Test func `accounts have parts of their own, and a discarded one has no files`() throws {
    let process = try Process(folder, office, account: "ada")
    process.add("Ada's")
    process.account.send("eve")
    process.run()
    #expect(process.states.isEmpty)
    process.add("Eve's")
    expectEqual(office.sent.map(\.text), ["Ada's", "Eve's"])
    process.connection?.worker.discard("ada") { _ in }
    process.run()
    let parts = folder.files.filter { $0.hasPrefix("outbox-") }
    expectEqual(parts.map { files(in: $0).count }.sorted(), [1, 2])
    process.account.send("ada")
    process.run()
    #expect(process.states.isEmpty)
    process.account.send("eve")
    process.run()
    expectEqual(process.states, ["Eve's": .sending])
    expectEqual(office.sent.map(\.text), ["Ada's", "Eve's", "Eve's"])
  }

  @Test func `an account that comes back at once loses nothing that is being written`() throws {
    let process = try Process(folder, office, account: "ada")
    let operation = OutboxOperation.telegram
    let cancellables = (1...20).map { number in
      process.connection!.backend(operation)
        .answer(operation.commands, .add(Telegram(text: "\(number)", key: .example), .random())).result().sink { _ in }
    }
    process.account.send("eve")
    process.account.send("ada")
    process.add("last")
    expectEqual(process.states.count, 21)
    expectEqual(files(in: folder.files.first { files(in: $0).count > 1 } ?? "").count, 22)
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test func `the cores of one storage have one worker`() throws {
    let process = try Process(folder, office)
    let second = process.connect()
    #expect(second.worker === process.connection?.worker)
    process.add("Hello")
    expectEqual(office.sent.count, 1)
    office.answer(.success(1))
    second.worker.stop()
    process.account.send("eve")
    process.account.send("")
    process.run()
    expectEqual(office.sent.count, 2)
  }

  @Test func `an entry that cannot be removed is not dropped`() throws {
    let process = try Process(folder, office)
    office.answer(.failure(.status(403)))
    process.add("Hello")
    process.storage.close()
    expectEqual(process.drop("key-Hello"), .notKept)
    expectEqual(process.states, ["Hello": .refused(.status(403))])
  }
}

extension Result where Failure == OutboxError {
  fileprivate var code: OutboxError.Code? { if case .failure(let error) = self { error.code } else { nil } }
}
