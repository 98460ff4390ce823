extension Publisher where Failure == Never {
  /// The elements of this publisher as an asynchronous sequence, for `for await`.
  ///
  /// - Demand: Requests one element when the loop needs it. A publisher that ignores demand, such as a subject, drops what it
  ///   sends between two iterations: use `buffer(size:prefetch:whenFull:)` before it.
  /// - Completion: Ends the loop.
  /// - Cancellation: When the task is cancelled or the iterator is released.
  ///
  /// ```swift
  /// for await number in [1, 2, 3].publisher.values { print(number) }
  /// ```
  @inlinable public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  /// The elements of this publisher as an asynchronous sequence, for `for try await`.
  ///
  /// - Demand, completion, cancellation: As for a publisher that cannot fail.
  /// - Failure: Thrown.
  ///
  /// ```swift
  /// for try await balance in service.balance().values { print(balance) }
  /// ```
  @inlinable public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The elements of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  public typealias Failure = Never

  @usableFromInline package let publisher: P

  /// Creates a sequence that requests one element at a time.
  ///
  /// - Parameter publisher: The publisher.
  @inlinable public init(_ publisher: P) { self.publisher = publisher }

  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(.open(publisher)) }

  /// An iterator that cancels the subscription when it is released.
  ///
  /// Several tasks may wait in copies of one iterator. They receive elements in the order of their requests, and all of them
  /// resume at the completion, and when one of them is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline package var reader: AsyncBufferReader<P.Output, Never>

    @inlinable package init(_ buffer: AsyncBuffer<P.Output, Never>) { reader = AsyncBufferReader(buffer) }

    @inlinable public mutating func next() async -> P.Output? { await next(isolation: nil) }

    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      var isRequested = false
      // NB: only the sole owner may use the slot; a copy of this iterator may be waiting on another thread.
      if isKnownUniquelyReferenced(&reader), let value = reader.requestNext(&isRequested) { return value }
      return await reader.buffer.next(isRequested: isRequested, isolation: actor).get()
    }
  }
}

/// The elements of a publisher as an asynchronous sequence, which throws the publisher's failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  public typealias Failure = any Error

  @usableFromInline package let publisher: P

  /// Creates a sequence that requests one element at a time.
  ///
  /// - Parameter publisher: The publisher.
  @inlinable public init(_ publisher: P) { self.publisher = publisher }

  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(.open(publisher)) }

  /// An iterator that cancels the subscription when it is released.
  ///
  /// Several tasks may wait in copies of one iterator. They receive elements in the order of their requests, and all of them
  /// resume at the completion, at a failure, and when one of them is cancelled.
  // NB: it throws `any Error`, because the compiler (6.3.1) crashes where `try?` meets a failure type of `next`.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline package var reader: AsyncBufferReader<P.Output, P.Failure>

    @inlinable package init(_ buffer: AsyncBuffer<P.Output, P.Failure>) { reader = AsyncBufferReader(buffer) }

    @inlinable public mutating func next() async throws -> P.Output? { try await next(isolation: nil) }

    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws -> P.Output? {
      var isRequested = false
      // NB: only the sole owner may use the slot; a copy of this iterator may be waiting on another thread.
      if isKnownUniquelyReferenced(&reader), let value = reader.requestNext(&isRequested) { return value }
      return try await reader.buffer.next(isRequested: isRequested, isolation: actor).get()
    }
  }
}

extension AsyncPublisher: Sendable where P: Sendable {}
extension AsyncThrowingPublisher: Sendable where P: Sendable {}
