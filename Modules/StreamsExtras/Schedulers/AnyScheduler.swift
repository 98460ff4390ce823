public import Dispatch
public import Streams

/// A scheduler that hides the type of another one.
///
/// A model that takes one runs on a queue in the program and in virtual time in a test:
///
/// ```swift
/// let live = AnySchedulerOf<DispatchQueue>.main
/// let test = AnySchedulerOf<DispatchQueue>(TestScheduler(), startingAt: .init(.now()))
/// ```
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // Sendable because schedulers are thread-safe.
  private let currentTime: () -> SchedulerTimeType
  private let leastTolerance: () -> SchedulerTimeType.Stride
  private let scheduleNow: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let scheduleAfter:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  private let scheduleRepeatedly:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void
    ) -> any Cancellable

  /// Creates a scheduler that hides the type of another one.
  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    currentTime = { scheduler.now }
    leastTolerance = { scheduler.minimumTolerance }
    scheduleNow = { scheduler.schedule(options: $0, $1) }
    scheduleAfter = { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) }
    scheduleRepeatedly = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
  }

  /// Creates a scheduler that runs in the time of another one, with different time types. Options have no effect.
  ///
  /// - Parameters:
  ///   - scheduler: A scheduler with the same stride type.
  ///   - origin: The point in time that stands for the current time of `scheduler`.
  public init<S: Scheduler>(_ scheduler: S, startingAt origin: SchedulerTimeType)
  where S.SchedulerTimeType.Stride == SchedulerTimeType.Stride {
    let start = scheduler.now
    let translated = { (date: SchedulerTimeType) in start.advanced(by: origin.distance(to: date)) }
    currentTime = { origin.advanced(by: start.distance(to: scheduler.now)) }
    leastTolerance = { scheduler.minimumTolerance }
    scheduleNow = { scheduler.schedule(options: nil, $1) }
    scheduleAfter = { scheduler.schedule(after: translated($0), tolerance: $1, options: nil, $3) }
    scheduleRepeatedly = { scheduler.schedule(after: translated($0), interval: $1, tolerance: $2, options: nil, $4) }
  }

  public var now: SchedulerTimeType { currentTime() }
  public var minimumTolerance: SchedulerTimeType.Stride { leastTolerance() }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { scheduleNow(options, action) }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { scheduleAfter(date, tolerance, options, action) }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { scheduleRepeatedly(date, interval, tolerance, options, action) }
}

/// A type-erased scheduler with the time and the options of another.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
  /// Erases the type of this scheduler.
  @_disfavoredOverload
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> { AnyScheduler(self) }
}

extension AnySchedulerOf<DispatchQueue> {
  /// The main queue, as the default of a model that takes a scheduler.
  ///
  /// ```swift
  /// func search(scheduler: AnySchedulerOf<DispatchQueue> = .main) {}
  /// ```
  public static var main: Self { Self(DispatchQueue.main) }

  /// The global concurrent queue of a quality of service. Operators deliver on it one element at a time, in order.
  ///
  /// - Parameter qos: The quality of service.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self { Self(DispatchQueue.global(qos: qos)) }
}
