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
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let output: Output
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      let output = output
      let handover = Handover(Port(subscriber).raw, name: "ReplaceEmpty")
      // NB: one delivery at a time, and the completion after them: the flag needs no lock.
      var isEmpty = true
      let inlet: Port<Output, Failure> = handover.inlet { completion in
        if isEmpty, case .finished = completion {
          handover.proceed(to: Just(output).setFailureType(to: Failure.self))
        } else {
          handover.finish(completion)
        }
      }
      let watched = Port<Output, Failure>(through: inlet) {
        isEmpty = false
        return inlet.raw.value($0)
      }
      handover.proceed { [upstream] in upstream.receive(subscriber: watched) }
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Output: Equatable {}
extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Output: Sendable {}
