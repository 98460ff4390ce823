extension Publisher {
  /// Sends values of one's own after this publisher's.
  ///
  /// - Demand: What is outstanding when this publisher finishes goes to what follows.
  /// - Completion: After the last of the values.
  /// - Failure: Passed through; then nothing follows.
  /// - Cancellation: Passed through; then nothing follows.
  ///
  /// ```swift
  /// [1, 2].publisher.append(3, 4)  // 1, 2, 3, 4
  /// ```
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Sends the elements of a sequence after this publisher's values.
  ///
  /// - Demand, completion, failure, cancellation: As of the other `append`s.
  ///
  /// ```swift
  /// [1, 2].publisher.append(3...4)  // 1, 2, 3, 4
  /// ```
  @inlinable public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Sends what another publisher has to say after this one's values.
  ///
  /// - Demand: What is outstanding when this publisher finishes goes to the other one.
  /// - Completion: With the other publisher, which is subscribed to when this one has finished.
  /// - Failure: Passed through; this publisher's ends all.
  /// - Cancellation: Passed through to the one that sends; then nothing follows.
  ///
  /// ```swift
  /// cachedBalance.append(service.balance())
  /// ```
  @inlinable public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }

  /// Sends values of one's own before this publisher's.
  ///
  /// - Demand: What is outstanding after the values goes to this publisher, which is subscribed to then.
  /// - Completion, failure: This publisher's.
  /// - Cancellation: Passed through.
  ///
  /// ```swift
  /// [3, 4].publisher.prepend(1, 2)  // 1, 2, 3, 4
  /// ```
  @inlinable public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Sends the elements of a sequence before this publisher's values.
  ///
  /// - Demand, completion, failure, cancellation: As of the other `prepend`s.
  ///
  /// ```swift
  /// [3, 4].publisher.prepend(1...2)  // 1, 2, 3, 4
  /// ```
  @inlinable public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Sends what another publisher has to say before this one's values.
  ///
  /// - Demand: What is outstanding when the other publisher finishes goes to this one, which is subscribed to then.
  /// - Completion: With this publisher.
  /// - Failure: Passed through; the other publisher's ends all.
  /// - Cancellation: Passed through to the one that sends; then nothing follows.
  ///
  /// ```swift
  /// service.balance().prepend(cachedBalance)
  /// ```
  @inlinable public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }
}

extension Publishers {
  /// What one publisher has to say, and then what another has: what `append` and `prepend` return.
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
      let port = ErasedSubscriber<Output, Failure>(subscriber)
      let sequential = port.raw.sequel ?? SequentialSubscription(port.raw, of: Self.self)
      sequential.proceed(to: prefix, then: suffix)
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}
