extension Publisher {
  /// The values of this publisher for `for await`, or for `for try await` where it may fail.
  ///
  /// - Demand: One value at a time, when the loop asks. A publisher that does not wait, such as a subject, loses what it sends
  ///   between two turns of the loop: prefer `values(buffering:)` for it.
  /// - Failure: Thrown.
  /// - Cancellation: When the task or the iteration ends.
  ///
  /// ```swift
  /// for await number in [1, 2, 3].publisher.values { print(number) }
  /// for try await balance in service.balance().values { print(balance) }
  /// ```
  @inlinable public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }

  /// The values of this publisher for `for await`, or for `for try await` where it may fail, kept until the loop takes
  /// them.
  ///
  /// - Demand: Unlimited, from when the loop begins.
  /// - Failure: Thrown, after the values that are kept.
  /// - Cancellation: When the task or the iteration ends; what is kept is dropped.
  /// - Parameter limit: Which values to keep.
  ///
  /// ```swift
  /// for await event in events.values(buffering: .unbounded) { handle(event) }
  /// ```
  @_disfavoredOverload
  @inlinable public func values(buffering limit: AsyncBuffering) -> AsyncThrowingPublisher<Self> {
    AsyncThrowingPublisher(self, buffering: limit)
  }
}

/// Which values a loop that is slower than its publisher finds.
public enum AsyncBuffering: Sendable, Equatable {
  /// All of them.
  case unbounded
  /// The newest, as many as said.
  case newest(Int)
  /// The oldest, as many as said.
  case oldest(Int)
}

/// The values of a publisher that cannot fail, as an asynchronous sequence: what it throws is `Never`.
public typealias AsyncPublisher<P: Publisher> = AsyncThrowingPublisher<P> where P.Failure == Never

/// The values of a publisher, as an asynchronous sequence that throws its failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  public typealias Failure = P.Failure

  @usableFromInline let publisher: P
  @usableFromInline let limit: AsyncBuffering?

  /// Makes a sequence that asks for one value at a time.
  @inlinable public init(_ publisher: P) {
    self.publisher = publisher
    limit = nil
  }

  @inlinable init(_ publisher: P, buffering limit: AsyncBuffering) {
    self.publisher = publisher
    self.limit = limit
  }

  @inlinable public func makeAsyncIterator() -> Iterator {
    switch limit {
    case nil: Iterator(.open(publisher))
    case .unbounded: Iterator(.open(kept(.max, .dropNewest)))
    case .newest(let count): Iterator(.open(kept(count, .dropOldest)))
    case .oldest(let count): Iterator(.open(kept(count, .dropNewest)))
    }
  }

  @inlinable func kept(
    _ count: Int, _ whenFull: Publishers.BufferingStrategy<P.Failure>
  ) -> Publishers.Buffer<P> {
    publisher.buffer(size: Swift.max(0, count), prefetch: .byRequest, whenFull: whenFull)
  }

  /// Takes the values; when it is released, the subscription is cancelled.
  ///
  /// Several tasks may wait in copies of one iterator. They get the values in the order in which they asked, and all of them
  /// go on at the end, at a failure, and when one of them is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var reader: MailboxReader<P.Output, P.Failure>

    @inlinable init(_ mailbox: Mailbox<P.Output, P.Failure>) { reader = MailboxReader(mailbox) }

    @inlinable public mutating func next() async throws(P.Failure) -> P.Output? { try await next(isolation: nil) }

    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(P.Failure) -> P.Output? {
      var isAsked = false
      // NB: a copy of this iterator may be waiting, or asking on another thread: then values go through the pile.
      if isKnownUniquelyReferenced(&reader), let value = reader.ask(&isAsked) { return value }
      return try await reader.mailbox.next(isAsked: isAsked, isolation: actor).get()
    }
  }
}

// NB: Sendable so that a loop in another task may have them; each loop has a subscription of its own.
extension AsyncThrowingPublisher: @unchecked Sendable where P: Sendable {}
