import Locking
public import Streams

extension ServiceFeed {
  /// A publisher of this feed from code that calls back, for a backend.
  ///
  /// ```swift
  /// func messages() -> AnyPublisher<FeedEvent<Message>, ServiceError> {
  ///   ServiceFeed.messages.publisher { source in
  ///     source.send(.open)
  ///     return letters.sink { source.send($0) }
  ///   }
  /// }
  /// ```
  ///
  /// - Demand: What is sent waits until it is requested, at most as much as the feed's ``window`` holds.
  /// - Completion, failure: When the source sends it, after what waits. An overrun of the window is a failure.
  /// - Cancellation: Cancels the cancellable that the closure returned, as a completion does. Nothing that waits is delivered.
  ///
  /// - Parameter start: A closure that starts the work, once for each subscriber, and returns what stops it.
  public func publisher(
    _ start: @escaping (FeedSource<Element>) -> any Cancellable
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    FeedPublisher(feed: self, start: start).eraseToAnyPublisher()
  }
}

private struct FeedPublisher<Request: Sendable, Element: Sendable>: Publisher {
  typealias Output = FeedEvent<Element>
  typealias Failure = ServiceError

  let feed: ServiceFeed<Request, Element>
  let start: (FeedSource<Element>) -> any Cancellable

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let core = FeedCore(
      feed.window,
      receive: { subscriber.receive(unsafeDowncast($0, to: EventBox<Element>.self).event) },
      complete: { subscriber.receive(completion: $0) })
    subscriber.receive(subscription: core)
    core.didStart(start(FeedSource(feed, core)))
  }
}

/// An event as an object, which code can pass on that does not know its type.
private final class EventBox<Element: Sendable>: Sendable {
  let event: FeedEvent<Element>

  init(_ event: FeedEvent<Element>) { self.event = event }
}

/// Takes what a backend has for one subscriber of a feed: elements, conditions and the end. It is thread-safe.
///
/// It drops repeated elements if the feed names an identity, and keeps the feed's ``FeedWindow``.
public final class FeedSource<Element: Sendable>: Sendable {
  private let name: String
  let skipsUnreadable: Bool
  private let isNew: (@Sendable (Element) -> Bool)?
  private let core: FeedCore
  /// The bytes of an element that never was bytes.
  private let size: @Sendable (Element) -> Int

  fileprivate init<Request>(_ feed: ServiceFeed<Request, Element>, _ core: FeedCore) {
    name = feed.name
    skipsUnreadable = feed.skipsUnreadable
    isNew = feed.repeatFilter
    // Where only the newest element waits, bytes do not count.
    if feed.window.keepsNewest {
      size = { _ in 0 }
    } else {
      size = { [codec = feed.element] element in codec.json(element).count }
    }
    self.core = core
  }

  /// Sends an element. After the end it has no effect.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - size: how many bytes it came in; by default those of its JSON.
  /// - Returns: whether there is room for more; ``onRoom(_:)`` says when there is again. A source that sends without room fails
  ///   the feed with ``ServiceError/overrun(_:)``.
  @discardableResult public func send(_ element: Element, size: Int? = nil) -> Bool {
    guard isNew?(element) ?? true else { return core.send(nil, size: 0, of: name) }
    return core.send(EventBox(.element(element)), size: size ?? self.size(element), of: name)
  }

  /// Sends in place of an element that it cannot be read: the feed fails, unless it skips such elements.
  ///
  /// - Returns: whether there is room for more.
  @discardableResult public func sendUnreadable() -> Bool {
    sendUnreadable(.unreadable(name, number: core.count + 1))
  }

  /// Sends in place of an element that it has too many bytes: the feed fails, unless it skips such elements.
  ///
  /// - Parameter id: the id of its event, or of the one before; empty without one.
  @discardableResult func sendOversized(id: String = "") -> Bool {
    sendUnreadable(.oversized(name, number: core.count + 1, id: id))
  }

  private func sendUnreadable(_ error: ServiceError) -> Bool {
    if skipsUnreadable { return core.send(EventBox<Element>(.unreadable(error)), size: 0, of: name) }
    send(completion: .failure(error))
    return false
  }

  /// Sends how the feed is from here on.
  public func send(_ condition: FeedCondition) { core.send(condition: EventBox<Element>(.condition(condition))) }

  /// Sends the end, which is delivered after what waits. Nothing is sent after it.
  public func send(completion: Subscribers.Completion<ServiceError>) { core.send(completion: completion) }

  /// Whether there is room for an element. If not, ``onRoom(_:)`` says when there is.
  public var hasRoom: Bool { core.hasRoom }

  /// Sets what runs each time half of a full window is handled, on any thread, until the end.
  public func onRoom(_ action: @escaping @Sendable () -> Void) { core.onRoom(action) }

  /// Sets what is told, until the end and on any thread, how many of the elements that were sent wait no longer: the app has handled
  /// them, or they were dropped. A smaller number may come late.
  func onHandled(_ action: @escaping @Sendable (Int) -> Void) { core.onHandled(action) }
}
