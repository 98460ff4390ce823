import Foundation
import Locking
import Streams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Receives the end of a task. A closure of a session keeps it, and so needs no type of a subscriber, which is not Sendable.
private protocol DataTaskReceiver: AnyObject, Sendable {
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
}

/// A subscription to the response of one task, which starts at the first request for a value.
///
/// Sendable because everything that changes is reached under a lock, and the subscriber is called by one thread at a time: by
/// the session, after the task has ended.
final class DataTaskSubscription<Downstream: Subscriber>: Subscription, DataTaskReceiver, @unchecked Sendable
where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
  private enum State {
    case idle(Downstream, URLSession, URLRequest)
    case running(Downstream, URLSessionDataTask)
    /// The subscriber has the response, and not yet the completion.
    case finishing(Downstream)
    case ended
  }

  private let state: LockedValue<State>

  init(_ downstream: Downstream, session: URLSession, request: URLRequest) {
    state = LockedValue(unchecked: .idle(downstream, session, request))
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A request for no values at a DataTaskPublisher.")
    let receiver: any DataTaskReceiver = self
    let task = state.withLockUnchecked { state -> URLSessionDataTask? in
      guard case .idle(let downstream, let session, let request) = state else { return nil }
      let task = session.dataTask(with: request) { data, response, error in
        receiver.receive(data, response, error)
      }
      state = .running(downstream, task)
      return task
    }
    task?.resume()
  }

  func cancel() {
    let old = end()
    if case .running(_, let task) = old { task.cancel() }
  }

  fileprivate func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    guard let response, error == nil else {
      guard case .running(let downstream, _) = end() else { return }
      return downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
    }
    let downstream = state.withLockUnchecked { state -> Downstream? in
      guard case .running(let downstream, _) = state else { return nil }
      state = .finishing(downstream)
      return downstream
    }
    guard let downstream else { return }
    _ = downstream.receive((data ?? Data(), response))
    // The subscriber may have cancelled.
    if case .finishing = end() { downstream.receive(completion: .finished) }
  }

  /// Ends the subscription, and returns its state until then, which is released outside the lock.
  private func end() -> State {
    state.withLockUnchecked { state in
      defer { state = .ended }
      return state
    }
  }
}

extension DataTaskSubscription: CustomStringConvertible, CustomReflectable {
  var description: String { "DataTaskPublisher" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
