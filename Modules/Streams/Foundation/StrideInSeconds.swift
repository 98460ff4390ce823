#if canImport(Foundation)
  import Foundation

  extension NanosecondStride {
    /// Makes a stretch of seconds.
    public init(_ timeInterval: TimeInterval) { self = .seconds(timeInterval) }

    /// The stretch in seconds.
    public var seconds: TimeInterval { Double(magnitude) / 1e9 }
  }
#endif
