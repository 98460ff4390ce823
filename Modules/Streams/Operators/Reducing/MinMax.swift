extension Publisher where Output: Comparable {
  /// Sends the least of all values, at the end; the first of several.
  ///
  /// - Demand: This publisher is asked for everything; the value is held until it is asked for.
  /// - Completion: With the value, when this publisher has finished; without values there is none.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [3, 1, 2].publisher.min()  // 1
  /// ```
  @inlinable public func min() -> Publishers.Comparison<Self> { min(by: <) }

  /// Sends the greatest of all values, at the end; the first of several.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/min()``.
  ///
  /// ```swift
  /// [3, 1, 2].publisher.max()  // 3
  /// ```
  @inlinable public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publisher {
  /// Sends the least of all values by an order of one's own, at the end; the first of several.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/min()``.
  ///
  /// ```swift
  /// products.min { $0.price < $1.price }
  /// ```
  ///
  /// - Parameter areInIncreasingOrder: Whether the first value is less than the second.
  @inlinable public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }

  /// Sends the least of all values by an order that may fail, at the end; the first of several.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// prices.tryMin { try $0.isLess(than: $1) }
  /// ```
  @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }

  /// Sends the greatest of all values by an order of one's own, at the end; the first of several.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/min()``.
  ///
  /// ```swift
  /// products.max { $0.price < $1.price }
  /// ```
  ///
  /// - Parameter areInIncreasingOrder: Whether the first value is less than the second.
  @inlinable public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Sends the greatest of all values by an order that may fail, at the end; the first of several.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// prices.tryMax { try $0.isLess(than: $1) }
  /// ```
  @inlinable public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// The last of all values by an order: what ``Publisher/max(by:)`` returns, and ``Publisher/min(by:)`` with the order
  /// turned round.
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

  /// The last of all values by an order that may fail.
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
  /// Keeps the greatest value, the first of several.
  @usableFromInline package struct Comparison<Input, Failure: Error>: ReducingStage {
    @usableFromInline package let isLess: (Input, Input) throws(Failure) -> Bool
    @usableFromInline package var greatest: Input?

    @inlinable package init(isLess: @escaping (Input, Input) throws(Failure) -> Bool) { self.isLess = isLess }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      guard let greatest else {
        self.greatest = input
        return .hold
      }
      if try isLess(greatest, input) { self.greatest = input }
      return .hold
    }

    @inlinable package func complete() -> Input? { greatest }
  }
}
