extension Publisher {
  /// Replaces a failure of the upstream with a value and finishes.
  ///
  /// - Demand: Passed through. The value waits until the subscriber requests it.
  /// - Completion: Finishes after the value, or when the upstream finishes.
  /// - Failure: None.
  /// - Cancellation: Passed through.
  ///
  /// ```swift
  /// service.isAvailable(name).replaceError(with: false)
  /// ```
  ///
  /// - Parameter output: The value to emit in place of the failure.
  /// - Returns: A publisher that cannot fail.
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that replaces a failure of the upstream with a value.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    public let output: Output
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == Never {
      let output = output
      upstream.replacing(in: SequentialSubscription(ErasedSubscriber(subscriber).raw, of: Self.self)) { _ in
        Just(output)
      }
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Output: Equatable {}
extension Publishers.ReplaceError: Sendable where Upstream: Sendable, Output: Sendable {}
