extension Publisher where Output: Equatable {
  /// Drops a value that equals the one before it.
  ///
  /// - Demand: Passed through; a dropped value is made up for.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.map(\.isRefreshing).removeDuplicates()
  /// ```
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Drops a value that is the same as the one before it, by a rule of one's own.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/removeDuplicates()``.
  ///
  /// ```swift
  /// positions.removeDuplicates { abs($0 - $1) < 1 }
  /// ```
  @inlinable public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }

  /// Drops a value that is the same as the one before it, by a rule that may fail.
  ///
  /// - Failure: What the rule throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// prices.tryRemoveDuplicates { try !$0.isLess(than: $1) && !$1.isLess(than: $0) }
  /// ```
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/removeDuplicates(by:)`` returns.
  public struct RemoveDuplicates<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output, Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.RemoveDuplicates<Upstream.Output, Upstream.Failure> {
      .init(isSame: predicate)
    }
  }

  /// What ``Publisher/tryRemoveDuplicates(by:)`` returns.
  public struct TryRemoveDuplicates<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.RemoveDuplicates<Upstream.Output, any Error> { .init(isSame: predicate) }
  }
}

extension Stages {
  /// Compares each value with the last one received.
  @usableFromInline package struct RemoveDuplicates<Input, Failure: Error>: Stage {
    @usableFromInline package let isSame: (Input, Input) throws(Failure) -> Bool
    @usableFromInline package var last: Input?

    @inlinable package init(isSame: @escaping (Input, Input) throws(Failure) -> Bool) { self.isSame = isSame }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      if let last, try isSame(last, input) {
        self.last = input
        return .drop
      }
      last = input
      return .emit(input)
    }
  }
}
