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
  /// What ``Publisher/first()`` returns.
  public struct First<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, Upstream.Failure> {
      .init(isFirst: true, isMatch: { _ in true })
    }
  }

  /// What ``Publisher/first(where:)`` returns.
  public struct FirstWhere<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, Upstream.Failure> {
      .init(isFirst: true, isMatch: predicate)
    }
  }

  /// What ``Publisher/tryFirst(where:)`` returns.
  public struct TryFirstWhere<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, any Error> {
      .init(isFirst: true, isMatch: predicate)
    }
  }

  /// What ``Publisher/last()`` returns.
  public struct Last<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, Upstream.Failure> {
      .init(isFirst: false, isMatch: { _ in true })
    }
  }

  /// What ``Publisher/last(where:)`` returns.
  public struct LastWhere<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, Upstream.Failure> {
      .init(isFirst: false, isMatch: predicate)
    }
  }

  /// What ``Publisher/tryLast(where:)`` returns.
  public struct TryLastWhere<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, any Error> {
      .init(isFirst: false, isMatch: predicate)
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
extension Publishers.First: Sendable where Upstream: Sendable {}
extension Publishers.Last: Equatable where Upstream: Equatable {}
extension Publishers.Last: Sendable where Upstream: Sendable {}

extension Stages {
  /// Finds the first or the last value that satisfies a condition.
  @usableFromInline package struct FirstWhere<Input, Failure: Error>: ReducingStage {
    @usableFromInline package let isFirst: Bool
    @usableFromInline package let isMatch: (Input) throws(Failure) -> Bool
    @usableFromInline package var last: Input?

    @inlinable package init(isFirst: Bool, isMatch: @escaping (Input) throws(Failure) -> Bool) {
      self.isFirst = isFirst
      self.isMatch = isMatch
    }

    @inlinable package mutating func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      guard try isMatch(input) else { return .hold }
      if isFirst { return .emitAndComplete(input) }
      last = input
      return .hold
    }

    @inlinable package func complete() -> Input? { last }
  }
}
