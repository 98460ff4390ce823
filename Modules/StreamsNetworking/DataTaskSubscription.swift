import Dispatch
import Foundation
import Locking
import Streams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Receives the end of a task. A closure of a session keeps it, and so needs no type of a subscriber, which is not Sendable.
private protocol DataTaskReceiver: AnyObject, Sendable {
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
  /// Whether the subscriber has cancelled, and the task has not ended.
  var isCancelling: Bool { get }
}

/// A subscription to the response of one task, which starts at the first request for a value.
///
/// Sendable because everything that changes is reached under a lock, and the subscriber is called by one thread at a time: by
/// the session, after the task has ended. No call to the session, to a task or to the subscriber is made under the lock.
final class DataTaskSubscription<Downstream: Subscriber>: Subscription, DataTaskReceiver, @unchecked Sendable
where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
  private enum State {
    case idle(Downstream, URLSession, URLRequest)
    /// The task is being made and resumed.
    case starting(Downstream)
    case running(Downstream, URLSession, URLSessionDataTask, resumed: DispatchTime)
    /// The subscriber has the response, and not yet the completion.
    case finishing(Downstream)
    /// The subscriber has cancelled, and the task has not ended.
    case cancelling
    case ended
  }

  private let state: LockedValue<State>

  init(_ downstream: Downstream, session: URLSession, request: URLRequest) {
    state = LockedValue(unchecked: .idle(downstream, session, request))
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A request for no values at a DataTaskPublisher.")
    let start = state.withLockUnchecked { state -> (session: URLSession, request: URLRequest)? in
      guard case .idle(let downstream, let session, let request) = state else { return nil }
      state = .starting(downstream)
      return (session, request)
    }
    guard let (session, request) = start else { return }
    let receiver: any DataTaskReceiver = self
    let task = session.dataTask(with: request) { data, response, error in
      receiver.receive(data, response, error)
    }
    // NB: before a cancel can reach the task: one that is resumed between the two halves of a postponed cancel is not safe.
    let resumed = DispatchTime.now()
    task.resume()
    let isCancelled = state.withLockUnchecked { state -> Bool in
      if case .starting(let downstream) = state { state = .running(downstream, session, task, resumed: resumed) }
      if case .cancelling = state { return true }
      return false
    }
    if isCancelled { cancel(task, of: session, resumed: resumed) }
  }

  func cancel() {
    // What the old state keeps is released outside the lock.
    let old = state.withLockUnchecked { state -> State in
      let old = state
      switch old {
      case .starting, .running: state = .cancelling
      case .idle, .finishing: state = .ended
      case .cancelling, .ended: break
      }
      return old
    }
    if case .running(_, let session, let task, let resumed) = old { cancel(task, of: session, resumed: resumed) }
  }

  /// Cancels a task that was resumed, as soon as that is safe.
  private func cancel(_ task: URLSessionDataTask, of session: URLSession, resumed: DispatchTime) {
    #if canImport(FoundationNetworking)
      // NB: `resume()` asks the session's cache in the background, and starts the transfer at its answer. A task that is cancelled
      // before can be failed by the session after it has ended, which stops the program ("a task that in not in the registry").
      // Nothing tells when the answer has come, and a second question may be answered first. So the task has a second to start.
      let earliest = resumed + .seconds(1)
      if session.configuration.urlCache != nil, DispatchTime.now() < earliest {
        let receiver: any DataTaskReceiver = self
        DispatchQueue.global().asyncAfter(deadline: earliest) {
          if receiver.isCancelling { task.cancel() }
        }
        return
      }
    #endif
    task.cancel()
  }

  fileprivate var isCancelling: Bool {
    state.withLockUnchecked { state in
      if case .cancelling = state { return true }
      return false
    }
  }

  fileprivate func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    guard let response, error == nil else {
      switch end() {
      case .starting(let downstream), .running(let downstream, _, _, _):
        downstream.receive(completion: .failure(URLError(ofTask: error)))
      case .idle, .finishing, .cancelling, .ended: break
      }
      return
    }
    let downstream = state.withLockUnchecked { state -> Downstream? in
      switch state {
      case .starting(let downstream), .running(let downstream, _, _, _):
        state = .finishing(downstream)
        return downstream
      case .cancelling: state = .ended
      case .idle, .finishing, .ended: break
      }
      return nil
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

extension URLError {
  /// The failure of a task as a `URLError`: the same code and user info where the error has the domain of URL errors. Another error is
  /// kept as the underlying error.
  fileprivate init(ofTask error: (any Error)?) {
    guard let error else {
      self = URLError(.unknown)
      return
    }
    if let error = error as? URLError {
      self = error
      return
    }
    let bridged = error as NSError
    // Optional on Linux alone.
    let code: URLError.Code? = URLError.Code(rawValue: bridged.code)
    if bridged.domain == NSURLErrorDomain, let code {
      self = URLError(code, userInfo: bridged.userInfo)
    } else {
      self = URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error])
    }
  }
}

extension DataTaskSubscription: CustomStringConvertible, CustomReflectable {
  var description: String { "DataTaskPublisher" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
