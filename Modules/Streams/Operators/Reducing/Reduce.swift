extension Publisher {
  /// Combines all elements into one result and emits it when the upstream finishes.
  ///
  /// - Demand: Requests unlimited. The result is held until the subscriber requests it.
  /// - Completion: Finishes with the result when the upstream finishes.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.reduce(0) { $0 + $1 }  // 6
  /// ```
  ///
  /// - Parameters:
  ///   - initialResult: The result for an upstream without elements.
  ///   - nextPartialResult: A closure that takes the previous result and an element, and returns the next result.
  /// - Returns: A publisher that emits one result.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Combines all elements into one result with a closure that can throw, and emits it when the upstream finishes.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/reduce(_:_:)``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// prices.tryReduce(Money.zero) { try $0.adding($1) }
  /// ```
  ///
  /// - Parameters:
  ///   - initialResult: The result for an upstream without elements.
  ///   - nextPartialResult: A closure that takes the previous result and an element, and returns the next result or throws.
  /// - Returns: A publisher that emits one result.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that combines all elements into one result.
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

  /// A publisher that combines all elements into one result with a closure that can throw.
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
  /// Combines all elements into one result.
  @usableFromInline package struct Reduce<Input, Output, Failure: Error>: ReducingStage {
    @usableFromInline package let initialState: Accumulator<Output>
    @usableFromInline package let next: (Output, Input) throws -> Output

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .none }

    @inlinable package init(result: Output, next: @escaping (Output, Input) throws -> Output) {
      initialState = Accumulator(result)
      self.next = next
    }

    @inlinable @inline(__always)
    package func receive(_ input: Input, _ state: StageState<Accumulator<Output>>) throws -> Decision<Output> {
      _ = try state.accumulate(input, next)
      return .hold
    }

    @inlinable package func complete(_ state: StageState<Accumulator<Output>>) -> Output? { state.value.current }
  }
}
