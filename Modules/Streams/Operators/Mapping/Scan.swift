extension Publisher {
  /// Combines each element with the previous result, and emits every result.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.scan(0) { $0 + $1 }  // 1, 3, 6
  /// ```
  ///
  /// - Parameters:
  ///   - initialResult: The value to combine with the first element.
  ///   - nextPartialResult: A closure that takes the previous result and an element, and returns the next result.
  /// - Returns: A publisher that emits one result for each element.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Combines each element with the previous result with a closure that can throw, and emits every result.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// purchases.tryScan(balance) { try $0.subtracting($1.price) }
  /// ```
  ///
  /// - Parameters:
  ///   - initialResult: The value to combine with the first element.
  ///   - nextPartialResult: A closure that takes the previous result and an element, and returns the next result or throws.
  /// - Returns: A publisher that emits one result for each element.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that combines each element with the previous result and emits every result.
  public struct Scan<Upstream: Publisher, Output>: OperatorPublisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
      let state = TransparentState(Accumulator(initialResult), of: Self.self)
      let next = downstream.unretained
      return state.makeSubscriber(
        for: downstream, subscription: next.receive,
        value: { [nextPartialResult] address in
          state.receive {
            let result = address.borrow { (input: borrowing Upstream.Output) in
              state.accumulate(input, nextPartialResult)
            }
            // The closure can have caused the completion.
            return state.hasEnded ? 0 : send(result, to: next.raw.onValue)
          }
        })
    }
  }

  /// A publisher that combines elements with a closure that can throw and emits every result.
  public struct TryScan<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable package var stage: Stages.TryScan<Upstream.Output, Output> {
      .init(result: initialResult, next: nextPartialResult)
    }
  }
}

extension Stages {
  /// Keeps the last result and emits each one, or throws.
  @usableFromInline package struct TryScan<Input, Output>: Stage {
    @usableFromInline package typealias Failure = any Error
    @usableFromInline package let initialState: Accumulator<Output>
    @usableFromInline package let next: (Output, Input) throws -> Output

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .values }

    @inlinable package init(result: Output, next: @escaping (Output, Input) throws -> Output) {
      initialState = Accumulator(result)
      self.next = next
    }

    @inlinable @inline(__always)
    package func receive(_ input: Input, _ state: StageState<Accumulator<Output>>) throws -> Decision<Output> {
      .emit(try state.accumulate(input, next))
    }
  }
}
