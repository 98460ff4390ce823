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
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

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

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      upstream.gather(
        Fold<Upstream.Output, Output, Failure>(result: initial, next: nextPartialResult), "Reduce", to: subscriber)
    }
  }

  /// What ``Publisher/tryReduce(_:_:)`` returns.
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

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

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
      upstream.tryGather(
        Fold<Upstream.Output, Output, any Error>(result: initial, next: nextPartialResult), "TryReduce", to: subscriber
      )
    }
  }
}

/// Folds everything into one result.
@usableFromInline struct Fold<Input, Output, Failure: Error>: GatherStage {
  @usableFromInline var result: Output
  @usableFromInline let next: (Output, Input) throws(Failure) -> Output

  @inlinable init(result: Output, next: @escaping (Output, Input) throws(Failure) -> Output) {
    self.result = result
    self.next = next
  }

  @inlinable mutating func take(_ input: Input) throws(Failure) -> Folded<Output> {
    result = try next(result, input)
    return .more
  }

  @inlinable func finish() throws(Failure) -> Output? { result }
}
