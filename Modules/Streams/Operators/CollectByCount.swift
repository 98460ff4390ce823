extension Publisher {
  /// Sends values in arrays of a size.
  ///
  /// - Demand: `count` values are asked for where one array is.
  /// - Completion: What has been collected is sent before it, as a shorter array.
  /// - Failure: What has been collected is dropped.
  /// - Cancellation: What has been collected is dropped.
  ///
  /// ```swift
  /// (1...5).publisher.collect(2)  // [1, 2], [3, 4], [5]
  /// ```
  ///
  /// - Parameter count: How many values an array has; at least one.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// What `collect(_:)` returns.
  public struct CollectByCount<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let count: Int

    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "collect needs arrays of at least one value")
      self.upstream = upstream
      self.count = count
    }

    @inlinable package var stage: Batches<Upstream.Output, Upstream.Failure> { .init(size: count) }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}

/// Puts values into arrays of a size, or everything into one.
@usableFromInline package struct Batches<Input, Failure: Error>: RelayStage {
  /// How many values an array has; `nil` for all, also where there are none.
  @usableFromInline package let size: Int?
  @usableFromInline package var batch: [Input] = []

  @inlinable package init(size: Int?) { self.size = size }

  @inlinable package var appetite: Appetite { size.map(Appetite.each) ?? .everything }
  @inlinable package static var needsDemand: Bool { true }

  @inlinable package mutating func take(_ input: Input) throws(Failure) -> Step<[Input]> {
    batch.append(input)
    return batch.count == size ? .emit(next()) : .hold
  }

  @inlinable package mutating func finish() -> [Input]? { batch.isEmpty && size != nil ? nil : next() }

  @inlinable package mutating func next() -> [Input] {
    defer { batch = [] }
    return batch
  }
}
