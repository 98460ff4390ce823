import Dispatch
public import Streams
import StreamsExtras

/// What a screen waits for on the user's behalf that its state does not show, such as the pause after a keystroke before a
/// search. While there is some, the screen is busy: a script, a client's `sync` and the call of an assistant wait for what comes of it.
/// So they do for the first element of a feed that the screen follows, for a second, and until the outbox has kept what an event adds.
///
/// It is not part of the state, so no activity indicator runs for it. A request in flight is part of the state; a timer that
/// waits for midnight, polling, and the time in which something can be undone are neither.
///
/// ```swift
/// @MainActor func waits(_ environment: AppEnvironment) -> AnyCancellable {
///   environment.pendingWork.begin()
/// }
/// ```
@MainActor public final class PendingWork {
  /// Whether there is any.
  public var isPending: Bool { count > 0 }

  /// Runs when work begins while there was none, and when the last work ends.
  var onChange: (() -> Void)?
  private var count = 0

  /// The pending work of a view model without a screen.
  public nonisolated init() {}

  /// Begins some work, which is in flight until the result is cancelled or released.
  public func begin() -> AnyCancellable {
    count += 1
    if count == 1 { onChange?() }
    return AnyCancellable { [weak self] in onMain { self?.end() } }
  }

  private func end() {
    count -= 1
    if count == 0 { onChange?() }
  }
}

extension AppEnvironment {
  /// What the screen of this environment waits for on the user's behalf.
  public var pendingWork: PendingWork { self[ofScreen: PendingWork.self] ?? PendingWork() }
}

extension Publisher {
  /// Publishes an element when a time has passed without another one, as `debounce(for:scheduler:options:)` does. While an
  /// element waits, and until the subscriber has received it, it counts as pending work.
  ///
  /// ```swift
  /// func pauses(_ edits: some Publisher<Int, Never>, _ environment: AppEnvironment) -> some Publisher<Int, Never> {
  ///   edits.debounce(for: .milliseconds(500), scheduler: environment.main, countedBy: environment.pendingWork)
  /// }
  /// ```
  ///
  /// Elements have to arrive, and the scheduler's work to run, on the main actor. Demand, completion and failure are those
  /// of `debounce(for:scheduler:options:)`; what waits ends with a completion or a cancellation.
  ///
  /// - Parameters:
  ///   - dueTime: The time that has to pass.
  ///   - scheduler: Measures the time.
  ///   - options: The scheduler's options.
  ///   - pendingWork: The screen's pending work.
  public func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions? = nil,
    countedBy pendingWork: PendingWork
  ) -> some Publisher<Output, Failure> {
    Deferred {
      let wait = PendingWait(pendingWork)
      return handleEvents(receiveOutput: { _ in wait.begin() })
        .debounce(for: dueTime, scheduler: scheduler, options: options)
        .flatMap { output in
          // The end follows the delivery, so that a request that it starts is in flight by then.
          let number = wait.number
          return Just(output).handleEvents(receiveCompletion: { _ in wait.end(number) })
        }
        .handleEvents(receiveCompletion: { _ in wait.end() }, receiveCancel: { wait.end() })
    }
  }
}

/// The wait of one subscription. It is used on the main actor, apart from its end.
private final class PendingWait {
  /// The number of elements so far.
  private(set) var number = 0
  private let pendingWork: PendingWork
  private var cancellable: AnyCancellable?

  init(_ pendingWork: PendingWork) { self.pendingWork = pendingWork }

  func begin() {
    number += 1
    guard cancellable == nil else { return }
    cancellable = MainActor.assumeIsolated { [pendingWork] in pendingWork.begin() }
  }

  func end() { cancellable = nil }

  /// Ends the wait of an element, unless there is a newer one.
  func end(_ number: Int) { if number == self.number { cancellable = nil } }
}
