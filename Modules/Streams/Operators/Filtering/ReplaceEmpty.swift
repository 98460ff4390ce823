extension Publisher {
  /// Emits a value if the upstream finishes without an element.
  ///
  /// - Demand: Passed through. The value waits until the subscriber requests it.
  /// - Completion: Finishes after the value, or when the upstream finishes.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// Empty<Int, Never>().replaceEmpty(with: 0)  // 0
  /// ```
  ///
  /// - Parameter output: The value to emit.
  /// - Returns: A publisher that emits at least one element unless it fails.
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that emits a value if the upstream finishes without an element.
  public struct ReplaceEmpty<Upstream: Publisher>: SameOutputPublisher {
    public let output: Upstream.Output
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let output = output
      let sequential = SequentialSubscription(
        ErasedSubscriber(subscriber).raw, of: Self.self, trapsOnRequestForNone: true)
      // The flag needs no lock: the upstream delivers one event at a time.
      var isEmpty = true
      let inner: ErasedSubscriber<Upstream.Output, Upstream.Failure> = sequential.makeSubscriber { completion in
        if isEmpty, case .finished = completion {
          sequential.subscribeChained(to: Just(output).setFailureType(to: Upstream.Failure.self))
        } else {
          sequential.complete(with: completion)
        }
      }
      let flagged = ErasedSubscriber<Upstream.Output, Upstream.Failure>(forwardingTo: inner.raw) {
        isEmpty = false
        return inner.raw.onValue($0)
      }
      sequential.subscribeNext { [upstream] in upstream.receive(subscriber: flagged) }
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Output: Equatable {}
extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Output: Sendable {}
