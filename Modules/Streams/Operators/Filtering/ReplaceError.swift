extension Publisher {
  /// Sends a value of one's own in place of a failure, and finishes.
  ///
  /// - Demand: Passed through; the replacement waits until it is asked for.
  /// - Completion: With the replacement, or with this publisher.
  /// - Cancellation: Passed through.
  ///
  /// ```swift
  /// service.isAvailable(name).replaceError(with: false)
  /// ```
  ///
  /// - Parameter output: The replacement.
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// What ``Publisher/replaceError(with:)`` returns.
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
