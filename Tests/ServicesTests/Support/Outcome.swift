import Locking
import Services
import Streams
import Support

/// Everything that a publisher said, from the subscription to the completion.
struct Outcome<Value: Sendable>: Sendable {
  var values: [Value] = []
  var error: ServiceError?

  /// The one value, if there was exactly one and no error.
  var value: Value? { values.count == 1 && error == nil ? values.first : nil }
}

extension Outcome: Equatable where Value: Equatable {}

/// Subscribes, and waits for the completion.
func outcome<Value: Sendable>(of publisher: AnyPublisher<Value, ServiceError>) async -> Outcome<Value> {
  let recording = Recording(publisher)
  return await recording.outcome
}

/// A subscription whose history can be looked at while it goes on.
final class Recording<Value: Sendable>: Sendable {
  private struct State {
    var outcome = Outcome<Value>()
    var isComplete = false
    var waiting: [CheckedContinuation<Outcome<Value>, Never>] = []
    var cancellable: AnyCancellable?
  }

  private let state = LockedValue(State())

  init(_ publisher: AnyPublisher<Value, ServiceError>) {
    let cancellable = publisher.sink(
      receiveCompletion: { [weak self] completion in
        // NB: who waits goes on when this recording is let go of here, and may prove that it is gone.
        let waiting = self?.complete(completion)
        waiting?.resume()
      },
      receiveValue: { [weak self] value in self?.state.withLock { $0.outcome.values.append(value) } })
    state.withLock { $0.cancellable = $0.isComplete ? nil : cancellable }
  }

  /// What was heard so far.
  var soFar: (outcome: Outcome<Value>, isComplete: Bool) {
    state.withLock { ($0.outcome, $0.isComplete) }
  }

  /// What was heard in all, once it is complete.
  var outcome: Outcome<Value> {
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

  func cancel() {
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
