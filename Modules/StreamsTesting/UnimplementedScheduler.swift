import Streams

/// A scheduler that a test says is never used: whatever is asked of it is reported.
///
/// It shows which code paths of a model touch a scheduler at all.
///
/// ```swift
/// let model = BalanceViewModel(scheduler: UnimplementedScheduler { Issue.record("\($0)") })
/// ```
public struct UnimplementedScheduler: Scheduler, Sendable {
  public typealias SchedulerTimeType = TestScheduler.SchedulerTimeType
  public typealias SchedulerOptions = TestScheduler.SchedulerOptions

  private let name: String
  private let report: @Sendable (String) -> Void

  /// Makes a scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - name: What the report calls it.
  ///   - report: Hears what was asked of it; without it the program stops. Work that is scheduled never runs.
  public init(
    _ name: String = "A scheduler", report: @escaping @Sendable (String) -> Void = { fatalError($0) }
  ) {
    self.name = name
    self.report = report
  }

  public var now: SchedulerTimeType {
    touched("asked for the time")
    return SchedulerTimeType(sinceStart: 0)
  }

  public var minimumTolerance: SchedulerTimeType.Stride {
    touched("asked for its tolerance")
    return 0
  }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    touched("given work")
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    touched("given work for \(date)")
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    touched("given repeated work from \(date)")
    return Subscriptions.empty
  }

  private func touched(_ what: String) { report("\(name) was \(what), but this test says that it is never used") }
}
