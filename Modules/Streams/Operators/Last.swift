extension Publisher {
  /// Sends the last value and finishes.
  ///
  /// - Demand: This publisher is asked for everything; the value is held until it is asked for.
  /// - Completion: With the value, when this publisher has finished; without values there is none.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2].publisher.last()  // 2
  /// ```
  @inlinable public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

  /// Sends the last value that satisfies a condition and finishes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/last()``.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.last { $0 < 3 }  // 2
  /// ```
  @inlinable public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// Sends the last value that satisfies a condition that may fail, and finishes.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// files.tryLast { try $0.isReadable() }
  /// ```
  @inlinable public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/last()`` returns.
  public struct Last<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Match<Upstream.Output, Upstream.Failure> {
      .init(isFirst: false, isMatch: { _ in true })
    }
  }

  /// What ``Publisher/last(where:)`` returns.
  public struct LastWhere<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Match<Upstream.Output, Upstream.Failure> { .init(isFirst: false, isMatch: predicate) }
  }

  /// What ``Publisher/tryLast(where:)`` returns.
  public struct TryLastWhere<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Match<Upstream.Output, any Error> { .init(isFirst: false, isMatch: predicate) }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
extension Publishers.Last: Sendable where Upstream: Sendable {}

/// Finds the first or the last value that satisfies a condition.
@usableFromInline package struct Match<Input, Failure: Error>: GatherStage {
  @usableFromInline package let isFirst: Bool
  @usableFromInline package let isMatch: (Input) throws(Failure) -> Bool
  @usableFromInline package var last: Input?

  @inlinable package init(isFirst: Bool, isMatch: @escaping (Input) throws(Failure) -> Bool) {
    self.isFirst = isFirst
    self.isMatch = isMatch
  }

  @inlinable package mutating func take(_ input: Input) throws(Failure) -> Step<Input> {
    guard try isMatch(input) else { return .hold }
    if isFirst { return .last(input) }
    last = input
    return .hold
  }

  @inlinable package func finish() -> Input? { last }
}
