extension Publisher {
  /// Sends what a closure makes of each value and the result before it.
  ///
  /// - Demand, completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.scan(0) { $0 + $1 }  // 1, 3, 6
  /// ```
  ///
  /// - Parameters:
  ///   - initialResult: What stands for the result before the first value.
  ///   - nextPartialResult: What makes a result of the one before and a value.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Sends what a closure that may fail makes of each value and the result before it.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// purchases.tryScan(balance) { try $0.subtracting($1.price) }
  /// ```
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// What ``Publisher/scan(_:_:)`` returns.
  public struct Scan<Upstream: Publisher, Output>: StagePublisher {
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

    @inlinable package var stage: Stages.Scan<Upstream.Output, Output, Upstream.Failure> {
      .init(result: initialResult, next: nextPartialResult)
    }
  }

  /// What ``Publisher/tryScan(_:_:)`` returns.
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

    @inlinable package var stage: Stages.Scan<Upstream.Output, Output, any Error> {
      .init(result: initialResult, next: nextPartialResult)
    }
  }
}

extension Stages {
  /// Keeps a result and sends each change of it.
  @usableFromInline package struct Scan<Input, Output, Failure: Error>: Stage {
    @usableFromInline package var result: Output
    @usableFromInline package let next: (Output, Input) throws(Failure) -> Output

    @inlinable package init(result: Output, next: @escaping (Output, Input) throws(Failure) -> Output) {
      self.result = result
      self.next = next
    }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Output> {
      result = try next(result, input)
      return .emit(result)
    }
  }
}
