#if canImport(Foundation)
  import Foundation

  /// A point in the time of a scheduler that counts in dates. Each scheduler has its own type that conforms to it.
  @usableFromInline package protocol SchedulerDate: Strideable, Codable, Hashable, Sendable
  where Stride: TimeIntervalStride {
    /// The point as a date.
    var date: Date { get set }

    init(_ date: Date)
  }

  extension SchedulerDate {
    public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    public func advanced(by n: Stride) -> Self { Self(date.addingTimeInterval(n.magnitude)) }
  }
#endif
