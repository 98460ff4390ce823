extension Publisher {
  /// Folds all values into one result and sends it at the end.
  ///
  /// - Demand: This publisher is asked for everything; the result is held until it is asked for.
  /// - Completion: With the result, when this publisher has finished.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.reduce(0) { $0 + $1 }  // 6
  /// ```
  ///
  /// - Parameters:
  ///   - initialResult: The result of no values.
  ///   - nextPartialResult: What makes a result of the one before and a value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Folds all values into one result by a closure that may fail, and sends it at the end.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// prices.tryReduce(Money.zero) { try $0.adding($1) }
  /// ```
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// What ``Publisher/reduce(_:_:)`` returns.
  public struct Reduce<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable package var stage: Stages.Reduce<Upstream.Output, Output, Upstream.Failure> {
      .init(result: initial, next: nextPartialResult)
    }
  }

  /// What ``Publisher/tryReduce(_:_:)`` returns.
  public struct TryReduce<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable package var stage: Stages.Reduce<Upstream.Output, Output, any Error> {
      .init(result: initial, next: nextPartialResult)
    }
  }
}

extension Stages {
  /// Folds everything into one result.
  @usableFromInline package struct Reduce<Input, Output, Failure: Error>: ReducingStage {
    @usableFromInline package var result: Output
    @usableFromInline package let next: (Output, Input) throws(Failure) -> Output

    @inlinable package init(result: Output, next: @escaping (Output, Input) throws(Failure) -> Output) {
      self.result = result
      self.next = next
    }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Output> {
      result = try next(result, input)
      return .hold
    }

    @inlinable package func complete() -> Output? { result }
  }
}
