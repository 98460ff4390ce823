extension Publisher {
  /// Drops values as long as they satisfy a condition, and sends all that follow.
  ///
  /// - Demand: Passed through; a dropped value is made up for.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2, 9, 3].publisher.drop { $0 < 5 }  // 9, 3
  /// ```
  ///
  /// - Parameter predicate: The condition; not asked again once a value has not satisfied it.
  @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Drops values as long as they satisfy a condition that may fail, and sends all that follow.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// lines.tryDrop { try isComment($0) }
  /// ```
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/drop(while:)`` returns.
  public struct DropWhile<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: After<Upstream.Output, Upstream.Failure> { .init(isDropped: predicate) }
  }

  /// What ``Publisher/tryDrop(while:)`` returns.
  public struct TryDropWhile<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: After<Upstream.Output, any Error> { .init(isDropped: predicate) }
  }
}

/// Starts when a condition is met no longer.
@usableFromInline package struct After<Input, Failure: Error>: RelayStage {
  // NB: let go of once it has said no.
  @usableFromInline package var isDropped: ((Input) throws(Failure) -> Bool)?

  @inlinable package init(isDropped: @escaping (Input) throws(Failure) -> Bool) { self.isDropped = isDropped }

  @inlinable package mutating func take(_ input: Input) throws(Failure) -> Step<Input> {
    guard let isDropped else { return .emit(input) }
    if try isDropped(input) { return .skip }
    self.isDropped = nil
    return .emit(input)
  }
}
