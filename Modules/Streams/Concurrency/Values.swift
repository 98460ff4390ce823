extension Publisher {
  /// The values of this publisher for `for await`, or for `for try await` where it may fail.
  ///
  /// - Demand: One value at a time, when the loop asks. A publisher that does not wait, such as a subject, loses what it sends
  ///   between two turns of the loop: put `buffer(size:prefetch:whenFull:)` before it.
  /// - Failure: Thrown.
  /// - Cancellation: When the task or the iteration ends.
  ///
  /// ```swift
  /// for await number in [1, 2, 3].publisher.values { print(number) }
  /// for try await balance in service.balance().values { print(balance) }
  /// ```
  @inlinable public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence: what it throws is `Never`.
public typealias AsyncPublisher<P: Publisher> = AsyncThrowingPublisher<P> where P.Failure == Never

/// The values of a publisher, as an asynchronous sequence that throws its failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  public typealias Failure = P.Failure

  @usableFromInline package let publisher: P

  /// Makes a sequence that asks for one value at a time.
  @inlinable public init(_ publisher: P) { self.publisher = publisher }

  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(.open(publisher)) }

  /// Takes the values; when it is released, the subscription is cancelled.
  ///
  /// Several tasks may wait in copies of one iterator. They get the values in the order in which they asked, and all of them
  /// go on at the end, at a failure, and when one of them is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline package var reader: AsyncBufferReader<P.Output, P.Failure>

    @inlinable package init(_ buffer: AsyncBuffer<P.Output, P.Failure>) { reader = AsyncBufferReader(buffer) }

    @inlinable public mutating func next() async throws(P.Failure) -> P.Output? { try await next(isolation: nil) }

    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(P.Failure) -> P.Output? {
      var isAsked = false
      // NB: a copy of this iterator may be waiting, or asking on another thread: then values go through the storage.
      if isKnownUniquelyReferenced(&reader), let value = reader.ask(&isAsked) { return value }
      return try await reader.buffer.next(isAsked: isAsked, isolation: actor).get()
    }
  }
}

extension AsyncThrowingPublisher: Sendable where P: Sendable {}
