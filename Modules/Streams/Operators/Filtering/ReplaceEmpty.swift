extension Publisher {
  /// Sends a value of one's own if this publisher finishes without any.
  ///
  /// - Demand: Passed through; the replacement waits until it is asked for.
  /// - Completion: With the replacement, or with this publisher.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// Empty<Int, Never>().replaceEmpty(with: 0)  // 0
  /// ```
  ///
  /// - Parameter output: The replacement.
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// What ``Publisher/replaceEmpty(with:)`` returns.
  public struct ReplaceEmpty<Upstream: Publisher>: SameOutputPublisher {
    public let output: Upstream.Output
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable public func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let output = output
      let sequential = SequentialSubscription(ErasedSubscriber(subscriber).raw, of: Self.self, isStrict: true)
      // NB: one delivery at a time, and the completion after them: the flag needs no lock.
      var isEmpty = true
      let inlet: ErasedSubscriber<Upstream.Output, Upstream.Failure> = sequential.makeSubscriber { completion in
        if isEmpty, case .finished = completion {
          sequential.proceed(to: Just(output).setFailureType(to: Upstream.Failure.self))
        } else {
          sequential.finish(completion)
        }
      }
      let watched = ErasedSubscriber<Upstream.Output, Upstream.Failure>(forwardingTo: inlet.raw) {
        isEmpty = false
        return inlet.raw.onValue($0)
      }
      sequential.proceed { [upstream] in upstream.receive(subscriber: watched) }
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Output: Equatable {}
extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Output: Sendable {}
