import AppTesting
import ExpectSupport
import Storage
import StreamsTesting
import Support
import Testing

@testable import Requests
@testable import Screens

extension StorageKey<Bool> {
  fileprivate static let isPaused = StorageKey("paused").device
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
            return StateModel(NoState())
          }), outbox: [AnyOutboxOperation(.post)]))
    first.run(10)
    #expect(first.sentTexts == ["Hello"] && first.states == [.waiting])
    app.environment.isOutboxPaused = false
    first.run()
    expectEqual(first.sentTexts, ["Hello", "Hello"])
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
    let app = AppCore(environment, AppDefinition(screens: [], outbox: [AnyOutboxOperation(.post)]))
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

  @Test func `keys grow old by the clock that is set, or by one that nothing sets`() {
    var environment = AppEnvironment()
    #expect(abs(environment.keyClock().timeIntervalSinceNow) < 3_600)
    environment.now = { .fixed }
    expectEqual(environment.keyClock(), .fixed)
    expectEqual(AppEnvironment(now: { .fixed }).keyClock(), .fixed)
  }
}
