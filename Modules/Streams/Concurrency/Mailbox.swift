/// Where a publisher leaves its values and a task fetches them.
final class Mailbox<Element, Failure: Error>: @unchecked Sendable {
  // NB: Sendable because what is variable is behind its lock.
  private let link = Link()
  private let limit: AsyncBuffering?
  private let state = Locked(State())

  private typealias Answer = Result<Element?, Failure>

  private struct State {
    var waiting = Ring<Element>()
    var reader: CheckedContinuation<Unchecked<Answer>, Never>?
    var isAsked = false
    var isOver = false
    var failure: Failure?
  }

  private init(_ limit: AsyncBuffering?) { self.limit = limit }

  static func open<P: Publisher>(_ publisher: P, _ limit: AsyncBuffering?) -> Mailbox
  where P.Output == Element, P.Failure == Failure {
    let mailbox = Mailbox(limit)
    publisher.receive(
      subscriber: Port<Element, Failure>(
        identity: mailbox,
        subscription: { mailbox.receive(subscription: $0) },
        value: {
          mailbox.receive($0.input())
          return 0
        },
        completion: { mailbox.receive(completion: $0) }))
    return mailbox
  }

  private func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    let isAsked = state.withLock { $0.isAsked }
    if limit != nil { link.request(.unlimited) } else if isAsked { link.request(.max(1)) }
  }

  private func receive(_ value: Element) {
    guard link.isOpen else { return }
    let (reader, _) = state.withLock { state -> (CheckedContinuation<Unchecked<Answer>, Never>?, Element?) in
      guard !state.isOver else { return (nil, nil) }
      state.isAsked = false
      if let reader = state.reader.take() { return (reader, nil) }
      // NB: what is dropped is released after the lock.
      switch limit {
      case nil, .unbounded: break
      case .newest(let count):
        if state.waiting.count >= count {
          guard count > 0 else { return (nil, nil) }
          let dropped = state.waiting.popFirst()
          state.waiting.append(value)
          return (nil, dropped)
        }
      case .oldest(let count): if state.waiting.count >= count { return (nil, nil) }
      }
      state.waiting.append(value)
      return (nil, nil)
    }
    reader?.resume(returning: Unchecked(.success(value)))
  }

  private func receive(completion: Subscribers.Completion<Failure>) {
    guard link.end() else { return }
    let reader = state.withLock { state -> CheckedContinuation<Unchecked<Answer>, Never>? in
      state.isOver = true
      let reader = state.reader.take()
      if case .failure(let error) = completion, reader == nil { state.failure = error }
      return reader
    }
    guard let reader else { return }
    switch completion {
    case .finished: reader.resume(returning: Unchecked(.success(nil)))
    case .failure(let error): reader.resume(returning: Unchecked(.failure(error)))
    }
  }

  func next(isolation actor: isolated (any Actor)?) async -> Result<Element?, Failure> {
    if let answer = take(asking: limit == nil) { return answer }
    if limit == nil {
      link.request(.max(1))
      // NB: most publishers that wait for demand answer it at once; then there is nothing to wait for.
      if let answer = take(asking: false) { return answer }
    }
    return await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { reader in
          let ready = state.withLock { state -> Answer? in
            if let ready = answer(&state) { return ready }
            state.reader = reader
            return nil
          }
          if let ready { reader.resume(returning: Unchecked(ready)) }
        }.value
      }, onCancel: { cancel() }, isolation: actor)
  }

  /// What there is, if there is something; otherwise notes that the reader has asked.
  private func take(asking: Bool) -> Answer? {
    state.withLock { state in
      if let ready = answer(&state) { return ready }
      if asking { state.isAsked = true }
      return nil
    }
  }

  private func answer(_ state: inout State) -> Answer? {
    if let value = state.waiting.popFirst() { return .success(value) }
    guard state.isOver else { return nil }
    if let failure = state.failure.take() { return .failure(failure) }
    return .success(nil)
  }

  func cancel() {
    link.cancel()
    let (reader, dropped) = state.withLock { state in
      state.isOver = true
      defer { state.waiting = Ring() }
      return (state.reader.take(), state.waiting)
    }
    _ = dropped
    reader?.resume(returning: Unchecked(.success(nil)))
  }
}

/// Cancels the subscription of a mailbox when nobody reads it any more.
final class MailboxOwner<Element, Failure: Error>: Sendable {
  let mailbox: Mailbox<Element, Failure>

  init(_ mailbox: Mailbox<Element, Failure>) { self.mailbox = mailbox }

  deinit { mailbox.cancel() }
}

/// Carries a value from the thread that has it to the one that waits for it.
///
/// NB: Sendable because it is handed over: the one that carries it keeps nothing.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
