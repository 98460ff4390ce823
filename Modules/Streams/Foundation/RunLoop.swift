#if canImport(Foundation)
  import Foundation

  extension RunLoop: Scheduler {
    /// A point in a run loop's time.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
      public typealias Stride = NanosecondStride

      /// The point as a date.
      public var date: Date

      /// Makes a point in time.
      public init(_ date: Date) { self.date = date }

      public func distance(to other: SchedulerTimeType) -> Stride { .seconds(other.date.timeIntervalSince(date)) }
      public func advanced(by n: Stride) -> SchedulerTimeType {
        SchedulerTimeType(date.addingTimeInterval(Double(n.magnitude) / 1e9))
      }
    }

    /// A run loop has no options.
    public struct SchedulerOptions {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      let action = Handed(action)
      perform(inModes: [.common]) { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      let action = Handed(action)
      let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in action.value() }
      timer.tolerance = Double(max(0, tolerance.magnitude)) / 1e9
      add(timer, forMode: .common)
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      let action = Handed(action)
      let timer = Timer(fire: date.date, interval: Double(interval.magnitude) / 1e9, repeats: true) { _ in
        action.value()
      }
      timer.tolerance = Double(max(0, tolerance.magnitude)) / 1e9
      add(timer, forMode: .common)
      let handed = Handed(timer)
      return AnyCancellable { handed.value.invalidate() }
    }
  }
#endif
