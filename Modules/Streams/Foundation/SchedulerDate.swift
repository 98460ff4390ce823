#if canImport(Foundation)
  import Foundation

  /// A point in the time of run loops or of operation queues, which is the calendar's.
  ///
  /// ```swift
  /// let soon = RunLoop.SchedulerTimeType(Date()).advanced(by: .milliseconds(250))
  /// ```
  public struct SchedulerDate<Context>: Strideable, Codable, Hashable, Sendable {
    public typealias Stride = TimeIntervalStride

    /// The point as a date.
    public var date: Date

    /// Makes a point in time.
    public init(_ date: Date) { self.date = date }

    public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    public func advanced(by n: Stride) -> Self { Self(date.addingTimeInterval(n.magnitude)) }
  }
#endif
