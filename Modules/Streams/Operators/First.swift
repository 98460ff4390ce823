extension Publisher {
  /// Sends the first value and finishes.
  ///
  /// - Demand: This publisher is asked for everything; the value is held until it is asked for.
  /// - Completion: With the value, or with this publisher's.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2].publisher.first()  // 1
  /// ```
  @inlinable public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Sends the first value that satisfies a condition and finishes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/first()``.
  ///
  /// ```swift
  /// eventSubject.first(where: { $0 == .viewDidAppear })
  /// ```
  @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// Sends the first value that satisfies a condition that may fail, and finishes.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/first()``.
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// files.tryFirst { try $0.isReadable() }
  /// ```
  @inlinable public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self>
  {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/first()`` returns.
  public struct First<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Match<Upstream.Output, Upstream.Failure> {
      .init(isFirst: true, isMatch: { _ in true })
    }
  }

  /// What ``Publisher/first(where:)`` returns.
  public struct FirstWhere<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Match<Upstream.Output, Upstream.Failure> { .init(isFirst: true, isMatch: predicate) }
  }

  /// What ``Publisher/tryFirst(where:)`` returns.
  public struct TryFirstWhere<Upstream: Publisher>: StagedPublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Match<Upstream.Output, any Error> { .init(isFirst: true, isMatch: predicate) }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
extension Publishers.First: Sendable where Upstream: Sendable {}
