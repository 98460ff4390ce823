extension Publisher where Output: Equatable {
  /// Sends whether a value is among this publisher's.
  ///
  /// - Demand: This publisher is asked for everything; the answer is held until it is asked for.
  /// - Completion: With `true` at the value, when this publisher is cancelled; with `false` when it has finished.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.contains(2)  // true
  /// ```
  ///
  /// - Parameter output: The value to look for.
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Sends whether one of this publisher's values satisfies a condition.
  ///
  /// - Demand: This publisher is asked for everything; the answer is held until it is asked for.
  /// - Completion: With `true` at the first such value, when this publisher is cancelled; with `false` when it has finished.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.contains { $0 > 2 }  // true
  /// ```
  ///
  /// - Parameter predicate: The condition.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// Sends whether one of this publisher's values satisfies a condition, which may fail.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// files.tryContains { try $0.isReadable() }
  /// ```
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/contains(_:)`` returns.
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

  /// What ``Publisher/contains(where:)`` returns.
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

  /// What ``Publisher/tryContains(where:)`` returns.
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

extension Publishers.Contains: Equatable where Upstream: Equatable {}
extension Publishers.Contains: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension Stages {
  /// Answers a question at the first value that decides it, and the other way when there is none.
  @usableFromInline package struct Contains<Input, Failure: Error>: ReducingStage {
    @usableFromInline package let verdict: Bool
    @usableFromInline package let isDecisive: (Input) throws(Failure) -> Bool

    @inlinable package init(at verdict: Bool, isDecisive: @escaping (Input) throws(Failure) -> Bool) {
      self.verdict = verdict
      self.isDecisive = isDecisive
    }

    @inlinable package func receive(_ input: Input) throws(Failure) -> Decision<Bool> {
      try isDecisive(input) ? .emitAndComplete(verdict) : .hold
    }

    @inlinable package func complete() -> Bool? { !verdict }
  }
}
