import Locking
import Streams

extension FeedSource {
  /// Sends what a publisher emits, which is asked for an element while there is room, and then finishes or fails as it does.
  ///
  /// - Returns: what stops it.
  func pull<Upstream: Publisher>(_ elements: Upstream) -> any Cancellable
  where Upstream.Output == Element, Upstream.Failure == ServiceError {
    let pull = FeedPull(self)
    onRoom { [weak pull] in pull?.request() }
    elements.subscribe(pull)
    return pull
  }
}

private final class FeedPull<Element: Sendable>: Subscriber, Cancellable, Sendable {
  private let source: FeedSource<Element>
  // Unchecked because a subscription is thread-safe.
  private let upstream = LockedValue<(any Subscription)?>(unchecked: nil)

  init(_ source: FeedSource<Element>) { self.source = source }

  func receive(subscription: any Subscription) {
    upstream.withLockUnchecked { $0 = subscription }
    subscription.request(.max(1))
  }

  func receive(_ element: Element) -> Subscribers.Demand { source.send(element) ? .max(1) : .none }

  func receive(completion: Subscribers.Completion<ServiceError>) { source.send(completion: completion) }

  func request() { upstream.withLockUnchecked { $0 }?.request(.max(1)) }

  func cancel() { upstream.withLockUnchecked { $0.take() }?.cancel() }
}
