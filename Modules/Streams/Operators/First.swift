extension Publisher {
  /// Sends the first value and finishes.
  ///
  /// - Demand: This publisher is asked for everything; the value is held until it is asked for.
  /// - Completion: With the value, or with this publisher's.
  ///
  /// ```swift
  /// [1, 2].publisher.first()  // 1
  /// ```
  @inlinable public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Sends the first value that satisfies a condition and finishes.
  ///
  /// ```swift
  /// eventSubject.first(where: { $0 == .viewDidAppear })
  /// ```
  @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// Sends the first value that satisfies a condition that may fail, and finishes.
  @inlinable public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self>
  {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/first()`` returns.
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      upstream.gather(FirstMatch<Output, Failure>(isMatch: { _ in true }), "First", to: subscriber)
    }
  }

  /// What ``Publisher/first(where:)`` returns.
  public struct FirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      upstream.gather(FirstMatch<Output, Failure>(isMatch: predicate), "FirstWhere", to: subscriber)
    }
  }

  /// What ``Publisher/tryFirst(where:)`` returns.
  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, S.Failure == any Error {
      upstream.tryGather(FirstMatch<Output, any Error>(isMatch: predicate), "TryFirstWhere", to: subscriber)
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

/// Waits for the first value that satisfies a condition.
@usableFromInline struct FirstMatch<Input, Failure: Error>: GatherStage {
  @usableFromInline let isMatch: (Input) throws(Failure) -> Bool

  @inlinable init(isMatch: @escaping (Input) throws(Failure) -> Bool) { self.isMatch = isMatch }

  @inlinable func take(_ input: Input) throws(Failure) -> Folded<Input> {
    try isMatch(input) ? .answer(input) : .more
  }

  @inlinable func finish() throws(Failure) -> Input? { nil }
}
