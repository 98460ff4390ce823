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

  /// The subscriptions that wait; `nil` once the promise is fulfilled.
  @usableFromInline let waiting = Locked<[SourceSubscription]?>([])
  // Unchecked because it is written once, under the lock, before the promise counts as fulfilled, and read after that.
  // NB: beside the lock and not in it: a generic type inside another is looked up whenever an object is made or released.
  @usableFromInline @exclusivity(unchecked) var result: Result<Output, Failure>?

  /// Creates a future and starts its work.
  ///
  /// - Parameter attemptToFulfill: A closure that starts the work, and receives the promise.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    // Transferred because a future is Sendable only if its output is. The state is locked.
    let future = UnsafeTransfer(self)
    attemptToFulfill { result in future.value.fulfill(result) }
  }

  private func fulfill(_ result: Result<Output, Failure>) {
    let sources = waiting.withLock { waiting in
      if waiting != nil { self.result = result }
      return waiting.take()
    }
    for source in sources ?? [] { source.run() }
  }

  /// The result, once the promise is fulfilled.
  @inlinable var fulfilled: Result<Output, Failure>? { waiting.withLock { $0 == nil } ? result : nil }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let produce: (SourceSubscription) -> Void = { [self] source in
      switch fulfilled {
      case nil: return
      case .success(let value):
        guard source.outstanding.consume() else { return }
        _ = subscriber.receive(value)
        if source.endForCompletion() { subscriber.receive(completion: .finished) }
      case .failure(let error):
        if source.endForCompletion() { subscriber.receive(completion: .failure(error)) }
      }
    }
    let source = SourceSubscription(label: { "Future" }, trapsOnRequestForNone: true, produce: produce)
    subscriber.receive(subscription: source)
    let isFulfilled = waiting.withLock { $0?.append(source, removing: { $0.outstanding.isClosed }) == nil }
    // Delivers a failure, which needs no demand, and a value that was requested before the promise was fulfilled.
    if isFulfilled { source.run() }
  }
}

// Sendable because the waiting subscriptions are locked and the result is written once.
extension Future: @unchecked Sendable where Output: Sendable {}
