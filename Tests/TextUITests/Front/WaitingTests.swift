import ExpectSupport
import Screens
import StandardIO
import Streams
import StreamsTesting
import Support
import Testing
import TextUI

/// What a front says when a command waits for long.
@MainActor @Suite struct WaitingTests {
  private let scheduler = TestScheduler()
  private let errors = Transcript("")

  /// A front that plays a script as a pipe does, and has a stream of its own for errors.
  private func front(_ app: some TextApp, _ script: String) -> TextFront {
    let transcript = Transcript(script)
    return TextFront(
      app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain),
      errors: Display(errors, style: .plain), scheduler: scheduler)
  }

  @Test func `says after ten seconds that it waits`() async {
    let app = FormApp()
    let front = front(app, "hang\n")
    async let run: Void = front.run()
    while scheduler.isIdle { await Task.yield() }
    scheduler.advance(by: .milliseconds(9_999))
    expectEqual(errors.output, "")
    scheduler.advance(by: .milliseconds(1))
    expectEqual(errors.output, "Still waiting: the app is busy.\n")
    app.rest()
    await run
    #expect(scheduler.isIdle)
    #expect(!front.hasFailed)
  }

  @Test func `names the screen that it waits for`() async throws {
    let app = KettleApp()
    let front = front(app, "open kettle\ntap on\n")
    async let run: Void = front.run()
    while scheduler.isIdle { await Task.yield() }
    scheduler.advance(by: .seconds(10))
    expectEqual(errors.output, "Still waiting for kettle: isBusy is true, or work is counted as pending.\n")
    let kettle = try #require(app.core.instances.first)
    try kettle.send(JSONText(scanning: #"{"type":"offButtonWasTapped"}"#.utf8))
    await run
  }
}

/// A screen that says that it is busy until it is told otherwise.
private struct KettleState: ScreenState {
  var isBusy = false

  static let fields: Fields<KettleState> = [Field(\.isBusy, "Whether the water is heated.")]
}

private enum KettleEvent: ScreenEvent {
  case onButtonWasTapped
  case offButtonWasTapped

  static let cases: [EventCase<KettleEvent>] = [
    EventCase(.onButtonWasTapped, "Heat the water."), EventCase(.offButtonWasTapped, "Heat it no more."),
  ]
}

private final class KettleViewModel: ViewModel {
  let eventSubject = EventSubject<KettleEvent>()
  @Published private(set) var state = KettleState()
  var statePublisher: Published<KettleState>.Publisher { $state }

  init() { eventSubject.map { KettleState(isBusy: $0 == .onButtonWasTapped) }.assign(to: &$state) }
}

extension Screen<KettleViewModel> {
  fileprivate static var kettle: Self { Screen("kettle", about: "Heats water.") { _, _ in KettleViewModel() } }
}

@MainActor private final class KettleApp: TextApp {
  let core = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.kettle)]))
  let screens: [TextScreen] = []
}
