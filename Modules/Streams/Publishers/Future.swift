/// A publisher that emits one value, or fails, when a promise is fulfilled.
///
/// The closure runs when the future is created. Each subscriber receives the result. The first call of the promise counts.
///
/// - Demand: The value waits until the subscriber requests it. A failure needs no demand.
/// - Completion, failure: After the promise is fulfilled.
/// - Cancellation: Releases the subscriber. The closure's work continues.
///
/// ```swift
/// Future<Int, Never> { promise in queue.async { promise(.success(42)) } }
/// ```
public final class Future<Output, Failure: Error>: Publisher {
  /// A closure that fulfils the future, from any thread. Calls after the first have no effect.
  ///
  /// It is `Sendable`, unlike Combine's, so that a task can call it.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  private let state = Locked(State.pending([]))

  private enum State {
    /// Keeps the subscriptions that wait.
    case pending([SourceSubscription])
    case fulfilled(Result<Output, Failure>)
  }

  /// Creates a future and starts its work.
  ///
  /// - Parameter attemptToFulfill: A closure that starts the work, and receives the promise.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    // Transferred because a future is Sendable only if its output is. The state is locked.
    let future = UnsafeTransfer(self)
    attemptToFulfill { result in future.value.fulfill(result) }
  }

  private func fulfill(_ result: Result<Output, Failure>) {
    let waiting = state.withLock { state -> [SourceSubscription] in
      guard case .pending(let waiting) = state else { return [] }
      state = .fulfilled(result)
      return waiting
    }
    for source in waiting { source.run() }
  }

  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let produce: (SourceSubscription) -> Void = { [self] source in
      switch state.withLock({ $0 }) {
      case .pending: return
      case .fulfilled(.success(let value)):
        guard source.outstanding.consume() else { return }
        _ = subscriber.receive(value)
        if source.endForCompletion() { subscriber.receive(completion: .finished) }
      case .fulfilled(.failure(let error)):
        if source.endForCompletion() { subscriber.receive(completion: .failure(error)) }
      }
    }
    let source = SourceSubscription(label: { "Future" }, trapsOnRequestForNone: true, produce: produce)
    subscriber.receive(subscription: source)
    let isFulfilled = state.withLock { state in
      guard case .pending(var waiting) = state else { return true }
      // Taken out, so that the array is not copied.
      state = .pending([])
      waiting.append(source, removing: { $0.outstanding.isClosed })
      state = .pending(waiting)
      return false
    }
    // Delivers a failure, which needs no demand, and a value that was requested before the promise was fulfilled.
    if isFulfilled { source.run() }
  }
}

extension Future: Sendable where Output: Sendable {}
