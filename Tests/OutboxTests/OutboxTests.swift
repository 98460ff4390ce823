import AppTesting
import ExpectSupport
import Foundation
import Requests
import Screens
import Testing

@testable import Outbox

struct Letter: JSONRecord, Hashable {
  var room: Int
  var text: String
  var key: IdempotencyKey

  static let record = Codec(Letter.init(room:text:key:), \.room, \.text, \.key)
}

extension ServiceOperation<Letter, Int> {
  static var post: Self { Self("post") }
}

extension ServiceOperation<Void, Int> {
  fileprivate static var total: Self { Self("total") }
}

extension OutboxOperation<Letter, Int> {
  static var post: Self { Self(.post, key: \.key) { "room-\($0.room)" } }
}

/// An outbox in memory, its backend and its time.
@MainActor final class PostOffice {
  let world: TestWorld
  let outbox: Outbox<Letter, Int>
  private(set) var entries: [OutboxEntry<Letter, Int>] = []
  private(set) var results: [Result<IdempotencyKey, OutboxError>] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ world: TestWorld = TestWorld()) {
    self.world = world
    outbox = world.environment.outbox(.post)
    outbox.entries.sink { [unowned self] in entries = $0 }.store(in: &cancellables)
  }

  /// Adds a letter, and returns its key.
  @discardableResult func add(_ text: String, room: Int = 1) -> IdempotencyKey {
    perform(outbox.add { Letter(room: room, text: text, key: $0) })
    guard case .success(let key)? = results.last else { return .example }
    return key
  }

  func perform(_ change: AnyPublisher<Result<IdempotencyKey, OutboxError>, Never>) {
    change.sink { [unowned self] in results.append($0) }.store(in: &cancellables)
    run()
  }

  func run(_ seconds: Int = 0) { world.scheduler.advance(by: .seconds(seconds)) }

  var calls: [ScriptedCall<Letter, Int>] { world.backend.calls(.post) }
  var sentTexts: [String] { calls.map(\.input.text) }
  var states: [OutboxState] { entries.map(\.state) }

  func answer(_ result: Result<Int, ServiceError>) {
    switch result {
    case .success(let number): world.backend.last(.post).succeed(number)
    case .failure(let error): world.backend.last(.post).fail(error)
    }
    run()
  }
}

/// Requests that are sent later: their states, their order, and what the app may decide.
@MainActor @Suite struct OutboxTests {
  private let office = PostOffice()

  @Test func `an entry is kept, sent with its key, and answered`() {
    let key = office.add("Hello")
    expectEqual(office.entries.map(\.key), [key])
    expectEqual(office.states, [.sending])
    expectEqual(office.calls.map(\.input), [Letter(room: 1, text: "Hello", key: key)])
    office.answer(.success(7))
    expectEqual(office.states, [.sent])
    expectEqual(office.entries.first?.answer, 7)
    expectEqual(office.results, [.success(key)])
  }

  @Test func `a lane sends in order, and lanes do not wait for each other`() {
    office.add("one")
    office.add("two")
    office.add("other", room: 2)
    expectEqual(office.sentTexts, ["one", "other"])
    expectEqual(office.states, [.sending, .waiting, .sending])
    office.world.backend.calls(.post)[0].succeed(1)
    office.run()
    expectEqual(office.sentTexts, ["one", "other", "two"])
  }

  @Test func `two equal inputs are two entries`() {
    office.add("Hello")
    office.add("Hello")
    office.answer(.success(1))
    office.answer(.success(2))
    expectEqual(Set(office.calls.map(\.input.key)).count, 2)
    expectEqual(office.states, [.sent, .sent])
  }

  @Test func `the time between attempts grows to five minutes, and the key stays`() {
    office.add("Hello")
    var waits: [Int] = []
    for _ in 1...11 {
      office.answer(.failure(.connectionRefused))
      expectEqual(office.states, [.waiting])
      let count = office.calls.count
      var seconds = 0
      while office.calls.count == count, seconds < 1_000 {
        office.run(1)
        seconds += 1
      }
      waits.append(seconds)
    }
    expectEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expectEqual(Set(office.calls.map(\.input.key)).count, 1)
  }

  @Test func `sends at once when another request succeeds`() {
    let backend = office.world.environment.backend
    office.add("Hello")
    office.answer(.failure(.connectionRefused))
    let cancellable = backend.answer(.total).result().sink { _ in }
    office.world.backend.last(.total).fail()
    office.run()
    expectEqual(office.calls.count, 1)
    let other = backend.answer(.total).result().sink { _ in }
    office.world.backend.last(.total).succeed(3)
    office.run()
    expectEqual(office.calls.count, 2)
    cancellable.cancel()
    other.cancel()
  }

  @Test func `sends at once when a transfer succeeds, and not at its progress`() {
    office.add("Hello")
    office.answer(.failure(.connectionRefused))
    let transfer = office.world.environment.backend.transfer(.total, ()).sink(
      receiveCompletion: { _ in }, receiveValue: { _ in })
    office.world.backend.last(.total).report(TransferProgress(.sent, 1, of: 1))
    office.run()
    expectEqual(office.calls.count, 1)
    office.world.backend.last(.total).succeed(3)
    office.run()
    expectEqual(office.calls.count, 2)
    transfer.cancel()
  }

  @Test func `another success does not hurry a backend that answers later`() {
    office.add("Hello")
    office.answer(.failure(.status(429)))
    office.add("other", room: 2)
    office.answer(.success(1))
    expectEqual(office.sentTexts, ["Hello", "other"])
    office.world.environment.application.send(.didBecomeActive)
    office.run()
    expectEqual(office.sentTexts, ["Hello", "other", "Hello"])
  }

  @Test func `an entry without an answer is perhaps sent, and only retried`() {
    let key = office.add("Hello")
    office.answer(.failure(.timeout))
    expectEqual(office.states, [.perhapsSent])
    expectEqual(office.entries.first?.failure, .timeout)
    #expect(office.entries.first?.isEditable == false)
    office.perform(office.outbox.drop(key))
    office.perform(office.outbox.edit(key, Letter(room: 1, text: "Bye", key: key)))
    #expect(office.results.dropFirst().allSatisfy { $0 == .failure(.perhapsSent) })
    office.perform(office.outbox.retry(key))
    expectEqual(office.states, [.sending])
    expectEqual(office.calls.map(\.input.key), [key, key])
    office.perform(office.outbox.drop(key))
    expectEqual(office.results.last, .failure(.perhapsSent))
  }

  @Test func `a refusal after a lost answer is not definite`() {
    let key = office.add("Hello")
    office.add("next")
    office.answer(.failure(.timeout))
    office.run(1)
    office.answer(.failure(.status(402)))
    expectEqual(office.states, [.perhapsSent, .waiting])
    expectEqual(office.entries.map(\.needsDecision), [true, false])
    expectEqual(office.entries.last?.heldBy, key)
    office.run(10_000)
    expectEqual(office.calls.count, 2)
    office.perform(office.outbox.retry(key))
    expectEqual(office.calls.map(\.input.key), [key, key, key])
    office.answer(.success(1))
    expectEqual(office.states, [.sent, .sending])
  }

  @Test func `a refused entry stops its lane until it is retried, with a new key`() {
    let key = office.add("Hello")
    office.add("next")
    office.answer(.failure(.problem(status: 402, detail: "No money.")))
    expectEqual(office.states, [.refused(.problem(status: 402, detail: "No money.")), .waiting])
    expectEqual(office.entries.last?.heldBy, key)
    office.run(10_000)
    office.world.environment.application.send(.didBecomeActive)
    office.run()
    expectEqual(office.calls.count, 1)
    office.perform(office.outbox.retry(key))
    expectEqual(office.sentTexts, ["Hello", "Hello"])
    #expect(office.calls[1].input.key != key)
    expectEqual(office.results.last, .success(office.calls[1].input.key))
    expectEqual(office.entries.map(\.heldBy), [nil, nil])
    office.answer(.success(1))
    expectEqual(office.sentTexts, ["Hello", "Hello", "next"])
  }

  @Test func `an edited entry keeps its place, and has a new key after a refusal`() {
    let first = office.add("first")
    let second = office.add("second")
    office.perform(office.outbox.edit(second, Letter(room: 1, text: "2nd", key: second)))
    expectEqual(office.results.last, .success(second))
    office.answer(.failure(.status(403)))
    office.perform(office.outbox.edit(first, Letter(room: 1, text: "1st", key: first)))
    expectEqual(office.entries.map(\.input.text), ["1st", "2nd"])
    #expect(office.entries[0].key != first)
    expectEqual(office.entries[0].input.key, office.entries[0].key)
    office.answer(.success(1))
    expectEqual(office.sentTexts, ["first", "1st", "2nd"])
    expectEqual(office.calls[2].input.key, second)
  }

  @Test func `an edited entry can change its lane`() {
    office.add("first")
    let key = office.add("second")
    office.perform(office.outbox.edit(key, Letter(room: 2, text: "second", key: key)))
    expectEqual(office.sentTexts, ["first", "second"])
    expectEqual(office.entries.map(\.lane), ["room-1", "room-2"])
  }

  @Test func `a dropped entry is not sent`() {
    let first = office.add("first")
    let second = office.add("second")
    office.perform(office.outbox.drop(second))
    office.answer(.failure(.status(403)))
    office.add("third")
    office.perform(office.outbox.drop(first))
    expectEqual(office.sentTexts, ["first", "third"])
    expectEqual(office.entries.map(\.input.text), ["third"])
    office.perform(office.outbox.drop(second))
    expectEqual(office.results.last, .failure(.unknownKey))
  }

  @Test func `a lane goes on without a skipped entry, which stays`() {
    let first = office.add("first")
    let second = office.add("second")
    office.perform(office.outbox.skip(second))
    expectEqual(office.results.last, .failure(.nothingToSkip))
    office.answer(.failure(.status(403)))
    office.perform(office.outbox.skip(first))
    expectEqual(office.sentTexts, ["first", "second"])
    expectEqual(office.states, [.refused(.status(403)), .sending])
    office.answer(.success(2))
    office.perform(office.outbox.retry(first))
    expectEqual(office.sentTexts, ["first", "second", "first"])
  }

  @Test(arguments: [ServiceError.status(401), .noSuchOperation("post")])
  func `what says nothing about the request does not refuse an entry`(_ error: ServiceError) {
    office.add("Hello")
    office.answer(.failure(error))
    expectEqual(office.states, [.waiting])
    expectEqual(office.entries.first?.failure, error)
    office.run(1)
    expectEqual(office.calls.count, 2)
  }

  @Test func `an entry whose key was seen is sent, and not sent again`() {
    let first = office.add("first")
    office.answer(.failure(.timeout))
    office.outbox.didSee(first)
    office.run()
    expectEqual(office.states, [.sent])
    let second = office.add("second")
    office.outbox.didSee([first, second, .example])
    office.run()
    #expect(office.calls.last?.isCancelled == true)
    expectEqual(office.states, [.sent, .sent])
    office.run(10_000)
    expectEqual(office.sentTexts, ["first", "second"])
    office.perform(office.outbox.retry(second))
    expectEqual(office.results.last, .failure(.unknownKey))
  }

  @Test func `an old entry that is perhaps sent waits for a retry`() {
    let date = CurrentValueSubject<Date, Never>(.fixed)
    var world = TestWorld()
    world.environment.now = { date.value }
    let office = PostOffice(world)
    let key = office.add("Hello")
    office.answer(.failure(.timeout))
    date.value += 86_400
    office.run(1)
    expectEqual(office.states, [.perhapsSent])
    #expect(office.entries.first?.needsDecision == true)
    expectEqual(office.calls.count, 1)
    office.perform(office.outbox.retry(key))
    expectEqual(office.calls.map(\.input.key), [key, key])
    office.answer(.failure(.timeout))
    office.run(10)
    expectEqual(office.calls.count, 2)
  }

  @Test func `four lanes send at once`() {
    for room in 1...6 { office.add("Hello", room: room) }
    expectEqual(office.calls.count, 4)
    office.calls[0].succeed(1)
    office.calls[1].fail(.timeout)
    office.run()
    expectEqual(office.calls.map(\.input.room), [1, 2, 3, 4, 5, 6])
  }

  @Test func `the last hundred sent entries are published`() {
    for number in 1...103 {
      office.add("\(number)")
      office.answer(.success(number))
    }
    expectEqual(office.entries.map(\.input.text), (4...103).map(String.init))
  }

  @Test func `entries belong to the account in which they were added`() {
    let environment = office.world.environment
    environment.account = "ada"
    office.add("Ada's")
    environment.account = "eve"
    #expect(office.entries.isEmpty)
    #expect(office.calls[0].isCancelled)
    office.add("Eve's")
    expectEqual(office.entries.map(\.input.text), ["Eve's"])
    office.answer(.success(1))
    office.run(10_000)
    expectEqual(office.sentTexts, ["Ada's", "Eve's"])
    environment.account = "ada"
    office.run()
    expectEqual(office.entries.map(\.input.text), ["Ada's"])
    expectEqual(office.calls[2].input, office.calls[0].input)
  }

  @Test func `the end of an account cancels what is sent, and a discarded account has no entries`() {
    let environment = office.world.environment
    office.add("Hello")
    environment.unsentWork?.stop()
    office.run(10_000)
    #expect(office.calls[0].isCancelled)
    expectEqual(office.states, [.perhapsSent])
    expectEqual(office.calls.count, 1)
    environment.account = "ada"
    environment.account = ""
    office.run()
    expectEqual(office.calls.count, 2)
    _ = environment.unsentWork?.discard(of: "", after: DispatchSemaphore(value: 1))
    office.run()
    #expect(office.entries.isEmpty)
    #expect(office.calls[1].isCancelled)
    office.run(10_000)
    expectEqual(office.calls.count, 2)
  }

  @Test func `an outbox in memory has a limit`() {
    let text = String(repeating: "a", count: 1 << 20)
    for room in 1...4 { office.add(text, room: room) }
    guard case .failure(let error)? = office.results.last else { return #expect(Bool(false)) }
    #expect(error.message.hasPrefix("It is not kept, and not sent. There is no room to store \"post\""))
    expectEqual(office.calls.count, 3)
    office.answer(.success(1))
    office.add(text, room: 5)
    expectEqual(office.calls.count, 4)
  }

  @Test func `a screen is busy until an entry is kept`() {
    let pendingWork = PendingWork()
    let environment = office.world.environment
    let outbox = Outbox(
      .post, backend: ScriptedBackend().backend, account: Just("").eraseToAnyPublisher(),
      newKey: { environment.random.idempotencyKey() },
      onChange: { MainActor.assumeIsolated { pendingWork.begin() } }, onSeen: { _ in })
    let cancellable = outbox.add { Letter(room: 1, text: "Hello", key: $0) }.sink { _ in }
    #expect(pendingWork.isPending)
    cancellable.cancel()
    #expect(!pendingWork.isPending)
  }

  @Test func `the definition begins to send, and its check finds secrets`() throws {
    expectEqual(AppDefinition(screens: []).outbox(.post).check(), [])
    let mistakes = AppDefinition(screens: []).outbox(.vote).check().map(\.description)
    expectEqual(
      mistakes,
      [
        "vote: an outbox keeps its input in a file, so it has no secret.",
        "vote: an outbox sends it until it is answered, so its input carries an idempotency key.",
      ])
  }
}

private struct Pin: Secret {
  init(_ text: String) {}

  func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body("1234") }
}

private struct Vote: JSONRecord {
  var pin: Pin
  var key: IdempotencyKey {
    get { .example }
    set {}
  }

  static let record = Codec({ Vote(pin: $0) }, Field(\.pin, name: "pin"))
}

extension ServiceOperation<Vote, Void> {
  fileprivate static var vote: Self { Self("vote") }
}

extension OutboxOperation<Vote, Void> {
  fileprivate static var vote: Self { Self(.vote, key: \.key) }
}
