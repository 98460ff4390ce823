import AppTesting
import ExpectSupport
import Foundation
import Storage
import StreamsTesting
import Support
import Testing

@testable import Outbox
@testable import Requests
@testable import Screens

extension StorageKey<Bool> {
  fileprivate static let isPaused = StorageKey("paused").device
}

private struct Stamp: Identifiable { var id: Int }

extension ServiceOperation<Int, Void> {
  fileprivate static var tear: Self { Self("tear").effect(.repeatable) }
}

private enum SentLettersKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Outbox<Letter, Int> { environment.outbox(.post) }
}

private enum CounterEvent: ScreenEvent {
  case sendButtonWasTapped

  static let cases: [EventCase<CounterEvent>] = [EventCase(.sendButtonWasTapped, "Send a letter.")]
}

private struct CounterState: ScreenState {
  var text = ""
  var isBusy: Bool { false }

  static let fields: Fields<CounterState> = [Field(\.text, "The text.")]
}

private final class CounterModel: ViewModel {
  let eventSubject = EventSubject<CounterEvent>()
  @Published private(set) var state = CounterState()
  var statePublisher: Published<CounterState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [unowned self] _ in
      environment[SentLettersKey.self].add { Letter(room: 1, text: "Ahoy", key: $0) }
        .sink { [unowned self] _ in state.text = "kept" }
        .store(in: &cancellables)
    }
    .store(in: &cancellables)
  }
}

/// The outbox of an app that can pause it.
@MainActor @Suite struct AppOutboxTests {
  private let office = PostOffice()

  @Test func `a paused outbox keeps what is added, cancels nothing, and sends when it goes on`() {
    let environment = office.world.environment
    office.add("sent")
    environment.isOutboxPaused = true
    let key = office.add("kept", room: 2)
    office.perform(office.outbox.retry(key))
    office.run(10_000)
    environment.application.send(.didBecomeActive)
    office.run()
    #expect(office.sentTexts == ["sent"] && !office.calls[0].isCancelled)
    expectEqual(office.states, [.sending, .waiting])
    office.answer(.success(1))
    expectEqual(office.states, [.sent, .waiting])
    environment.account = "ada"
    #expect(environment.isOutboxPaused)
    environment.account = ""
    office.run()
    expectEqual(office.sentTexts, ["sent"])
    environment.isOutboxPaused = false
    office.run()
    expectEqual(office.sentTexts, ["sent", "kept"])
  }

  @Test func `an attempt that has begun when the outbox is paused is not sent`() {
    let environment = office.world.environment
    let cancellable = office.outbox.add { Letter(room: 1, text: "Hello", key: $0) }.sink { _ in }
    environment.isOutboxPaused = true
    office.run()
    #expect(office.calls.isEmpty && office.states == [.waiting])
    environment.isOutboxPaused = false
    office.run()
    expectEqual(office.sentTexts, ["Hello"])
    cancellable.cancel()
  }

  @Test func `what waits from the session before is not sent by an app that pauses the outbox when it is made`() throws
  {
    let storage = Storage()
    var world = TestWorld()
    world.environment.storage = storage
    let first = PostOffice(world)
    first.add("Hello")
    first.answer(.failure(.connectionRefused))
    world.environment.stored(.isPaused, default: false).value = true
    let app = AppCore(
      world.environment,
      AppDefinition(
        screens: [],
        app: AnyScreen(
          Screen("app", about: "The app.") { _, environment in
            environment.isOutboxPaused = environment.stored(.isPaused, default: false).value
            return CounterModel(environment)
          })
      ).outbox(.post))
    first.run(10)
    #expect(first.sentTexts == ["Hello"] && first.states == [.waiting])
    app.environment.isOutboxPaused = false
    first.run()
    expectEqual(first.sentTexts, ["Hello", "Hello"])
  }

  @Test func `what can be undone does not wait for it`() {
    let environment = office.world.environment
    environment.isOutboxPaused = true
    office.add("A letter that waits")
    let requests = UndoableRequests<Stamp>(.tear, in: environment) {
      $0.id
    } notice: { _, _ in
      "A stamp was torn."
    }
    requests.begin([Stamp(id: 1)])
    office.run(10_000)
    expectEqual(office.world.backend.calls(.tear).map(\.input), [1])
    expectEqual(office.states, [.waiting])
  }

  @Test func `a screen is busy until a value that screens share has kept what its event sends`() throws {
    let world = office.world
    let screen = Screen<CounterModel>("counter", about: "A counter.") { CounterModel($1) }
    let app = AppCore(world.environment, AppDefinition(screens: [AnyScreen(screen)]))
    let counter = app.open(screen)
    var texts: [String] = []
    let cancellable = app.idle.sink { texts.append(counter.state.text) }
    try counter.send(.sendButtonWasTapped)
    #expect(counter.isBusy)
    office.run()
    expectEqual(texts, ["kept"])
    cancellable.cancel()
  }

  @Test(arguments: ["skip", "discard", "later"])
  func `a person is asked about an entry that this version cannot read`(choice: String) throws {
    let folder = TemporaryFolder()
    let world = TestWorld()
    let part = "outbox-" + KeyOwner(account: "", backend: world.backend.backend.address).name
    let entry = StorageKey<[String]>("entry-1", version: 9)
    let early = try Storage(folder: folder.path)
    try early.part(named: part, maximumSize: 1 << 20).set(["of another version"], for: entry) { _ in }
    early.close()
    var environment = AppEnvironment.test(backend: world.backend.backend, scheduler: world.scheduler)
    environment.storage = try Storage(folder: folder.path)
    let app = AppCore(environment, AppDefinition(screens: []).outbox(.post))
    var faults: [String] = []
    app.onFault = { faults.append($0) }
    expectEqual(
      faults,
      [
        "The outbox keeps entry-1, which this version cannot read. "
          + "What was added later waits until it is skipped or discarded."
      ])
    let letter = app.environment.outbox(.post).add { Letter(room: 1, text: "Hello", key: $0) }.sink { _ in }
    func run() {
      for _ in 0..<3 {
        environment.storage.flush()
        world.scheduler.advance()
      }
    }
    run()
    #expect(world.backend.calls(.post).isEmpty)
    let front = app.attach(.page, answers: [AppFront.anyQuestion])
    let question = try #require(front.openQuestions.first)
    try front.answer(question.id, of: .confirm, with: choice)
    run()
    #expect(world.backend.calls(.post).count == (choice == "later" ? 0 : 1))
    #expect((folder.text(part + "/entry-1.json") == nil) == (choice == "discard"))
    #expect(front.openQuestions.isEmpty)
    letter.cancel()
  }

  @Test func `an entry whose first try is in the future waits for a decision`() {
    for (ahead, isSent) in [(300.0, true), (301, false), (86_400 * 400, false)] {
      let now = Date(timeIntervalSince1970: 1_795_187_045)
      var record = OutboxRecord(
        number: 1, operation: "card", lane: "a", input: Array("{}".utf8), files: [], key: .example, now: now + ahead)
      record.tries.begin()
      var queue = OutboxQueue()
      queue.insert([record]) { _ in true }
      #expect((queue.nextAttempt(at: now) != nil) == isSent)
      expectEqual(queue.all[1]??.needsDecision, !isSent)
    }
  }

  @Test func `keys grow old by the clock that is set, or by one that nothing sets`() {
    var environment = AppEnvironment()
    #expect(abs(environment.keyClock().timeIntervalSinceNow) < 3_600)
    environment.now = { .fixed }
    expectEqual(environment.keyClock(), .fixed)
    expectEqual(AppEnvironment(now: { .fixed }).keyClock(), .fixed)
  }
}
