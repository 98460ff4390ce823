#if canImport(Foundation)
  import Foundation

  /// A stretch of time in seconds and their fractions: the stride of run loops and operation queues, whose points in time
  /// are dates.
  ///
  /// ```swift
  /// let stride: RunLoop.SchedulerTimeType.Stride = .milliseconds(250)
  /// print(stride.magnitude)  // 0.25
  /// ```
  public struct TimeIntervalStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Codable, Hashable, Sendable
  {
    /// The stretch in seconds.
    public var magnitude: TimeInterval

    /// The stretch in seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Makes a stretch of seconds.
    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }

    /// Makes a stretch of seconds.
    public init(integerLiteral value: TimeInterval) { magnitude = value }

    /// Makes a stretch of seconds.
    public init(floatLiteral value: TimeInterval) { magnitude = value }

    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = TimeInterval(exactly: source) else { return nil }
      magnitude = value
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
    public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
    public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
    public static func seconds(_ s: Double) -> Self { Self(s) }
    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }
    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }
    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }
  }
#endif
