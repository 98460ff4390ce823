extension Publisher {
  /// Sends values as long as they satisfy a condition, and finishes at the first that does not.
  ///
  /// - Demand, failure, cancellation: Passed through.
  /// - Completion: With this publisher, or at the first value that does not satisfy the condition; it is not sent, and this
  ///   publisher is cancelled.
  ///
  /// ```swift
  /// [1, 2, 9, 3].publisher.prefix { $0 < 5 }  // 1, 2
  /// ```
  ///
  /// - Parameter predicate: The condition.
  @inlinable public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Sends values as long as they satisfy a condition that may fail, and finishes at the first that does not.
  ///
  /// - Failure: What the closure throws cancels this publisher and ends the new one.
  ///
  /// ```swift
  /// lines.tryPrefix { try !isEndMark($0) }
  /// ```
  @inlinable public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/prefix(while:)`` returns.
  public struct PrefixWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.PrefixWhile<Upstream.Output, Upstream.Failure> { .init(isMet: predicate) }
  }

  /// What ``Publisher/tryPrefix(while:)`` returns.
  public struct TryPrefixWhile<Upstream: Publisher>: StagePublisher {
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable package var stage: Stages.PrefixWhile<Upstream.Output, any Error> { .init(isMet: predicate) }
  }
}

extension Stages {
  /// Goes on as long as a condition is met.
  @usableFromInline package struct PrefixWhile<Input, Failure: Error>: Stage {
    @usableFromInline package let isMet: (Input) throws(Failure) -> Bool

    @inlinable package init(isMet: @escaping (Input) throws(Failure) -> Bool) { self.isMet = isMet }

    @inlinable package func receive(_ input: Input) throws(Failure) -> Decision<Input> {
      try isMet(input) ? .emit(input) : .complete
    }
  }
}
