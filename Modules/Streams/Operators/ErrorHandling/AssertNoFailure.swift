extension Publisher {
  /// Stops the program if this publisher fails, in release builds too.
  ///
  /// - Demand, completion, cancellation: Passed through.
  ///
  /// ```swift
  /// bundledFile.assertNoFailure("the bundled file is always readable").sink { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: What the message begins with.
  ///   - file: Where the message says that it comes from.
  ///   - line: Where the message says that it comes from.
  @inlinable @inline(__always)
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// What ``Publisher/assertNoFailure(_:file:line:)`` returns.
  public struct AssertNoFailure<Upstream: Publisher>: ForwardingPublisher {
    public let upstream: Upstream
    public let prefix: String
    public let file: StaticString
    public let line: UInt

    @inlinable @inline(__always)
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @inlinable @inline(__always)
    package var source: MapError<Upstream, Never> {
      upstream.mapError { [prefix, file, line] error in
        fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
      }
    }
  }
}
