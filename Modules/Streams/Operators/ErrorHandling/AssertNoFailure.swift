extension Publisher {
  /// Stops the program if the upstream fails, also in release builds.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: A fatal error.
  ///
  /// ```swift
  /// bundledFile.assertNoFailure("the bundled file is always readable").sink { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The text before the error in the message.
  ///   - file: The file to name in the message.
  ///   - line: The line to name in the message.
  /// - Returns: A publisher that cannot fail.
  @inlinable @inline(__always) public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// A publisher that stops the program if its upstream fails.
  public struct AssertNoFailure<Upstream: Publisher>: ForwardingPublisher {
    public let upstream: Upstream
    public let prefix: String
    public let file: StaticString
    public let line: UInt

    @inlinable @inline(__always) public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @inlinable @inline(__always) package var source: MapError<Upstream, Never> {
      upstream.mapError { [prefix, file, line] error in
        fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
      }
    }
  }
}
