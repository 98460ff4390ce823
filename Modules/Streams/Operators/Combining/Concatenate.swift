extension Publisher {
  /// Emits values after the elements of this publisher.
  ///
  /// - Demand: Demand that is left when this publisher finishes is used for the values.
  /// - Completion: Finishes after the last value.
  /// - Failure: Passed through. No value follows a failure.
  /// - Cancellation: Passed through. No value follows a cancellation.
  ///
  /// ```swift
  /// [1, 2].publisher.append(3, 4)  // 1, 2, 3, 4
  /// ```
  ///
  /// - Parameter elements: The values to emit.
  /// - Returns: A publisher that emits the elements and then the values.
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Emits the elements of a sequence after the elements of this publisher.
  ///
  /// - Demand, completion, failure, cancellation: As the overload that takes single values.
  ///
  /// ```swift
  /// [1, 2].publisher.append(3...4)  // 1, 2, 3, 4
  /// ```
  ///
  /// - Parameter elements: The sequence to emit.
  /// - Returns: A publisher that emits this publisher's elements and then the sequence's.
  @inlinable public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Emits the elements of another publisher after the elements of this one.
  ///
  /// The other publisher is subscribed to when this one has finished.
  ///
  /// - Demand: Demand that is left when this publisher finishes is passed to the other one.
  /// - Completion: Finishes when the other publisher does.
  /// - Failure: Passed through. The other publisher is not subscribed to after a failure of this one.
  /// - Cancellation: Cancels the current publisher.
  ///
  /// ```swift
  /// cachedBalance.append(service.balance())
  /// ```
  ///
  /// - Parameter publisher: The publisher that follows.
  /// - Returns: A publisher that emits this publisher's elements and then the other's.
  @inlinable public func append<P: Publisher<Output, Failure>>(_ publisher: P) -> Publishers.Concatenate<Self, P> {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }

  /// Emits values before the elements of this publisher.
  ///
  /// This publisher is subscribed to after the last value.
  ///
  /// - Demand: Demand that is left after the values is passed to this publisher.
  /// - Completion, failure, cancellation: Passed through.
  ///
  /// ```swift
  /// [3, 4].publisher.prepend(1, 2)  // 1, 2, 3, 4
  /// ```
  ///
  /// - Parameter elements: The values to emit.
  /// - Returns: A publisher that emits the values and then the elements.
  @inlinable public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Emits the elements of a sequence before the elements of this publisher.
  ///
  /// - Demand, completion, failure, cancellation: As the overload that takes single values.
  ///
  /// ```swift
  /// [3, 4].publisher.prepend(1...2)  // 1, 2, 3, 4
  /// ```
  ///
  /// - Parameter elements: The sequence to emit.
  /// - Returns: A publisher that emits the sequence's elements and then this publisher's.
  @inlinable public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Emits the elements of another publisher before the elements of this one.
  ///
  /// This publisher is subscribed to when the other one has finished.
  ///
  /// - Demand: Demand that is left when the other publisher finishes is passed to this one.
  /// - Completion: Finishes when this publisher does.
  /// - Failure: Passed through. This publisher is not subscribed to after a failure of the other one.
  /// - Cancellation: Cancels the current publisher.
  ///
  /// ```swift
  /// service.balance().prepend(cachedBalance)
  /// ```
  ///
  /// - Parameter publisher: The publisher that comes first.
  /// - Returns: A publisher that emits the other publisher's elements and then this one's.
  @inlinable public func prepend<P: Publisher<Output, Failure>>(_ publisher: P) -> Publishers.Concatenate<P, Self> {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }
}

extension Publishers {
  /// A publisher that emits the elements of one publisher and then those of another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    public let prefix: Prefix
    public let suffix: Suffix

    @inlinable public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where Suffix.Failure == S.Failure, Output == S.Input {
      let downstream = ErasedSubscriber<Output, Failure>(subscriber)
      let sequential = SequentialSubscription.chained(to: downstream.raw, of: Self.self)
      sequential.subscribe(to: prefix, then: suffix)
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}
