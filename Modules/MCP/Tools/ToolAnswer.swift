import Dispatch
import JSON
import Screens
import StreamsExtras

/// What a call of a tool answers: the state of its screen, and what was opened and closed meanwhile.
@MainActor final class ToolAnswer {
  /// Runs when the work that the call has started is done, or has taken too long.
  var onDone: (() -> Void)?
  /// The screens that were opened by that of the call, or by one of these.
  var opened: [OpenScreen] = []
  /// The screens that were closed, with the result of one that closed itself with one.
  private(set) var closed: [(name: String, outcome: [UInt8]?)] = []

  private let screen: OpenScreen
  private var isWorking = false
  private var changes: AnyCancellable?
  private var timeout: AnyCancellable?

  init(_ screen: OpenScreen) { self.screen = screen }

  /// Whether a screen belongs to the call.
  func concerns(_ instance: AnyScreenInstance) -> Bool { screens.contains { $0.instance === instance } }

  /// A screen was closed; one that is not of the call is ignored.
  func didClose(_ instance: AnyScreenInstance, _ outcome: (any ScreenOutcome)? = nil) {
    guard let screen = screens.first(where: { $0.instance === instance }) else { return }
    closed.append((screen.name, outcome: outcome.map(\.json)))
  }

  private var screens: [OpenScreen] { [screen] + opened }

  private var isBusy: Bool { screens.contains { !$0.instance.isClosed && $0.instance.isBusy } }

  // MARK: - Waiting

  /// Waits until the screens of the call have nothing in flight, and then runs ``onDone``.
  func waitForWork(
    of app: AppCore, atMost time: DispatchQueue.SchedulerTimeType.Stride, on scheduler: AnySchedulerOf<DispatchQueue>
  ) {
    guard isBusy else { return finish() }
    // NB: a screen may begin its next piece of work in the turn in which it ends one.
    changes = app.busyChanges
      .receive(on: scheduler)
      .sink { [weak self] in MainActor.assumeIsolated { self?.finishIfDone() } }
    let limit = scheduler.now.advanced(by: time)
    timeout = AnyCancellable(
      scheduler.schedule(after: limit, interval: .seconds(3_600)) { [weak self] in
        MainActor.assumeIsolated { self?.finish() }
      })
  }

  private func finishIfDone() {
    if onDone != nil, !isBusy { finish() }
  }

  private func finish() {
    let onDone = onDone
    isWorking = isBusy
    cancel()
    onDone?()
  }

  /// Ends the wait without an answer.
  func cancel() {
    onDone = nil
    changes = nil
    timeout = nil
  }

  // MARK: - Writing

  /// The answer as an object with sorted members, from the states of this moment.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      if !closed.isEmpty {
        writer.member("closed") { $0.array { for screen in closed { $0.write(screen.name) } } }
      }
      writer.member("instance", screen.name)
      if !opened.isEmpty {
        writer.member("opened") { writer in
          writer.array { writer in
            for screen in opened where !screen.instance.isClosed {
              writer.object { writer in
                writer.member("instance", screen.name)
                Self.writeState(of: screen, &writer)
              }
            }
          }
        }
      }
      for case (screen.name, let outcome?) in closed {
        writer.member("result") { $0.raw(outcome) }
      }
      if !screen.instance.isClosed { Self.writeState(of: screen, &writer) }
      if isWorking { writer.member("working", true) }
    }
    return writer.bytes
  }

  private static func writeState(of screen: OpenScreen, _ writer: inout JSONWriter) {
    let snapshot = screen.instance.snapshot
    writer.member("rev", snapshot.revision)
    writer.member("state") { $0.write(snapshot.state) }
  }
}
