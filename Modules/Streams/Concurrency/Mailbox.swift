import Synchronization

/// Where a publisher leaves its values and a task fetches them.
///
/// A publisher that is asked for one value and answers at once puts it into the tray, which costs no lock and suspends no
/// task. Whatever else comes, and the end, goes into the pile. Any number of tasks may wait; they are served in order.
@usableFromInline package final class Mailbox<Element, Failure: Error>: @unchecked Sendable {
  // NB: Sendable because the pile is behind its lock, and `tray` belongs to the one who reads while `phase` says so, and
  // else to the one who writes; only the sole owner of a `MailboxReader` uses the tray, and deliveries to one subscriber
  // never overlap.
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
    /// The tasks that wait.
    var readers = Ring<UnsafeContinuation<Handed<Answer>, Never>>()
    /// How many values are wanted that no subscription has been asked for yet.
    var owed = 0
    /// How many tasks have asked for a value and do not wait yet. As many of the values in the pile are theirs.
    var claims = 0
    var isOver = false
    var failure: Failure?

    @usableFromInline package init() {}

    mutating func takeReaders() -> Ring<UnsafeContinuation<Handed<Answer>, Never>> {
      defer { readers = Ring() }
      return readers
    }
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
    let owed = pile.withLock { pile in
      defer { pile.owed = 0 }
      return pile.owed
    }
    if owed > 0 { link.request(.max(owed)) }
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
      if let reader = pile.readers.popFirst() { return reader }
      pile.waiting.append(value)
      hasPile.store(true, ordering: .releasing)
      return nil
    }
    reader?.resume(returning: Handed(.success(value)))
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Failure>) {
    guard link.end() else { return }
    let readers = pile.withLock { pile in
      pile.isOver = true
      hasPile.store(true, ordering: .releasing)
      // NB: tasks that do not wait yet get it too.
      if case .failure(let error) = completion, pile.readers.isEmpty || pile.claims > 0 { pile.failure = error }
      return pile.takeReaders()
    }
    switch completion {
    case .finished: resume(readers, returning: .success(nil))
    case .failure(let error): resume(readers, returning: .failure(error))
    }
  }

  private func resume(_ readers: Ring<Reader>, returning answer: Answer) {
    var readers = readers
    while let reader = readers.popFirst() { reader.resume(returning: Handed(answer)) }
  }

  // MARK: The reader's side

  /// The next value, if the publisher is asked for one at a time and answers at once. Only for the sole reader.
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
    if let answer = pile.withLock({ isAsked ? answer(&$0) : answerOrClaim(&$0) }) { return answer }
    if !isAsked {
      if link.isOpen { askIfOwed() }
      if let answer = pile.withLock({ answer(&$0, toClaim: true) }) { return answer }
    }
    return await withTaskCancellationHandler(
      operation: {
        let handed = await withUnsafeContinuation(isolation: actor) { (reader: Reader) in
          let ready = pile.withLock { pile -> Answer? in
            if let ready = answer(&pile, toClaim: !isAsked) { return ready }
            if !isAsked { pile.claims -= 1 }
            pile.readers.append(reader)
            return nil
          }
          if let ready { reader.resume(returning: Handed(ready)) }
        }
        hasResumed()
        return handed.value
      }, onCancel: { cancel() }, isolation: actor)
  }

  /// A value that no other task has asked for, or the end; else the caller's claim to a value is noted.
  private func answerOrClaim(_ pile: inout Pile) -> Answer? {
    if pile.isOver || pile.waiting.count > pile.claims { return answer(&pile) }
    pile.claims += 1
    pile.owed += 1
    return nil
  }

  /// A value, or the end, if there is one.
  ///
  /// - Parameter toClaim: Whether it fulfils a claim.
  private func answer(_ pile: inout Pile, toClaim: Bool = false) -> Answer? {
    let isFulfilled = !pile.waiting.isEmpty || pile.isOver
    if toClaim, isFulfilled { pile.claims -= 1 }
    if let value = pile.waiting.popFirst() {
      if pile.waiting.isEmpty, !pile.isOver { hasPile.store(false, ordering: .relaxed) }
      return .success(value)
    }
    guard pile.isOver else { return nil }
    guard let failure = pile.failure else { return .success(nil) }
    if pile.claims == 0 { pile.failure = nil }
    return .failure(failure)
  }

  @usableFromInline package func cancel() {
    link.cancel()
    let (readers, dropped) = pile.withLock { pile in
      pile.isOver = true
      hasPile.store(true, ordering: .releasing)
      defer { pile.waiting = Ring() }
      return (pile.takeReaders(), pile.waiting)
    }
    _ = dropped
    resume(readers, returning: .success(nil))
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
