public import Streams

/// A scheduler in the time of a clock.
///
/// Work runs one piece at a time, what is due at once in the order in which it was scheduled: on an actor if one is given,
/// else on a thread of the concurrent pool.
///
/// ```swift
/// taps.debounce(for: .milliseconds(300), scheduler: ClockScheduler(ContinuousClock(), on: MainActor.shared))
/// ```
public final class ClockScheduler<C: Clock>: Scheduler, @unchecked Sendable where C.Duration == Duration {
  // NB: Sendable because what is variable is behind its lock, or inside the serializer.

  /// A point in the clock's time.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// A length of time in nanoseconds. Its arithmetic stops at the largest number instead of trapping.
    public struct Stride: NanosecondStride {
      /// The length in nanoseconds.
      public var magnitude: Int

      @usableFromInline package init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Makes a stride of a duration; the nearest one where it is too long.
      public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
      }
    }

    /// The point as the clock has it.
    public let instant: C.Instant

    /// Makes a point in time.
    public init(_ instant: C.Instant) { self.instant = instant }

    public func distance(to other: SchedulerTimeType) -> Stride { Stride(instant.duration(to: other.instant)) }
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(instant.advanced(by: .nanoseconds(n.magnitude)))
    }
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.instant == rhs.instant }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.instant < rhs.instant }
  }

  /// A clock has no options.
  public struct SchedulerOptions: Sendable {}

  private let clock: C
  private let actor: (any Actor)?
  private let serializer = Serializer()
  private let queue = Locked(Deque<() -> Void>())

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - clock: Whose time counts.
  ///   - actor: Where work runs.
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
    _ = wake(at: date, every: nil, tolerance, UnsafeTransfer(action))
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let task = wake(at: date, every: interval, tolerance, UnsafeTransfer(action))
    return AnyCancellable { task.cancel() }
  }

  private func wake(
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
    // NB: whoever finds the serializer taken leaves its turn to the one inside, on an actor that is nobody.
    serializer.enqueue { self.queue.withLock { $0.popFirst() }?() }
  }
}
