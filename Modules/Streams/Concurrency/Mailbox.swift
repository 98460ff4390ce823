import Synchronization

/// Where a publisher leaves its values and a task fetches them.
///
/// A publisher that is asked for one value and answers at once puts it into the tray, which costs no lock and suspends
/// nobody. Whatever else comes, and the end, goes into the pile.
@usableFromInline package final class Mailbox<Element, Failure: Error>: @unchecked Sendable {
  // NB: Sendable because the pile is behind its lock, and `tray` belongs to the one who reads while `phase` says so, and
  // else to the one who writes; there is one reader at a time, and deliveries to one subscriber never overlap.
  @usableFromInline package let link = Link()
  @usableFromInline package let phase = Atomic<UInt8>(Mailbox.shut)
  @usableFromInline @exclusivity(unchecked) package var tray: Element?
  /// Whether there is anything in the pile.
  @usableFromInline package let hasPile = Atomic<Bool>(false)
  @usableFromInline package let pile = Locked(Pile())

  /// Nobody is asking.
  @inlinable @inline(__always) package static var shut: UInt8 { 0 }
  /// The reader asks; it looks into the tray when the publisher has been asked.
  @inlinable @inline(__always) package static var asking: UInt8 { 1 }
  /// There is a value in the tray, and it is the reader's.
  @inlinable @inline(__always) package static var full: UInt8 { 2 }

  @usableFromInline package struct Pile {
    var waiting = Ring<Element>()
    var reader: UnsafeContinuation<Handed<Answer>, Never>?
    /// The reader wants a value that no subscription has been asked for yet.
    var isOwed = false
    var isOver = false
    var failure: Failure?

    @usableFromInline package init() {}
  }

  @usableFromInline package typealias Answer = Result<Element?, Failure>
  private typealias Reader = UnsafeContinuation<Handed<Answer>, Never>

  @usableFromInline package init() {}

  @inlinable package static func open<P: Publisher>(_ publisher: P) -> Mailbox
  where P.Output == Element, P.Failure == Failure {
    let mailbox = Mailbox()
    publisher.receive(
      subscriber: Port<Element, Failure>(
        identity: mailbox,
        subscription: { mailbox.receive(subscription: $0) },
        value: {
          mailbox.receive($0)
          return 0
        },
        completion: { mailbox.receive(completion: $0) }))
    return mailbox
  }

  // MARK: The publisher's side

  @usableFromInline package func receive(subscription: any Subscription) {
    if link.attach(subscription) { askIfOwed() }
  }

  private func askIfOwed() {
    let isOwed = pile.withLock { pile in
      defer { pile.isOwed = false }
      return pile.isOwed
    }
    if isOwed { link.request(.max(1)) }
  }

  @inlinable @inline(__always) package func receive(_ value: UnsafeRawPointer) {
    // NB: behind a pile, so that values keep their order even if their publisher sends more than it was asked for.
    if phase.load(ordering: .acquiring) == Mailbox.asking, !hasPile.load(ordering: .relaxed), link.isOpen {
      tray = value.input(as: Element.self)
      if phase.compareExchange(expected: Mailbox.asking, desired: Mailbox.full, ordering: .acquiringAndReleasing)
        .exchanged
      {
        return
      }
      tray = nil
    }
    heap(value.input())
  }

  @usableFromInline package func heap(_ value: Element) {
    guard link.isOpen else { return }
    let reader = pile.withLock { pile -> Reader? in
      guard !pile.isOver else { return nil }
      if let reader = pile.reader.take() { return reader }
      pile.waiting.append(value)
      hasPile.store(true, ordering: .releasing)
      return nil
    }
    reader?.resume(returning: Handed(.success(value)))
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Failure>) {
    guard link.end() else { return }
    let reader = pile.withLock { pile -> Reader? in
      pile.isOver = true
      hasPile.store(true, ordering: .releasing)
      let reader = pile.reader.take()
      if case .failure(let error) = completion, reader == nil { pile.failure = error }
      return reader
    }
    guard let reader else { return }
    switch completion {
    case .finished: reader.resume(returning: Handed(.success(nil)))
    case .failure(let error): reader.resume(returning: Handed(.failure(error)))
    }
  }

  // MARK: The reader's side

  /// The next value, if the publisher is asked for one at a time and answers at once.
  ///
  /// - Parameters:
  ///   - subscription: The link's.
  ///   - isAsked: Set to whether the publisher has been asked.
  @inlinable @inline(__always) package func ask(_ subscription: any Subscription, _ isAsked: inout Bool) -> Element? {
    guard !hasPile.load(ordering: .acquiring), link.isOpen, !Task.isCancelled else { return nil }
    isAsked = true
    phase.store(Mailbox.asking, ordering: .releasing)
    subscription.request(.max(1))
    if phase.load(ordering: .acquiring) != Mailbox.full,
      phase.compareExchange(expected: Mailbox.asking, desired: Mailbox.shut, ordering: .acquiringAndReleasing).exchanged
    {
      return nil
    }
    phase.store(Mailbox.shut, ordering: .releasing)
    return tray.take()
  }

  /// The next value, the end (`nil`), or the failure.
  ///
  /// - Parameter isAsked: Whether the publisher has been asked for it.
  @usableFromInline package func next(isAsked: Bool, isolation actor: isolated (any Actor)?) async -> Answer {
    if Task.isCancelled { cancel() }
    if let answer = pile.withLock({ answer(&$0) }) { return answer }
    if !isAsked {
      pile.withLock { $0.isOwed = true }
      if link.isOpen { askIfOwed() }
      if let answer = pile.withLock({ answer(&$0) }) { return answer }
    }
    return await withTaskCancellationHandler(
      operation: {
        let handed = await withUnsafeContinuation(isolation: actor) { (reader: Reader) in
          let ready = pile.withLock { pile -> Answer? in
            if let ready = answer(&pile) { return ready }
            pile.reader = reader
            return nil
          }
          if let ready { reader.resume(returning: Handed(ready)) }
        }
        hasResumed()
        return handed.value
      }, onCancel: { cancel() }, isolation: actor)
  }

  private func answer(_ pile: inout Pile) -> Answer? {
    if let value = pile.waiting.popFirst() {
      if pile.waiting.isEmpty, !pile.isOver { hasPile.store(false, ordering: .relaxed) }
      return .success(value)
    }
    guard pile.isOver else { return nil }
    if let failure = pile.failure.take() { return .failure(failure) }
    return .success(nil)
  }

  @usableFromInline package func cancel() {
    link.cancel()
    let (reader, dropped) = pile.withLock { pile in
      pile.isOver = true
      hasPile.store(true, ordering: .releasing)
      defer { pile.waiting = Ring() }
      return (pile.reader.take(), pile.waiting)
    }
    _ = dropped
    reader?.resume(returning: Handed(.success(nil)))
  }
}

/// Reads a mailbox, and cancels its subscription when nobody reads it any more.
@usableFromInline package final class MailboxReader<Element, Failure: Error>: @unchecked Sendable {
  // NB: Sendable because both are constant, and what a mailbox and a subscription do may be asked of them on any thread.
  @usableFromInline package let mailbox: Mailbox<Element, Failure>
  /// Whether the subscription came at once.
  @usableFromInline package let isDirect: Bool
  /// That subscription: kept here too, so that to ask costs neither a lock nor a retain. Nothing upstream refers to the
  /// reader, so this makes no cycle.
  @usableFromInline package let subscription: any Subscription

  @usableFromInline package init(_ mailbox: Mailbox<Element, Failure>) {
    self.mailbox = mailbox
    let current = mailbox.link.current
    isDirect = current != nil
    subscription = current ?? Subscriptions.empty
  }

  deinit { mailbox.cancel() }

  /// The next value, if it can be had at once.
  @inlinable @inline(__always) package func ask(_ isAsked: inout Bool) -> Element? {
    isDirect ? mailbox.ask(subscription, &isAsked) : nil
  }
}
