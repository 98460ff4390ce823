import AppTesting
import Dispatch
import ExpectSupport
import Requests
import Screens
import Streams
import Testing

/// Waiting for an app on the main queue.
@MainActor @Suite struct UntilIdleTests {
  private let backend = ScriptedBackend()
  private let app: AppCore

  init() {
    app = AppCore(
      .live(backend: backend.backend),
      AppDefinition(screens: [AnyScreen(Screen<LengthViewModel>("length", about: "A length.") { LengthViewModel($1) })])
    )
  }

  private func open() throws -> AnyScreenInstance { try app.open("length") }

  private func ask(_ instance: AnyScreenInstance) {
    try? instance.send(JSONText(scanning: #"{"type":"askButtonWasTapped"}"#.utf8))
  }

  @Test func `returns at once if nothing becomes busy`() async throws {
    try await app.untilIdle()
    let instance = try open()
    try await app.untilIdle { instance.viewDidAppear() }
    try await app.untilIdle()
  }

  @Test(arguments: 1...3) func `waits for what is in flight`(count: Int) async throws {
    let instances = try (1...count).map { _ in try open() }
    for instance in instances { ask(instance) }
    Task { [backend] in for call in backend.calls(.length) { call.succeed(7) } }
    try await app.untilIdle()
    for instance in instances { expectEqual((instance.snapshot.state as? LengthState)?.text, "7") }
  }

  @Test func `throws what the work throws`() async {
    await #expect(throws: CancellationError.self) { try await app.untilIdle { throw CancellationError() } }
  }

  @Test func `time in which the main queue is held up does not count`() async throws {
    let instance = try open()
    let limit = Duration.milliseconds(60)
    try await app.untilIdle(atMost: limit) {
      ask(instance)
      DispatchQueue.main.async { [backend] in
        let held = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(70)) { held.signal() }
        held.wait()
        DispatchQueue.main.async { for call in backend.calls(.length) { call.succeed(7) } }
      }
    }
    expectEqual((instance.snapshot.state as? LengthState)?.text, "7")
  }

  @Test func `an app that stays busy says what is open, busy, and was never shown`() async throws {
    let (shown, busy, both) = (try open(), try open(), try open())
    shown.viewDidAppear()
    both.viewDidAppear()
    let error = await #expect(throws: StillBusy.self) {
      try await app.untilIdle(atMost: .milliseconds(1)) {
        ask(busy)
        ask(both)
      }
    }
    expectEqual(
      error?.description,
      """
      The app is not idle after 0.001 seconds. Open: length, length 2, length 3. Busy: length 2, length 3. \
      Never shown by viewDidAppear(): length 2.
      """)
    // What was in flight may end, and is waited for again.
    Task { [backend] in for call in backend.calls(.length) { call.fail() } }
    try await app.untilIdle()
  }
}
