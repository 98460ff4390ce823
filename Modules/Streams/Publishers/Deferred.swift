/// A publisher that creates another one for each subscriber.
///
/// - Demand, completion, failure, cancellation: Those of the publisher that the closure creates.
///
/// ```swift
/// Deferred { Just(Int.random(in: 1...6)) }
/// ```
public struct Deferred<DeferredPublisher: Publisher>: ForwardingPublisher {
  /// The closure that creates a publisher. It runs once for each subscriber.
  public let createPublisher: () -> DeferredPublisher

  /// Creates a deferred publisher.
  ///
  /// - Parameter createPublisher: A closure that creates a publisher for a subscriber.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable package var source: DeferredPublisher { createPublisher() }
}
