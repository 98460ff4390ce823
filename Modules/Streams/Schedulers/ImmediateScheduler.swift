/// A scheduler that runs everything at once, on the caller's thread. Its time stands still.
///
/// ```swift
/// publisher.receive(on: ImmediateScheduler.shared)
/// ```
public struct ImmediateScheduler: Scheduler, Sendable {
  /// A point in a time that stands still.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// A length of time in nanoseconds. Its arithmetic stops at the largest number instead of trapping.
    public struct Stride: NanosecondStride {
      /// The length in nanoseconds.
      public var magnitude: Int

      @usableFromInline package init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Makes a stride of seconds.
      public init(_ value: Int) { self = .seconds(value) }
    }

    let instant: Stride

    public func distance(to other: SchedulerTimeType) -> Stride { other.instant - instant }
    public func advanced(by n: Stride) -> SchedulerTimeType { SchedulerTimeType(instant: instant + n) }
  }

  public typealias SchedulerOptions = Never

  /// The scheduler.
  public static let shared = ImmediateScheduler()

  public var now: SchedulerTimeType { SchedulerTimeType(instant: 0) }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) { action() }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
