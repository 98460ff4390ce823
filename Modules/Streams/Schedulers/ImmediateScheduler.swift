/// A scheduler that runs work synchronously on the caller's thread. Its time never advances.
///
/// ```swift
/// publisher.receive(on: ImmediateScheduler.shared)
/// ```
public struct ImmediateScheduler: Scheduler, Sendable {
  /// The scheduler's only point in time, as far as `now` is concerned.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// An interval in nanoseconds. Its arithmetic saturates instead of trapping.
    public struct Stride: NanosecondStride {
      /// The interval in nanoseconds.
      public var magnitude: Int

      @usableFromInline package init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Creates a stride of seconds.
      public init(_ value: Int) { self = .seconds(value) }
    }

    let instant: Stride

    public func distance(to other: SchedulerTimeType) -> Stride { other.instant - instant }
    public func advanced(by n: Stride) -> SchedulerTimeType { SchedulerTimeType(instant: instant + n) }
  }

  public typealias SchedulerOptions = Never

  /// The shared scheduler.
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
