import Locking
public import Requests
public import Streams

/// The values and the error of a publisher.
public struct Outcome<Value: Sendable>: Sendable {
  public var values: [Value] = []
  public var error: ServiceError?

  /// An outcome; by default, nothing.
  public init(values: [Value] = [], error: ServiceError? = nil) {
    self.values = values
    self.error = error
  }

  /// The value, if there is exactly one and no error.
  public var value: Value? { values.count == 1 && error == nil ? values.first : nil }
}

extension Outcome: Equatable where Value: Equatable {}

/// Subscribes to a publisher, and waits for its completion.
public func outcome<Value: Sendable>(of publisher: AnyPublisher<Value, ServiceError>) async -> Outcome<Value> {
  let recording = Recording(publisher)
  return await recording.outcome
}

/// A subscription whose outcome can be read at any time.
public final class Recording<Value: Sendable>: Sendable {
  private struct State {
    var outcome = Outcome<Value>()
    var isComplete = false
    var waiting: [CheckedContinuation<Outcome<Value>, Never>] = []
    var cancellable: AnyCancellable?
  }

  private let state = LockedValue(State())

  /// Subscribes to a publisher.
  public init(_ publisher: AnyPublisher<Value, ServiceError>) {
    let cancellable = publisher.sink(
      receiveCompletion: { [weak self] completion in
        // NB: resumed without a reference to this recording, so that a waiting test can check that it is released.
        let waiting = self?.complete(completion)
        waiting?.resume()
      },
      receiveValue: { [weak self] value in self?.state.withLock { $0.outcome.values.append(value) } })
    state.withLock { $0.cancellable = $0.isComplete ? nil : cancellable }
  }

  /// The outcome until now.
  public var soFar: (outcome: Outcome<Value>, isComplete: Bool) {
    state.withLock { ($0.outcome, $0.isComplete) }
  }

  /// The outcome at the completion.
  public var outcome: Outcome<Value> {
    get async {
      await withCheckedContinuation { continuation in
        let complete: Outcome<Value>? = state.withLock { state in
          guard !state.isComplete else { return state.outcome }
          state.waiting.append(continuation)
          return nil
        }
        if let complete { continuation.resume(returning: complete) }
      }
    }
  }

  /// Cancels the subscription.
  public func cancel() {
    let cancellable = state.withLock { $0.cancellable.take() }
    cancellable?.cancel()
  }

  private struct Waiting {
    var outcome: Outcome<Value>
    var continuations: [CheckedContinuation<Outcome<Value>, Never>]

    func resume() {
      for continuation in continuations { continuation.resume(returning: outcome) }
    }
  }

  private func complete(_ completion: Subscribers.Completion<ServiceError>) -> Waiting {
    state.withLock { state in
      if case .failure(let error) = completion { state.outcome.error = error }
      state.isComplete = true
      state.cancellable = nil
      defer { state.waiting = [] }
      return Waiting(outcome: state.outcome, continuations: state.waiting)
    }
  }
}
