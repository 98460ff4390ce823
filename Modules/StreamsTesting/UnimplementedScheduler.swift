import Streams
public import StreamsExtras

/// A scheduler that a test says is never used: whatever is asked of it is reported.
///
/// It shows which code paths of a model touch a scheduler at all.
///
/// ```swift
/// let model = BalanceViewModel(scheduler: UnimplementedScheduler { Issue.record("\($0)") })
/// ```
public struct UnimplementedScheduler: ReportingScheduler, Sendable {
  public typealias SchedulerTimeType = TestScheduler.SchedulerTimeType
  public typealias SchedulerOptions = TestScheduler.SchedulerOptions

  @usableFromInline let reporter: Reporter
  @usableFromInline var origin: SchedulerTimeType { SchedulerTimeType(sinceStart: 0) }

  /// Makes a scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - name: What the report calls it.
  ///   - report: Hears what was asked of it; without it the program stops. Work that is scheduled never runs.
  public init(
    _ name: String = "A scheduler", report: @escaping @Sendable (String) -> Void = { fatalError($0) }
  ) {
    reporter = Reporter(name: name, report: report)
  }
}

extension AnyScheduler {
  /// Erases a scheduler that must not be used, for a model that wants another kind of time.
  ///
  /// ```swift
  /// let scheduler = AnySchedulerOf<DispatchQueue>(UnimplementedScheduler(), startingAt: .init(.now()))
  /// ```
  ///
  /// - Parameters:
  ///   - scheduler: Reports what is asked of this one.
  ///   - origin: The time that this one tells whoever asks.
  public init(_ scheduler: UnimplementedScheduler, startingAt origin: SchedulerTimeType) {
    self.init(Translated<SchedulerTimeType, SchedulerOptions>(reporter: scheduler.reporter, origin: origin))
  }
}

/// An unimplemented scheduler with any kind of time and of options.
private struct Translated<SchedulerTimeType: Strideable, SchedulerOptions>: ReportingScheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  let reporter: Reporter
  let origin: SchedulerTimeType
}

/// Says what was asked of a scheduler.
@usableFromInline struct Reporter: Sendable {
  let name: String
  let report: @Sendable (String) -> Void

  func touched(_ what: String) { report("\(name) was \(what), but this test says that it is never used") }
}

/// A scheduler that reports whatever is asked of it, and does nothing.
@usableFromInline protocol ReportingScheduler: Scheduler {
  var reporter: Reporter { get }
  /// The time that it tells.
  var origin: SchedulerTimeType { get }
}

extension ReportingScheduler {
  public var now: SchedulerTimeType {
    reporter.touched("asked for the time")
    return origin
  }

  public var minimumTolerance: SchedulerTimeType.Stride {
    reporter.touched("asked for its tolerance")
    return .seconds(0)
  }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    reporter.touched("given work")
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    reporter.touched("given work for \(date)")
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    reporter.touched("given repeated work from \(date)")
    return Subscriptions.empty
  }
}
