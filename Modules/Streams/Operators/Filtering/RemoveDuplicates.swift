extension Publisher where Output: Equatable {
  /// Drops an element that equals the previous one.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// viewModel.$state.map(\.isRefreshing).removeDuplicates()
  /// ```
  ///
  /// - Returns: A publisher that emits an element only if it differs from the previous one.
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}

extension Publisher {
  /// Drops an element that a closure considers equal to the previous one.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/removeDuplicates()``.
  ///
  /// ```swift
  /// positions.removeDuplicates { abs($0 - $1) < 1 }
  /// ```
  ///
  /// - Parameter predicate: A closure that takes the previous element and the current one, and returns whether they are
  ///   equal.
  /// - Returns: A publisher that emits an element only if it differs from the previous one.
  @inlinable public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }

  /// Drops an element that a closure that can throw considers equal to the previous one.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/removeDuplicates()``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// prices.tryRemoveDuplicates { try !$0.isLess(than: $1) && !$1.isLess(than: $0) }
  /// ```
  ///
  /// - Parameter predicate: A closure that takes the previous element and the current one, and returns whether they are
  ///   equal, or throws.
  /// - Returns: A publisher that emits an element only if it differs from the previous one.
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops an element that equals the previous one.
  public struct RemoveDuplicates<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output, Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.RemoveDuplicates<Upstream.Output, Upstream.Failure> {
      .init(isDuplicate: predicate)
    }
  }

  /// A publisher that compares elements with a closure that can throw and drops those that equal the previous one.
  public struct TryRemoveDuplicates<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.RemoveDuplicates<Upstream.Output, any Error> { .init(isDuplicate: predicate) }
  }
}

extension Stages {
  /// Compares each element with the previous one.
  @usableFromInline package struct RemoveDuplicates<Input, Failure: Error>: Stage {
    @usableFromInline package let isDuplicate: (Input, Input) throws -> Bool
    /// The previous element.
    @inlinable package var initialState: Input? { nil }

    @inlinable package init(isDuplicate: @escaping (Input, Input) throws -> Bool) {
      self.isDuplicate = isDuplicate
    }

    @inlinable package func receive(_ input: Input, _ state: StageState<Input?>) throws -> Decision<Input> {
      guard let last = state.value, try isDuplicate(last, input) else {
        state.value = input
        return .forward
      }
      state.value = input
      return .drop
    }
  }
}
