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
    let source = FeedSource(feed) {
      subscriber.receive($0)
    } complete: {
      subscriber.receive(completion: $0)
    }
    subscriber.receive(subscription: FeedSubscription(source: source))
    source.didStart(start(source))
  }
}

private final class FeedSubscription<Element: Sendable>: Subscription {
  let source: FeedSource<Element>

  init(source: FeedSource<Element>) { self.source = source }

  func request(_ demand: Subscribers.Demand) { source.request(demand) }
  func cancel() { source.cancel() }
}

/// Takes what a backend has for one subscriber of a feed: elements, conditions and the end. It is thread-safe.
///
/// It drops repeated elements if the feed names an identity, and keeps the feed's ``FeedWindow``.
public final class FeedSource<Element: Sendable>: Sendable {
  private typealias Queue = FeedQueue<Element>

  /// The subscriber. It is called by one thread at a time.
  private struct Downstream {
    let receive: (FeedEvent<Element>) -> Subscribers.Demand
    let complete: (Subscribers.Completion<ServiceError>) -> Void
  }

  private struct State {
    var queue: Queue
    /// `nil` after the end.
    var downstream: Downstream?
    /// What the source does; `nil` before it has started, and after the end.
    var work: (any Cancellable)?
    var onRoom: (@Sendable () -> Void)?
    var isDelivering = false
    /// How many elements were sent, those that were dropped included.
    var count = 0

    var takesMore: Bool { downstream != nil && !queue.isComplete }
  }

  private let name: String
  private let skipsUnreadable: Bool
  // Unchecked because the closure has a state of its own, which is reached only through this lock.
  private let isNew: LockedValue<((Element) -> Bool)?>
  // Unchecked because the subscriber is called outside of the lock, but by one thread at a time.
  private let state: LockedValue<State>

  fileprivate init<Request>(
    _ feed: ServiceFeed<Request, Element>, receive: @escaping (FeedEvent<Element>) -> Subscribers.Demand,
    complete: @escaping (Subscribers.Completion<ServiceError>) -> Void
  ) {
    name = feed.name
    skipsUnreadable = feed.skipsUnreadable
    isNew = LockedValue(unchecked: feed.repeatFilter)
    state = LockedValue(
      unchecked: State(
        queue: Queue(feed.window), downstream: Downstream(receive: receive, complete: complete)))
  }

  // MARK: - The side of the backend

  /// Sends an element. After the end it has no effect.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - size: how many bytes it has, where the source counts them.
  /// - Returns: whether there is room for more; ``onRoom(_:)`` says when there is again. A source that sends without room fails
  ///   the feed with ``ServiceError/overrun(_:)``.
  @discardableResult public func send(_ element: Element, size: Int = 0) -> Bool {
    let isNew = isNew.withLock { $0?(element) ?? true }
    return send(.element(element), size: size, isNew: isNew)
  }

  /// Sends in place of an element that it cannot be read: the feed fails, unless it skips such elements.
  ///
  /// - Returns: whether there is room for more.
  @discardableResult public func sendUnreadable() -> Bool {
    let error = ServiceError.unreadable(name, number: state.withLock { $0.count } + 1)
    if skipsUnreadable { return send(.unreadable(error), size: 0, isNew: true) }
    send(completion: .failure(error))
    return false
  }

  /// Sends how the feed is from here on.
  public func send(_ condition: FeedCondition) {
    state.withLock { state in
      if state.takesMore { state.queue.append(condition: condition) }
    }
    deliver()
  }

  /// Sends the end, which is delivered after what waits. Nothing is sent after it.
  public func send(completion: Subscribers.Completion<ServiceError>) {
    let work = state.withLockUnchecked { state in
      state.queue.complete(completion)
      return state.work.take()
    }
    work?.cancel()
    deliver()
  }

  /// Whether there is room for an element. If not, ``onRoom(_:)`` says when there is.
  public var hasRoom: Bool { state.withLock { $0.takesMore && $0.queue.hasRoom() } }

  /// Sets what runs each time half of a full window is handled, on any thread, until the end.
  public func onRoom(_ action: @escaping @Sendable () -> Void) {
    state.withLock { state in if state.takesMore { state.onRoom = action } }
  }

  private func send(_ event: FeedEvent<Element>, size: Int, isNew: Bool) -> Bool {
    let work = state.withLockUnchecked { state -> (any Cancellable)? in
      guard state.takesMore else { return nil }
      state.count += 1
      guard isNew, !state.queue.append(element: .init(event: event, size: size)) else { return nil }
      state.queue.complete(.failure(.overrun(name)))
      return state.work.take()
    }
    work?.cancel()
    deliver()
    return hasRoom
  }

  // MARK: - The side of the subscriber

  fileprivate func didStart(_ work: any Cancellable) {
    let isKept = state.withLockUnchecked { state in
      if state.takesMore { state.work = work }
      return state.takesMore
    }
    if !isKept { work.cancel() }
  }

  fileprivate func request(_ demand: Subscribers.Demand) {
    add(demand)?()
    deliver()
  }

  /// - Returns: what tells the source that there is room.
  private func add(_ demand: Subscribers.Demand) -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.queue.request(demand)
      return state.queue.takeRoom() ? state.onRoom : nil
    }
  }

  fileprivate func cancel() { end()?.cancel() }

  /// - Returns: the work to cancel.
  private func end() -> (any Cancellable)? {
    // What waits is released outside of the lock.
    let old = state.withLockUnchecked { state in
      let old = state
      state.queue.complete(.finished)
      state.queue.removeAll()
      state.downstream = nil
      state.work = nil
      state.onRoom = nil
      return old
    }
    return old.work
  }

  /// Delivers what waits, unless a thread does.
  private func deliver() {
    var isInside = false
    while let (downstream, step) = nextStep(&isInside) {
      switch step {
      case .event(let event): add(downstream.receive(event))?()
      case .completion(let completion):
        end()?.cancel()
        downstream.complete(completion)
      }
    }
  }

  private func nextStep(_ isInside: inout Bool) -> (Downstream, Queue.Step)? {
    state.withLockUnchecked { state in
      guard isInside || !state.isDelivering else { return nil }
      guard let downstream = state.downstream, let step = state.queue.next() else {
        state.isDelivering = false
        return nil
      }
      isInside = true
      state.isDelivering = true
      return (downstream, step)
    }
  }
}
