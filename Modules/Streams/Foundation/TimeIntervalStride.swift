#if canImport(Foundation)
  import Foundation

  /// The arithmetic of strides in seconds, for schedulers in calendar time. Each scheduler has its own type that conforms to
  /// it.
  @usableFromInline
  package protocol TimeIntervalStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Codable, Hashable, Sendable
  where Magnitude == TimeInterval, IntegerLiteralType == TimeInterval, FloatLiteralType == TimeInterval {
    /// The interval in seconds.
    var magnitude: TimeInterval { get set }

    init(_ timeInterval: TimeInterval)
  }

  extension TimeIntervalStride {
    /// The interval in seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Creates a stride from a number of seconds.
    public init(integerLiteral value: TimeInterval) { self.init(value) }

    /// Creates a stride from a number of seconds.
    public init(floatLiteral value: TimeInterval) { self.init(value) }

    /// Creates a stride from a number of seconds, or `nil` if a `Double` cannot represent it exactly.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = TimeInterval(exactly: source) else { return nil }
      self.init(seconds)
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
    public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
    /// The stride whose seconds are the product of the seconds of two: `stride * 2` is twice the stride.
    public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
    public static func seconds(_ s: Double) -> Self { Self(s) }
    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }
    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }
    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }
  }
#endif
