#if canImport(Foundation)
  import Foundation

  extension Timer {
    /// The shortest interval of a timer, as Foundation documents it. On Linux a timer without an interval fires once.
    static let shortestInterval: TimeInterval = 1e-4

    /// A publisher that emits the current date at an interval, first after one interval.
    ///
    /// - Demand: A date without demand is dropped.
    /// - Completion, failure: None.
    /// - Cancellation: The timer runs from `connect()` until a result of `connect()` is cancelled. The publisher has one connection:
    ///   further calls of `connect()` return it, and a result that is released does not end it.
    ///
    /// ```swift
    /// Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The time between two dates, in seconds, at least a tenth of a millisecond.
    ///   - tolerance: How much later the timer may fire, in seconds.
    ///   - runLoop: The run loop of the timer, which delivers the dates.
    ///   - mode: The mode of the run loop.
    ///   - options: Options of the run loop.
    /// - Returns: A connectable publisher that emits dates.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
      TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// A connectable publisher that emits the current date at an interval.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
      // Sendable because the state is locked, and any thread may add a timer to a run loop.

      public typealias Output = Date
      public typealias Failure = Never

      /// The time between two dates, in seconds.
      public let interval: TimeInterval
      /// How much later the timer may fire, in seconds.
      public let tolerance: TimeInterval?
      /// The run loop of the timer.
      public let runLoop: RunLoop
      /// The mode of the run loop.
      public let mode: RunLoop.Mode
      /// Options of the run loop.
      public let options: RunLoop.SchedulerOptions?

      private let source = PassthroughSubject<Date, Never>()
      private let state = Locked(State())

      private struct State {
        var timer: UnsafeTransfer<Timer>?
      }

      /// A result of `connect()`. It keeps the publisher, and its release does not end the connection.
      private struct Connection: Cancellable {
        let publisher: TimerPublisher

        func cancel() { publisher.disconnect() }
      }

      /// Creates a publisher that emits dates.
      ///
      /// - Parameters:
      ///   - interval: The time between two dates, in seconds.
      ///   - tolerance: How much later the timer may fire, in seconds.
      ///   - runLoop: The run loop of the timer.
      ///   - mode: The mode of the run loop.
      ///   - options: Options of the run loop.
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
          ErasedSubscriber(subscriber).raw, of: nil, subscribers: source.subscribers, name: "Timer",
          trapsOnRequestForNone: false
        ).start()
      }

      public func connect() -> any Cancellable {
        let started = state.withLock { state -> Timer? in
          guard state.timer == nil else { return nil }
          let interval = Swift.max(Timer.shortestInterval, interval)
          // NB: with a fire date, because on Linux a timer without one fires at once.
          let first = Date(timeIntervalSinceNow: interval)
          let timer = Timer(fire: first, interval: interval, repeats: true) { [source] _ in source.send(Date()) }
          if let tolerance { timer.tolerance = tolerance }
          state.timer = UnsafeTransfer(timer)
          return timer
        }
        if let started { runLoop.add(started, forMode: mode) }
        return Connection(publisher: self)
      }

      private func disconnect() {
        let stopped = state.withLock { $0.timer.take() }
        stopped?.value.invalidate()
      }
    }
  }
#endif
