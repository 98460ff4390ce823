import AppTesting
import ExpectSupport
import Testing

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
}
