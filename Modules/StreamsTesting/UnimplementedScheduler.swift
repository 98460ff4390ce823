import Streams
public import StreamsExtras

/// A scheduler that must not be used: it reports every use, and runs no work.
///
/// Pass it to a model to prove that a code path needs no time.
///
/// ```swift
/// let model = BalanceViewModel(scheduler: UnimplementedScheduler { Issue.record("\($0)") })
/// ```
public struct UnimplementedScheduler: ReportingScheduler, Sendable {
  public typealias SchedulerTimeType = TestScheduler.SchedulerTimeType
  public typealias SchedulerOptions = TestScheduler.SchedulerOptions

  @usableFromInline let reporter: Reporter
  @usableFromInline var origin: SchedulerTimeType { SchedulerTimeType(sinceStart: 0) }

  /// Creates a scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - name: The name of the scheduler in a report.
  ///   - report: A closure that is called with each report, on the thread of the use. By default the program stops.
  public init(
    _ name: String = "A scheduler", report: @escaping @Sendable (String) -> Void = { fatalError($0) }
  ) {
    reporter = Reporter(name: name, report: report)
  }
}

extension AnyScheduler {
  /// Creates a scheduler that must not be used, for a model with another type of time.
  ///
  /// ```swift
  /// let scheduler = AnySchedulerOf<DispatchQueue>(UnimplementedScheduler(), startingAt: .init(.now()))
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that reports the uses of this one.
  ///   - origin: The value of `now`.
  public init(_ scheduler: UnimplementedScheduler, startingAt origin: SchedulerTimeType) {
    self.init(Translated<SchedulerTimeType, SchedulerOptions>(reporter: scheduler.reporter, origin: origin))
  }
}

/// An unimplemented scheduler with any type of time and of options.
private struct Translated<SchedulerTimeType: Strideable, SchedulerOptions>: ReportingScheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  let reporter: Reporter
  let origin: SchedulerTimeType
}

/// Reports the uses of a scheduler.
@usableFromInline struct Reporter: Sendable {
  let name: String
  let report: @Sendable (String) -> Void

  func reportUse(_ what: String) { report("\(name) was \(what), but this test says that it is never used") }
}

/// A scheduler that reports every use, and does nothing.
@usableFromInline protocol ReportingScheduler: Scheduler {
  var reporter: Reporter { get }
  /// The value of `now`.
  var origin: SchedulerTimeType { get }
}

extension ReportingScheduler {
  /// A fixed time. Reading it is reported.
  public var now: SchedulerTimeType {
    reporter.reportUse("asked for the time")
    return origin
  }

  /// Zero. Reading it is reported.
  public var minimumTolerance: SchedulerTimeType.Stride {
    reporter.reportUse("asked for its tolerance")
    return .seconds(0)
  }

  /// Reports the use, and drops the work.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    reporter.reportUse("given work")
  }

  /// Reports the use, and drops the work.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    reporter.reportUse("given work for \(date)")
  }

  /// Reports the use, and drops the work.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    reporter.reportUse("given repeated work from \(date)")
    return Subscriptions.empty
  }
}
