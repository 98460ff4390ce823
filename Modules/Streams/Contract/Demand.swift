extension Subscribers {
  /// A number of values that a subscriber requests.
  ///
  /// ``unlimited`` plus or minus any demand is ``unlimited``. A finite demand never falls below ``none`` and becomes
  /// unlimited where it would overflow.
  ///
  /// ```swift
  /// Subscribers.Demand.max(2) + 1          // max(3)
  /// Subscribers.Demand.unlimited - .max(1) // unlimited
  /// ```
  @frozen public struct Demand: Equatable, Hashable, Sendable {
    @usableFromInline package let raw: UInt

    @inlinable @inline(__always) package init(raw: UInt) { self.raw = raw }

    /// A request for every value.
    @inlinable public static var unlimited: Demand { Demand(raw: unlimitedRaw) }
    /// A request for no values.
    @inlinable public static var none: Demand { Demand(raw: 0) }

    /// A request for a number of values.
    ///
    /// - Parameter value: The number; a negative one is a programming error.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand cannot be negative")
      return Demand(raw: UInt(bitPattern: value))
    }

    /// The number of values; `nil` if it is unlimited.
    @inlinable public var max: Int? { raw == Demand.unlimitedRaw ? nil : Int(bitPattern: raw) }

    // Every finite demand fits into an `Int`, so the sum of two never overflows a `UInt`.
    @inlinable @inline(__always) package static var unlimitedRaw: UInt { 1 << (UInt.bitWidth - 1) }
  }
}

extension Subscribers.Demand {
  @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
    let sum = lhs.raw &+ rhs.raw
    let unlimited = lhs.raw == unlimitedRaw || rhs.raw == unlimitedRaw || sum >= unlimitedRaw
    return unlimited ? Self(raw: unlimitedRaw) : Self(raw: sum)
  }

  @inlinable public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs.raw == unlimitedRaw { return lhs }
    return rhs < 0 ? lhs - Self(raw: rhs.magnitude) : lhs + Self(raw: rhs.magnitude)
  }

  @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs.raw == unlimitedRaw { return lhs }
    return lhs.raw > rhs.raw ? Self(raw: lhs.raw - rhs.raw) : Self(raw: 0)
  }

  // NB: the magnitude of `Int.min` is not an `Int`; as a `UInt` it equals the raw value of an unlimited demand.
  @inlinable public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs.raw == unlimitedRaw { return lhs }
    return rhs < 0 ? lhs + Self(raw: rhs.magnitude) : lhs - Self(raw: rhs.magnitude)
  }

  @inlinable public static func * (lhs: Self, rhs: Int) -> Self {
    precondition(rhs >= 0, "A demand cannot be negative")
    if lhs.raw == unlimitedRaw { return lhs }
    let (product, overflow) = lhs.raw.multipliedReportingOverflow(by: UInt(rhs))
    return overflow || product >= unlimitedRaw ? Self(raw: unlimitedRaw) : Self(raw: product)
  }

  @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
  @inlinable public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }
  @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
  @inlinable public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
  @inlinable public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  @inlinable public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
  @inlinable public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
  @inlinable public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }
  @inlinable public static func != (lhs: Int, rhs: Self) -> Bool { !(rhs == lhs) }
  @inlinable public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }
  @inlinable public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
  @inlinable public static func > (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 > rhs } ?? true }
  @inlinable public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
  @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }
  @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool { !(lhs > rhs) }
  @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
  @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool { !(lhs < rhs) }
}

extension Subscribers.Demand {
  /// Whether this demand requests any values.
  ///
  /// - Parameter trapsOnNone: Whether a request for no values is a programming error.
  @usableFromInline package func isPositive(orTrap trapsOnNone: Bool) -> Bool {
    if raw > 0 { return true }
    precondition(!trapsOnNone, "A subscriber must ask for at least one value")
    return false
  }
}

extension Subscribers.Demand: Comparable {
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.raw < rhs.raw }
}

extension Subscribers.Demand: CustomStringConvertible {
  public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
}

extension Subscribers.Demand: Codable {
  public init(from decoder: any Decoder) throws {
    let raw = try decoder.singleValueContainer().decode(UInt.self)
    guard raw <= Self.unlimitedRaw else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A demand is at most \(Self.unlimitedRaw)"))
    }
    self.init(raw: raw)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw)
  }
}
