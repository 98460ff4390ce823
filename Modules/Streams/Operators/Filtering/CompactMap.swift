extension Publisher {
  /// Transforms each element with a closure and drops `nil` results.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["1", "two", "3"].publisher.compactMap { Int($0) }  // 1, 3
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a new one, or `nil`.
  /// - Returns: A publisher that emits the results that are not `nil`.
  @inlinable @inline(__always)
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Transforms each element with a closure that can throw, and drops `nil` results.
  ///
  /// - Demand: Passed through. Requests another element for each one that it drops.
  /// - Completion, cancellation: Passed through.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// lines.tryCompactMap { $0.isEmpty ? nil : try Amount(parsing: $0) }
  /// ```
  ///
  /// - Parameter transform: A closure that takes an element and returns a new one or `nil`, or throws.
  /// - Returns: A publisher that emits the results that are not `nil`.
  @inlinable public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element with a closure and drops `nil` results.
  public struct CompactMap<Upstream: Publisher, Output>: OperatorPublisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?

    @inlinable @inline(__always) public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: consuming ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
      let transform: (borrowing Upstream.Output) -> Output? = transform
      let next = downstream.raw.onValue
      return ErasedSubscriber(forwardingTo: downstream.raw) {
        guard $0.alwaysTrue(in: Upstream.self) else { return 0 }
        guard let output = $0.lend(to: transform) else { return 1 }
        return send(output, to: next)
      }
    }
  }

  /// A publisher that transforms each element with a closure that can throw and drops `nil` results.
  public struct TryCompactMap<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output?

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable package var stage: Stages.TryCompactMap<Upstream.Output, Output> { .init(transform: transform) }
  }
}

extension Stages {
  /// Transforms each element, drops it, or throws.
  @usableFromInline package struct TryCompactMap<Input, Output>: StatelessStage {
    @usableFromInline package typealias Failure = any Error
    @usableFromInline package let transform: (Input) throws -> Output?

    @inlinable package init(transform: @escaping (Input) throws -> Output?) { self.transform = transform }

    @inlinable package func receive(_ input: Input) throws -> Decision<Output> {
      guard let output = try transform(input) else { return .drop }
      return .emit(output)
    }
  }
}
