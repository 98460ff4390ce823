/// A publisher of one value, or a failure, that code outside provides.
///
/// The closure runs at once, when the future is made; what it promises is kept for every subscriber. A second promise is
/// ignored.
///
/// ```swift
/// Future<Int, Never> { promise in queue.async { promise(.success(42)) } }
/// ```
public final class Future<Output, Failure: Error>: Publisher {
  /// What fulfils the future, from any thread; only the first call counts.
  ///
  /// NB: Sendable, unlike Combine's, so that a task may fulfil the future.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  private let state = Locked(State())

  private struct State {
    var result: Result<Output, Failure>?
    var subscribers = PrunedList<SourceSubscription>()
  }

  /// Makes a future and starts its work.
  ///
  /// - Parameter attemptToFulfill: The work; it is handed what to call with the result.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    // NB: handed over, because a future is Sendable only where its value is; the state is behind its lock.
    let future = UnsafeTransfer(self)
    attemptToFulfill { result in future.value.fulfill(result) }
  }

  private func fulfill(_ result: Result<Output, Failure>) {
    let subscribers = state.withLock { state -> [SourceSubscription] in
      guard state.result == nil else { return [] }
      state.result = result
      defer { state.subscribers = PrunedList() }
      return state.subscribers.elements
    }
    for source in subscribers { source.run() }
  }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let produce: (SourceSubscription) -> Void = { [self] source in
      switch state.withLock({ $0.result }) {
      case nil: return
      case .success(let value):
        guard source.consume() else { return }
        _ = subscriber.receive(value)
        if source.finish() { subscriber.receive(completion: .finished) }
      case .failure(let error):
        if source.finish() { subscriber.receive(completion: .failure(error)) }
      }
    }
    let source = SourceSubscription(label: { "Future" }, isStrict: true, produce: produce)
    subscriber.receive(subscription: source)
    let isFulfilled = state.withLock { state in
      if state.result == nil { state.subscribers.append(source) { $0.outstanding.isClosed } }
      return state.result != nil
    }
    // NB: a failure needs no demand; a value has been sent by the demand, or will be.
    if isFulfilled { source.run() }
  }
}

extension Future: Sendable where Output: Sendable {}
