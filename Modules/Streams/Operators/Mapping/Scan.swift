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
  public struct Scan<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      (self.upstream, self.initialResult, self.nextPartialResult) = (upstream, initialResult, nextPartialResult)
    }

    @inlinable package var stage: Stages.Scan<Upstream.Output, Output, Upstream.Failure> {
      .init(result: initialResult, next: nextPartialResult)
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
      (self.upstream, self.initialResult, self.nextPartialResult) = (upstream, initialResult, nextPartialResult)
    }

    @inlinable package var stage: Stages.Scan<Upstream.Output, Output, any Error> {
      .init(result: initialResult, next: nextPartialResult)
    }
  }
}

extension Stages {
  /// Keeps the last result and emits each one.
  @usableFromInline package struct Scan<Input, Output, Failure: Error>: Stage {
    @usableFromInline package var result: Output
    @usableFromInline package let next: (Output, Input) throws -> Output

    @inlinable package init(result: Output, next: @escaping (Output, Input) throws -> Output) {
      self.result = result
      self.next = next
    }

    @inlinable package mutating func receive(_ input: Input) throws -> Decision<Output> {
      result = try next(result, input)
      return .emit(result)
    }
  }
}
