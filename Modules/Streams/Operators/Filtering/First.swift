extension Publisher {
  /// Emits the first element and finishes.
  ///
  /// - Demand: Requests unlimited. The element is held until the subscriber requests it.
  /// - Completion: Finishes with the first element and cancels the upstream, or finishes when the upstream does.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2].publisher.first()  // 1
  /// ```
  ///
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Emits the first element that satisfies a condition and finishes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/first()``.
  ///
  /// ```swift
  /// eventSubject.first(where: { $0 == .viewDidAppear })
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element matches.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// Emits the first element that satisfies a condition that can throw, and finishes.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/first()``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// files.tryFirst { try $0.isReadable() }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element matches, or throws.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self>
  {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }

  /// Emits the last element when the upstream finishes.
  ///
  /// - Demand: Requests unlimited. The element is held until the subscriber requests it.
  /// - Completion: Finishes with the last element when the upstream finishes, or without one if there was none.
  /// - Failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [1, 2].publisher.last()  // 2
  /// ```
  ///
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

  /// Emits the last element that satisfies a condition when the upstream finishes.
  ///
  /// - Demand, completion, failure, cancellation: As ``Publisher/last()``.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.last { $0 < 3 }  // 2
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element matches.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// Emits the last element that satisfies a condition that can throw, when the upstream finishes.
  ///
  /// - Demand, completion, cancellation: As ``Publisher/last()``.
  /// - Failure: An error that the closure throws cancels the upstream and fails the publisher. An upstream failure passes
  ///   through.
  ///
  /// ```swift
  /// files.tryLast { try $0.isReadable() }
  /// ```
  ///
  /// - Parameter predicate: A closure that returns whether an element matches, or throws.
  /// - Returns: A publisher that emits at most one element.
  @inlinable public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that emits the first element and finishes.
  public struct First<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, Upstream.Failure> {
      .init(isFirst: true, isMatch: { _ in true })
    }
  }

  /// A publisher that emits the first element that satisfies a condition and finishes.
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

  /// A publisher that emits the first element that satisfies a condition that can throw and finishes.
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

  /// A publisher that emits the last element when the upstream finishes.
  public struct Last<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream

    @inlinable public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable package var stage: Stages.FirstWhere<Upstream.Output, Upstream.Failure> {
      .init(isFirst: false, isMatch: { _ in true })
    }
  }

  /// A publisher that emits the last element that satisfies a condition when the upstream finishes.
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

  /// A publisher that emits the last element that satisfies a condition that can throw when the upstream finishes.
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

extension Stages {
  /// Finds the first or the last element that satisfies a condition.
  @usableFromInline package struct FirstWhere<Input, Failure: Error>: ReducingStage {
    @usableFromInline package let isFirst: Bool
    @usableFromInline package let isMatch: (Input) throws -> Bool
    @inlinable package init(isFirst: Bool, isMatch: @escaping (Input) throws -> Bool) {
      self.isFirst = isFirst
      self.isMatch = isMatch
    }

    @inlinable package var unsubscribedEvents: UnsubscribedEvents { .none }

    /// The last element that satisfied the condition.
    @inlinable package var initialState: Input? { nil }

    @inlinable package func receive(_ input: Input, _ state: StageState<Input?>) throws -> Decision<Input> {
      guard try isMatch(input) else { return .hold }
      if isFirst { return .emitAndComplete(input) }
      state.value = input
      return .hold
    }

    @inlinable package func complete(_ state: StageState<Input?>) -> Input? { state.value }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
extension Publishers.First: Sendable where Upstream: Sendable {}
extension Publishers.Last: Equatable where Upstream: Equatable {}
extension Publishers.Last: Sendable where Upstream: Sendable {}
