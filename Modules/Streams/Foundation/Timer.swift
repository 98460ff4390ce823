#if canImport(Foundation)
  import Foundation

  extension Timer {
    /// What a timer of no interval repeats at, as Foundation documents it; without a minimum, it comes once on Linux.
    static let shortestInterval: TimeInterval = 1e-4

    /// A publisher of the current date at a regular interval, the first time when one interval has passed.
    ///
    /// - Demand: A date that finds none is dropped.
    /// - Completion: None.
    /// - Cancellation: The timer runs from the first `connect()` until all connections are cancelled.
    ///
    /// ```swift
    /// Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The time between two dates, in seconds; at least a tenth of a millisecond.
    ///   - tolerance: How exact it must be, in seconds.
    ///   - runLoop: Where it runs, and where dates are delivered.
    ///   - mode: The run loop's mode in which it runs.
    ///   - options: The scheduler's options.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
      TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// What ``Foundation/Timer/publish(every:tolerance:on:in:options:)`` returns.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
      // NB: Sendable because what is variable is behind its lock, and a run loop takes timers from any thread.

      public typealias Output = Date
      public typealias Failure = Never

      /// The time between two dates, in seconds.
      public let interval: TimeInterval
      /// How exact it must be, in seconds.
      public let tolerance: TimeInterval?
      /// Where it runs.
      public let runLoop: RunLoop
      /// The run loop's mode in which it runs.
      public let mode: RunLoop.Mode
      /// The scheduler's options.
      public let options: RunLoop.SchedulerOptions?

      private let source = PassthroughSubject<Date, Never>()
      private let state = Locked(State())

      private struct State {
        var connections = 0
        var timer: UnsafeTransfer<Timer>?
      }

      /// Makes a publisher.
      public init(
        interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
      ) {
        self.interval = interval
        self.tolerance = tolerance
        self.runLoop = runLoop
        self.mode = mode
        self.options = options
      }

      public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
        SubjectSubscription(
          ErasedSubscriber(subscriber).raw, of: nil, subscribers: source.subscribers, name: "Timer", needsDemand: false
        ).introduce()
      }

      public func connect() -> any Cancellable {
        let started = state.withLock { state -> Timer? in
          state.connections += 1
          guard state.connections == 1 else { return nil }
          let interval = Swift.max(Timer.shortestInterval, interval)
          // NB: with a date, because a timer without one fires at once on Linux.
          let first = Date(timeIntervalSinceNow: interval)
          let timer = Timer(fire: first, interval: interval, repeats: true) { [source] _ in source.send(Date()) }
          if let tolerance { timer.tolerance = tolerance }
          state.timer = UnsafeTransfer(timer)
          return timer
        }
        if let started { runLoop.add(started, forMode: mode) }
        return AnyCancellable { self.disconnect() }
      }

      private func disconnect() {
        let stopped = state.withLock { state -> UnsafeTransfer<Timer>? in
          state.connections -= 1
          return state.connections == 0 ? state.timer.take() : nil
        }
        stopped?.value.invalidate()
      }
    }
  }
#endif
