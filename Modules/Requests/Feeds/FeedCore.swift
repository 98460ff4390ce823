import Locking
import Streams

/// Delivers what a source of a feed sends, as its subscriber requests it. Events are in boxes; see ``FeedQueue``.
final class FeedCore: Subscription, Sendable {
  /// The subscriber. It is called by one thread at a time.
  private struct Downstream {
    let receive: (AnyObject) -> Subscribers.Demand
    let complete: (Subscribers.Completion<ServiceError>) -> Void
  }

  private struct State {
    var queue: FeedQueue
    /// `nil` after the end.
    var downstream: Downstream?
    /// What the source does; `nil` before it has started, and after the end.
    var work: (any Cancellable)?
    var onRoom: (@Sendable () -> Void)?
    var onHandled: (@Sendable (Int) -> Void)?
    var isDelivering = false
    /// How many elements were sent, those that were dropped included.
    var count = 0

    var takesMore: Bool { downstream != nil && !queue.isComplete }

    /// What tells the source how many of its elements wait no longer; `nil` if it does not ask.
    var handledReport: (@Sendable () -> Void)? {
      guard let onHandled else { return nil }
      return { [handled = count - queue.elements] in onHandled(handled) }
    }
  }

  // Unchecked because the subscriber is called outside of the lock, but by one thread at a time.
  private let state: LockedValue<State>

  init(
    _ window: FeedWindow, receive: @escaping (AnyObject) -> Subscribers.Demand,
    complete: @escaping (Subscribers.Completion<ServiceError>) -> Void
  ) {
    let downstream = Downstream(receive: receive, complete: complete)
    state = LockedValue(unchecked: State(queue: FeedQueue(window), downstream: downstream))
  }

  // MARK: - The side of the source

  /// Sends an element; `nil` for one that is dropped.
  ///
  /// - Returns: whether there is room for more.
  func send(_ element: AnyObject?, size: Int, of feed: String) -> Bool {
    let (work, report) = state.withLockUnchecked { state -> ((any Cancellable)?, (@Sendable () -> Void)?) in
      guard state.takesMore else { return (nil, nil) }
      state.count += 1
      guard let element, !state.queue.append(element: .init(event: element, size: size, isCondition: false)) else {
        // One that was dropped, or replaced by this one, waits no longer.
        return (nil, state.handledReport)
      }
      state.queue.complete(.failure(.overrun(feed)))
      return (state.work.take(), nil)
    }
    work?.cancel()
    report?()
    deliver()
    return hasRoom
  }

  func send(condition: AnyObject) {
    state.withLockUnchecked { state in
      if state.takesMore { state.queue.append(condition: condition) }
    }
    deliver()
  }

  func send(completion: Subscribers.Completion<ServiceError>) {
    let work = state.withLockUnchecked { state in
      state.queue.complete(completion)
      return state.work.take()
    }
    work?.cancel()
    deliver()
  }

  var count: Int { state.withLock { $0.count } }

  var hasRoom: Bool { state.withLock { $0.takesMore && $0.queue.hasRoom() } }

  func onRoom(_ action: @escaping @Sendable () -> Void) {
    state.withLock { state in if state.takesMore { state.onRoom = action } }
  }

  func onHandled(_ action: @escaping @Sendable (Int) -> Void) {
    state.withLock { state in if state.takesMore { state.onHandled = action } }
  }

  func didStart(_ work: any Cancellable) {
    let isKept = state.withLockUnchecked { state in
      if state.takesMore { state.work = work }
      return state.takesMore
    }
    if !isKept { work.cancel() }
  }

  // MARK: - The side of the subscriber

  func request(_ demand: Subscribers.Demand) {
    add(demand)?()
    deliver()
  }

  /// - Returns: what tells the source that there is room, and how much was handled.
  private func add(_ demand: Subscribers.Demand) -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.queue.request(demand)
      let onRoom = state.queue.takeRoom() ? state.onRoom : nil
      guard let report = state.handledReport else { return onRoom }
      return {
        report()
        onRoom?()
      }
    }
  }

  func cancel() { end()?.cancel() }

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
      state.onHandled = nil
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

  private func nextStep(_ isInside: inout Bool) -> (Downstream, FeedQueue.Step)? {
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
