import Dispatch
import JSON
import Screens
import Streams
import StreamsExtras

/// What a call of a tool answers: the state of its screen, and what was opened and closed meanwhile.
@MainActor final class ToolAnswer {
  /// Runs when the work that the call has started is done, or has taken too long.
  var onDone: (() -> Void)?
  /// The screen of the call; `nil` while the call opens it.
  var screen: AnyShownScreen?
  /// The screens that were opened by that of the call, or by one of these.
  private var opened: [AnyShownScreen] = []
  /// The screens that were closed, with the result of one that closed itself with one.
  private var closed: [(id: String, outcome: [UInt8]?)] = []

  private var isWorking = false
  /// Publishes when the work of a screen may have begun or ended, while the call waits for that.
  private let workChanges = PassthroughSubject<Void, Never>()
  private var changes: AnyCancellable?
  private var timeout: AnyCancellable?

  init(_ screen: AnyShownScreen? = nil) { self.screen = screen }

  /// A screen was opened; one that does not belong to the call is ignored.
  func didOpen(_ screen: AnyShownScreen) {
    if let opener = screen.instance.opener, concerns(opener) { opened.append(screen) }
  }

  /// A screen was closed; one that does not belong to the call is ignored.
  func didClose(_ instance: AnyScreenInstance, _ outcome: (any ScreenOutcome)?) {
    if concerns(instance) { closed.append((instance.id, outcome: outcome.map(\.json))) }
  }

  /// The work of a screen has begun or ended.
  func workChanged() { workChanges.send() }

  /// Whether a screen belongs to the call.
  private func concerns(_ instance: AnyScreenInstance) -> Bool { screens.contains { $0.instance === instance } }

  private var screens: [AnyShownScreen] { (screen.map { [$0] } ?? []) + opened }

  private var isBusy: Bool { screens.contains(where: \.isBusy) }

  // MARK: - Waiting

  /// Waits until the screens of the call have nothing in flight, and then runs ``onDone``.
  func waitForWork(atMost time: Duration, on scheduler: AnySchedulerOf<DispatchQueue>) {
    guard isBusy else { return finish() }
    // NB: a screen may begin its next piece of work in the turn in which it ends one.
    changes =
      workChanges
      .receive(on: scheduler)
      .sink { [weak self] in MainActor.assumeIsolated { self?.finishIfDone() } }
    let limit = scheduler.now.advanced(by: .init(saturating: time))
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
        writer.member("closed") { $0.array { for screen in closed { $0.write(screen.id) } } }
      }
      if let screen { writer.member("instance", screen.id) }
      if !opened.isEmpty {
        writer.member("opened") { writer in
          writer.array { writer in
            for screen in opened where screen.isOpen {
              writer.object { writer in
                writer.member("instance", screen.id)
                Self.writeState(of: screen, &writer)
              }
            }
          }
        }
      }
      for case (let id, let outcome?) in closed where id == screen?.id {
        writer.member("result") { $0.raw(outcome) }
      }
      if let screen, screen.isOpen { Self.writeState(of: screen, &writer) }
      if isWorking { writer.member("working", true) }
    }
    return writer.bytes
  }

  private static func writeState(of screen: AnyShownScreen, _ writer: inout JSONWriter) {
    let snapshot = screen.snapshot
    writer.member("rev", snapshot.revision)
    writer.member("state") { $0.write(snapshot.state) }
  }
}
