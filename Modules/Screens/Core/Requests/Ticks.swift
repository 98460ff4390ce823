import Dispatch
public import Foundation
public import Streams
import StreamsExtras

extension AppEnvironment {
  /// Publishes the date each time an interval has passed, by the ``main`` scheduler, as long as the screen of this environment is
  /// open: for "3 minutes ago", or a countdown.
  ///
  /// ```swift
  /// func ages(of date: Date, _ environment: AppEnvironment) -> AnyPublisher<TimeInterval, Never> {
  ///   environment.every(.seconds(60)).prepend(environment.now())
  ///     .map { now in now.timeIntervalSince(date) }
  ///     .eraseToAnyPublisher()
  /// }
  /// ```
  ///
  /// The date is that of ``now``. Each subscriber has a timer of its own, which begins with the subscription and makes no screen
  /// busy. A tick is a turn of a recording, as the job of any timer, and a replay repeats it. A test advances its scheduler; one
  /// that runs the scheduler until nothing is scheduled would not end.
  ///
  /// - Demand: A tick without demand is dropped.
  /// - Completion: When the screen is closed. In an environment of no screen, when the app ends; without an app, never.
  /// - Parameter interval: The time between two ticks. It is positive.
  public func every(_ interval: Duration) -> AnyPublisher<Date, Never> {
    precondition(interval > .zero, "The interval of a clock is positive.")
    let (main, now, lifetime) = (main, now, lifetime ?? reporter?.lifetime)
    return Deferred { () -> AnyPublisher<Date, Never> in
      guard lifetime?.isOver != true else { return Empty().eraseToAnyPublisher() }
      let ticks = PassthroughSubject<Date, Never>()
      let stride = DispatchQueue.SchedulerTimeType.Stride(saturating: interval)
      let timer = main.schedule(after: main.now.advanced(by: stride), interval: stride) { ticks.send(now()) }
      let end = lifetime?.end.sink { _ in
        timer.cancel()
        ticks.send(completion: .finished)
      } receiveValue: { _ in
      }
      return ticks.handleEvents(receiveCancel: {
        timer.cancel()
        end?.cancel()
      })
      .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
