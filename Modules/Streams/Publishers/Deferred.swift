/// A publisher that makes another for each subscriber.
///
/// ```swift
/// Deferred { Just(Int.random(in: 1...6)) }
/// ```
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// What makes the publisher; run once per subscriber.
  public let createPublisher: () -> DeferredPublisher

  /// Makes a publisher that waits for a subscriber.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    createPublisher().receive(subscriber: subscriber)
  }
}
