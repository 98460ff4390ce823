extension Publisher {
  /// Turns each value into another, or fails.
  ///
  /// - Demand, completion, cancellation: Passed through.
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// texts.tryMap { try Amount(parsing: $0) }
  /// ```
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/tryMap(_:)`` returns.
  public struct TryMap<Upstream: Publisher, Output>: StagedPublisher {
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable package var stage: Transform<Upstream.Output, Output> { .init(body: transform) }
  }
}

/// Makes another value of each, or throws.
@usableFromInline package struct Transform<Input, Output>: RelayStage {
  @usableFromInline package let body: (Input) throws -> Output

  @inlinable package init(body: @escaping (Input) throws -> Output) { self.body = body }

  @inlinable package func take(_ input: Input) throws(any Error) -> Step<Output> { .emit(try body(input)) }
}
