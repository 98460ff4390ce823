import Locking
public import Streams
import StreamsExtras

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
    updates(start).compactMap { FeedEvent($0) { $0 as! Element } }.eraseToAnyPublisher()
  }

  /// The same publisher, of what comes back of a request.
  package func updates(_ start: @escaping (FeedSource<Element>) -> any Cancellable) -> ServiceUpdates {
    FeedPublisher(window: window) { start(FeedSource(self, $0)) }.eraseToAnyPublisher()
  }
}

private struct FeedPublisher: Publisher {
  typealias Output = ServiceUpdate
  typealias Failure = ServiceError

  let window: FeedWindow
  let start: (FeedWork) -> any Cancellable

  func receive<S: Subscriber<ServiceUpdate, ServiceError>>(subscriber: S) {
    let work = FeedWork(SerialDelivery(FeedQueue(window), to: subscriber))
    work.delivery.start {
      work.didStart(start(work))
      return work
    }
  }
}

/// The work of a feed's source, and what the source is told.
private final class FeedWork: Subscription, Sendable {
  private struct State {
    var work: (any Cancellable)?
    var onRoom: (@Sendable () -> Void)?
    var onHandled: (@Sendable (Int) -> Void)?
    var isOver = false
  }

  let delivery: SerialDelivery<FeedQueue, ServiceError>
  private let state = LockedValue(unchecked: State())

  init(_ delivery: SerialDelivery<FeedQueue, ServiceError>) { self.delivery = delivery }

  func didStart(_ work: any Cancellable) { change { $0.work = work } }

  func onRoom(_ action: @escaping @Sendable () -> Void) { change { $0.onRoom = action } }

  func onHandled(_ action: @escaping @Sendable (Int) -> Void) {
    change { $0.onHandled = action }
    delivery.update { $0.reportsHandled = true }
  }

  private func change(_ change: (inout State) -> Void) {
    state.withLockUnchecked { state in
      if !state.isOver { change(&state) }
    }
  }

  /// Tells the source how many elements wait no longer, and that there is room.
  func request(_: Subscribers.Demand) {
    guard let (handled, hasRoom) = delivery.update({ ($0.handled, $0.takeRoom()) }) else { return }
    let state = state.withLockUnchecked { $0 }
    state.onHandled?(handled)
    if hasRoom { state.onRoom?() }
  }

  func cancel() {
    let old = state.withLockUnchecked { state in
      defer { state = State(isOver: true) }
      return state
    }
    old.work?.cancel()
  }
}

/// Takes what a backend has for one subscriber of a feed: elements, conditions and the end. It is thread-safe.
///
/// It drops repeated elements if the feed names an identity, and keeps the feed's ``FeedWindow``.
public final class FeedSource<Element: Sendable>: Sendable {
  private let name: String
  package let skipsUnreadable: Bool
  private let isNew: (@Sendable (Element) -> Bool)?
  private let work: FeedWork
  /// The bytes of an element that never was bytes.
  private let size: @Sendable (Element) -> Int

  fileprivate init<Request>(_ feed: ServiceFeed<Request, Element>, _ work: FeedWork) {
    name = feed.name
    skipsUnreadable = feed.skipsUnreadable
    isNew = feed.repeatFilter
    // Where only the newest element waits, bytes do not count.
    if feed.window.keepsNewest {
      size = { _ in 0 }
    } else {
      size = { [codec = feed.element] element in codec.json(element).count }
    }
    self.work = work
  }

  /// Sends an element. After the end it has no effect.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - size: how many bytes it came in; by default those of its JSON.
  /// - Returns: whether there is room for more; ``onRoom(_:)`` says when there is again. A source that sends without room fails
  ///   the feed with ``ServiceError/overrun(_:)``.
  @discardableResult public func send(_ element: Element, size: Int? = nil) -> Bool {
    guard isNew?(element) ?? true else { return send(nil, size: 0) }
    return send(.element(element), size: size ?? self.size(element))
  }

  /// Sends in place of an element that it cannot be read: the feed fails, unless it skips such elements.
  ///
  /// - Returns: whether there is room for more.
  @discardableResult public func sendUnreadable() -> Bool {
    sendUnreadable(.unreadable(name, number: nextNumber))
  }

  /// Sends in place of an element that it has too many bytes: the feed fails, unless it skips such elements.
  ///
  /// - Parameter id: the id of its event, or of the one before; empty without one.
  @discardableResult package func sendOversized(id: String = "") -> Bool {
    sendUnreadable(.oversized(name, number: nextNumber, id: id))
  }

  private var nextNumber: Int { (work.delivery.update { $0.count } ?? 0) + 1 }

  private func sendUnreadable(_ error: ServiceError) -> Bool {
    if skipsUnreadable { return send(.unreadable(error), size: 0) }
    send(completion: .failure(error))
    return false
  }

  private func send(_ element: ServiceUpdate?, size: Int) -> Bool {
    guard let sent = work.delivery.update({ $0.send(element, bytes: size) }) else { return false }
    if sent.isOverrun { send(completion: .failure(.overrun(name))) }
    if sent.isHandled { work.request(.none) }
    return hasRoom
  }

  /// Sends how the feed is from here on.
  public func send(_ condition: FeedCondition) { work.delivery.send(.condition(condition)) }

  /// Sends the end, which is delivered after what waits. Nothing is sent after it.
  public func send(completion: Subscribers.Completion<ServiceError>) { work.delivery.send(completion: completion) }

  /// Whether there is room for an element. If not, ``onRoom(_:)`` says when there is.
  public var hasRoom: Bool { work.delivery.update { $0.hasRoom() } ?? false }

  /// Sets what runs each time half of a full window is handled, on any thread, until the end.
  public func onRoom(_ action: @escaping @Sendable () -> Void) { work.onRoom(action) }

  /// Sets what is told, until the end and on any thread, how many of the elements that were sent wait no longer: the app has handled
  /// them, or they were dropped. A smaller number may come late.
  func onHandled(_ action: @escaping @Sendable (Int) -> Void) { work.onHandled(action) }
}

extension FeedSource {
  /// Sends what a publisher emits, which is asked for an element while there is room, and then finishes or fails as it does.
  ///
  /// - Returns: what stops it.
  func pull<Upstream: Publisher<Element, ServiceError>>(_ elements: Upstream) -> any Cancellable {
    let upstream = UpstreamSubscription()
    onRoom { upstream.request(.max(1)) }
    elements.subscribe(
      AnySubscriber(
        receiveSubscription: { upstream.attach($0, requesting: .max(1)) },
        receiveValue: { [self] in send($0) ? .max(1) : .none },
        receiveCompletion: { [self] in send(completion: $0) }))
    return AnyCancellable { upstream.cancel() }
  }
}
