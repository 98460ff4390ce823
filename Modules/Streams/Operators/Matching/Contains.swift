extension Publisher where Output: Equatable {
  /// Emits whether the upstream emits an element that equals a value.
  ///
  /// - Demand: Requests unlimited. The result is held until the subscriber requests it.
  /// - Completion: Finishes with `true` at the first such element, and cancels the upstream; or finishes with `false` when
  ///   the upstream finishes.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.contains(2)  // true
  /// ```
  ///
  /// - Parameter output: The value to search for.
  /// - Returns: A publisher that emits one Boolean value.
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Emits whether the upstream emits an element that satisfies a condition.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/contains(_:)``.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.contains { $0 > 2 }  // true
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element satisfies the condition.
  /// - Returns: A publisher that emits one Boolean value.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// Emits whether the upstream emits an element that satisfies a condition that can throw.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/contains(_:)``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// files.tryContains { try $0.isReadable() }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element satisfies the condition, or throws.
  /// - Returns: A publisher that emits one Boolean value.
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that emits whether the upstream emits an element that equals a value.
  public struct Contains<Upstream: Publisher>: StagePublisher where Upstream.Output: Equatable {
    public let upstream: Upstream
    public let output: Upstream.Output

    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable package var stage: Stages.Contains<Upstream.Output, Upstream.Failure> {
      .init(at: true, isDecisive: { [output] in $0 == output })
    }
  }

  /// A publisher that emits whether an element satisfies a condition.
  public struct ContainsWhere<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.Contains<Upstream.Output, Upstream.Failure> {
      .init(at: true, isDecisive: predicate)
    }
  }

  /// A publisher that emits whether an element satisfies a condition that can throw.
  public struct TryContainsWhere<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.Contains<Upstream.Output, any Error> { .init(at: true, isDecisive: predicate) }
  }
}

extension Stages {
  /// Emits a verdict at the first element that decides it, and the opposite if none does.
  @usableFromInline package struct Contains<Input, Failure: Error>: ReducingStage, StatelessStage {
    @usableFromInline package let verdict: Bool
    @usableFromInline package let isDecisive: (Input) throws -> Bool

    @inlinable package init(at verdict: Bool, isDecisive: @escaping (Input) throws -> Bool) {
      self.verdict = verdict
      self.isDecisive = isDecisive
    }

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .none }

    @inlinable package func receive(_ input: Input) throws -> Decision<Bool> {
      try isDecisive(input) ? .emitAndComplete(verdict) : .hold
    }

    @inlinable package func complete(_ state: StageState<Void>) -> Bool? { !verdict }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
extension Publishers.Contains: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
