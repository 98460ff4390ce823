/// A type that decides when and where work runs.
public protocol Scheduler<SchedulerTimeType> {
  /// A point in the scheduler's time.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// Options for how work runs.
  associatedtype SchedulerOptions

  /// The current time.
  var now: SchedulerTimeType { get }
  /// The smallest tolerance that the scheduler supports.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs work as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

  /// Runs work at a time.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)

  /// Runs work at a time, and then at an interval until it is cancelled.
  ///
  /// - Returns: A cancellable that stops the repetition.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs work as soon as possible.
  @inlinable public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }

  /// Runs work at a time.
  @inlinable public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs work at a time, within a tolerance.
  @inlinable public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs work at a time, and then at an interval until it is cancelled.
  ///
  /// - Returns: A cancellable that stops the repetition.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs work at a time within a tolerance, and then at an interval until it is cancelled.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

/// An interval of a scheduler's time that can be created from seconds and their fractions.
public protocol SchedulerTimeIntervalConvertible {
  /// An interval of whole seconds.
  static func seconds(_ s: Int) -> Self
  /// An interval of seconds.
  static func seconds(_ s: Double) -> Self
  /// An interval of milliseconds.
  static func milliseconds(_ ms: Int) -> Self
  /// An interval of microseconds.
  static func microseconds(_ us: Int) -> Self
  /// An interval of nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}
