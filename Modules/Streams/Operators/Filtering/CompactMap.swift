extension Publisher {
  /// Turns each value into another, or drops it where there is none.
  ///
  /// - Demand: Passed through; a dropped value is made up for.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// ["1", "two", "3"].publisher.compactMap { Int($0) }  // 1, 3
  /// ```
  ///
  /// - Parameter transform: What makes a new value of an old one, or `nil`.
  @inlinable @inline(__always)
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Turns each value into another, drops it where there is none, or fails.
  ///
  /// - Demand: Passed through; a dropped value is made up for.
  /// - Completion, cancellation: Passed through.
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// lines.tryCompactMap { $0.isEmpty ? nil : try Amount(parsing: $0) }
  /// ```
  @inlinable public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/compactMap(_:)`` returns.
  public struct CompactMap<Upstream: Publisher, Output>: OperatorPublisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?

    @inlinable @inline(__always)
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    package func makeSubscriber(for downstream: ErasedSubscriber<Output, Failure>) -> UpstreamSubscriber {
      let transform: (borrowing Upstream.Output) -> Output? = transform
      let next = downstream.raw.onValue
      return ErasedSubscriber(forwardingTo: downstream.raw) {
        guard let output = $0.lend(to: transform) else { return 1 }
        return pass(output, to: next)
      }
    }
  }

  /// What ``Publisher/tryCompactMap(_:)`` returns.
  public struct TryCompactMap<Upstream: Publisher, Output>: StagePublisher {
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output?

    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable package var stage: Stages.TryCompactMap<Upstream.Output, Output> { .init(body: transform) }
  }
}

extension Stages {
  /// Makes another value of each, or none, or throws.
  @usableFromInline package struct TryCompactMap<Input, Output>: Stage {
    @usableFromInline package let body: (Input) throws -> Output?

    @inlinable package init(body: @escaping (Input) throws -> Output?) { self.body = body }

    @inlinable package func receive(_ input: Input) throws(any Error) -> Decision<Output> {
      guard let output = try body(input) else { return .drop }
      return .emit(output)
    }
  }
}
