public import Streams

/// A scheduler that uses the time of a clock.
///
/// Actions run one at a time. Those that are due at the same time run in the order in which they were scheduled. They run on
/// the actor, or on the concurrent thread pool if there is none.
///
/// ```swift
/// taps.debounce(for: .milliseconds(300), scheduler: ClockScheduler(ContinuousClock(), on: MainActor.shared))
/// ```
public final class ClockScheduler<C: Clock>: Scheduler, @unchecked Sendable where C.Duration == Duration {
  // Sendable because the queue is locked and the serializer is thread-safe.

  /// A point in the time of the clock.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// A time interval in nanoseconds. Arithmetic saturates instead of trapping.
    public struct Stride: NanosecondStride {
      /// The interval in nanoseconds.
      public var magnitude: Int

      @usableFromInline package init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Creates a stride from a duration. A duration that is too long saturates.
      public init(_ duration: Duration) { self.init(saturating: duration) }
    }

    /// The point as an instant of the clock.
    public let instant: C.Instant

    /// Creates a point in time.
    public init(_ instant: C.Instant) { self.instant = instant }

    public func distance(to other: SchedulerTimeType) -> Stride { Stride(instant.duration(to: other.instant)) }
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(instant.advanced(by: .nanoseconds(n.magnitude)))
    }
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.instant == rhs.instant }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.instant < rhs.instant }
  }

  /// Options of a clock. There are none.
  public struct SchedulerOptions: Sendable {}

  private let clock: C
  private let actor: (any Actor)?
  private let serializer = Serializer()
  private let queue = Locked(Deque<() -> Void>())

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - actor: The actor to run on, or `nil` for the concurrent thread pool.
  public init(_ clock: C, on actor: (any Actor)? = nil) {
    self.clock = clock
    self.actor = actor
  }

  public var now: SchedulerTimeType { SchedulerTimeType(clock.now) }
  public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(clock.minimumResolution) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    queue.withLock { $0.append(action) }
    Task { await self.runNext(isolation: actor) }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = start(at: date, every: nil, tolerance, UnsafeTransfer(action))
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let task = start(at: date, every: interval, tolerance, UnsafeTransfer(action))
    return AnyCancellable { task.cancel() }
  }

  private func start(
    at date: SchedulerTimeType, every interval: SchedulerTimeType.Stride?, _ tolerance: SchedulerTimeType.Stride,
    _ action: UnsafeTransfer<() -> Void>
  ) -> Task<Void, Never> {
    Task {
      var date: SchedulerTimeType? = date
      while let due = date, !Task.isCancelled {
        do { try await clock.sleep(until: due.instant, tolerance: .nanoseconds(tolerance.magnitude)) } catch { return }
        await self.run(action, isolation: actor)
        date = interval.map(due.advanced)
      }
    }
  }

  private func run(_ action: UnsafeTransfer<() -> Void>, isolation: isolated (any Actor)?) async {
    guard !Task.isCancelled else { return }
    queue.withLock { $0.append(action.value) }
    await runNext(isolation: isolation)
  }

  private func runNext(isolation: isolated (any Actor)?) async {
    // On an actor the serializer is always free. Elsewhere the thread that is inside runs the action.
    serializer.runOrHandOver { self.queue.withLock { $0.popFirst() }?() }
  }
}
