/// The arithmetic of strides in whole nanoseconds, which each scheduler's stride type adopts.
///
/// It saturates instead of trapping.
@usableFromInline
package protocol NanosecondStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  ExpressibleByFloatLiteral, Codable, Hashable, Sendable
where Magnitude == Int, IntegerLiteralType == Int, FloatLiteralType == Double {
  /// The interval in nanoseconds.
  var magnitude: Int { get set }

  init(nanoseconds: Int)
}

extension NanosecondStride {
  /// Creates a stride of seconds.
  public init(integerLiteral value: Int) { self = .seconds(value) }

  /// Creates a stride of seconds.
  public init(floatLiteral value: Double) { self = .seconds(value) }

  /// Creates a stride of seconds; `nil` if it is too long.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = Int(exactly: source) else { return nil }
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
  public static func + (lhs: Self, rhs: Self) -> Self {
    clamped(lhs.magnitude.addingReportingOverflow(rhs.magnitude), lhs.magnitude < 0)
  }
  public static func - (lhs: Self, rhs: Self) -> Self {
    clamped(lhs.magnitude.subtractingReportingOverflow(rhs.magnitude), lhs.magnitude < 0)
  }
  /// The stride whose nanoseconds are the product of the nanoseconds of two.
  ///
  /// A literal counts seconds, so `stride * 2` is not twice the stride: one second times 2 is 2 × 10¹⁸ ns. Write
  /// `stride + stride`, or multiply the number that the stride is made from.
  public static func * (lhs: Self, rhs: Self) -> Self {
    clamped(lhs.magnitude.multipliedReportingOverflow(by: rhs.magnitude), (lhs.magnitude < 0) != (rhs.magnitude < 0))
  }
  /// Multiplies the nanoseconds of two strides; a literal counts seconds.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

  public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }
  public static func seconds(_ s: Double) -> Self { Self(nanoseconds: Int(clamping: s * 1_000_000_000)) }
  public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }
  public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1_000) }
  public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

  private static func scaled(_ count: Int, by factor: Int) -> Self {
    clamped(count.multipliedReportingOverflow(by: factor), count < 0)
  }

  private static func clamped(_ result: (partialValue: Int, overflow: Bool), _ isNegative: Bool) -> Self {
    Self(nanoseconds: !result.overflow ? result.partialValue : isNegative ? .min : .max)
  }
}

extension Int {
  /// Rounds to the nearest integer and saturates.
  init(clamping value: Double) {
    self = value.isNaN ? 0 : value >= 0x1p63 ? .max : value <= -0x1p63 ? .min : Int(value.rounded())
  }
}
