extension Publisher where Output: Comparable {
  /// Emits the minimum of all elements when the upstream finishes.
  ///
  /// Of several equal elements, the first counts.
  ///
  /// - Demand: Requests unlimited. The element is held until the subscriber requests it.
  /// - Completion: Finishes with the element when the upstream finishes, or without one if there was none.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [3, 1, 2].publisher.min()  // 1
  /// ```
  ///
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func min() -> Publishers.Comparison<Self> { min(by: <) }

  /// Emits the maximum of all elements when the upstream finishes.
  ///
  /// Of several equal elements, the first counts.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/min()``.
  ///
  /// ```swift
  /// [3, 1, 2].publisher.max()  // 3
  /// ```
  ///
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publisher {
  /// Emits the minimum of all elements, in the order that a closure defines, when the upstream finishes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/min()``.
  ///
  /// ```swift
  /// products.min { $0.price < $1.price }
  /// ```
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument orders before its second.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }

  /// Emits the minimum of all elements, in the order that a closure that can throw defines, when the upstream finishes.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/min()``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// prices.tryMin { try $0.isLess(than: $1) }
  /// ```
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument orders before its second, or throws.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }

  /// Emits the maximum of all elements, in the order that a closure defines, when the upstream finishes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/min()``.
  ///
  /// ```swift
  /// products.max { $0.price < $1.price }
  /// ```
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument orders before its second.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Emits the maximum of all elements, in the order that a closure that can throw defines, when the upstream finishes.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/min()``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// prices.tryMax { try $0.isLess(than: $1) }
  /// ```
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument orders before its second, or throws.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// A publisher that emits the maximum in the order that a closure defines. ``Publisher/min(by:)`` reverses the order.
  public struct Comparison<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable package var stage: Stages.Comparison<Upstream.Output, Upstream.Failure> {
      .init(isLess: areInIncreasingOrder)
    }
  }

  /// A publisher that emits the maximum in the order that a closure that can throw defines.
  public struct TryComparison<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable package var stage: Stages.Comparison<Upstream.Output, any Error> { .init(isLess: areInIncreasingOrder) }
  }
}

extension Stages {
  /// Keeps the greatest element. Of several equal ones it keeps the first.
  @usableFromInline package struct Comparison<Input, Failure: Error>: ReducingStage {
    @usableFromInline package let isLess: (Input, Input) throws -> Bool
    /// The greatest element so far.
    @inlinable package var initialState: Input? { nil }

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .none }

    @inlinable package init(isLess: @escaping (Input, Input) throws -> Bool) { self.isLess = isLess }

    @inlinable package func receive(_ input: Input, _ state: StageState<Input?>) throws -> Decision<Input> {
      guard let greatest = state.value else {
        state.value = input
        return .hold
      }
      if try isLess(greatest, input) { state.value = input }
      return .hold
    }

    @inlinable package func complete(_ state: StageState<Input?>) -> Input? { state.value }
  }
}
