/// A publisher that makes another for each subscriber.
///
/// ```swift
/// Deferred { Just(Int.random(in: 1...6)) }
/// ```
public struct Deferred<DeferredPublisher: Publisher>: ForwardingPublisher {
  /// What makes the publisher; run once per subscriber.
  public let createPublisher: () -> DeferredPublisher

  /// Makes a publisher that waits for a subscriber.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable package var source: DeferredPublisher { createPublisher() }
}
