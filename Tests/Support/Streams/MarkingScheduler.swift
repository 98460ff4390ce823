import Foundation
import Streams

/// A scheduler that forwards to another and marks its jobs, so that a test can ask whether it is inside one.
public struct MarkingScheduler<Base: Scheduler>: Scheduler {
  public typealias SchedulerTimeType = Base.SchedulerTimeType
  public typealias SchedulerOptions = Base.SchedulerOptions

  public let base: Base
  private let key = "MarkingScheduler \(UUID())"

  public init(_ base: Base) { self.base = base }

  /// Whether this thread runs a job of this scheduler.
  public var isInJob: Bool { (Thread.current.threadDictionary[key] as? Int ?? 0) > 0 }

  private func marked(_ action: @escaping () -> Void) -> () -> Void {
    { [key] in
      let depth = Thread.current.threadDictionary[key] as? Int ?? 0
      Thread.current.threadDictionary[key] = depth + 1
      action()
      Thread.current.threadDictionary[key] = depth
    }
  }

  public var now: SchedulerTimeType { base.now }
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, marked(action))
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, marked(action))
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, marked(action))
  }
}
