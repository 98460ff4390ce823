import Locking
public import Services
public import Streams

/// The calls of one method of a stub service, in the order of their subscriptions. The test answers each of them, at any
/// time and in any order.
///
///     services.balances.last.succeed(balance)
///     services.balances.prepare(.failure(.timeout))  // answers the next call
public final class StubCalls<Request: Sendable, Response: Sendable>: Sendable {
  /// A call that was subscribed to.
  public struct Call: Sendable {
    /// What the caller asked for.
    public let request: Request
    fileprivate let subject = PassthroughSubject<Response, ServiceError>()
    fileprivate let state: PendingState

    /// Whether the caller still waits: the call was neither answered nor cancelled.
    public var isPending: Bool { state.isPending.withLock { $0 } }

    /// Answers the call, and completes it.
    public func succeed(_ response: Response) {
      subject.send(response)
      subject.send(completion: .finished)
    }

    /// Fails the call. Without an argument, the backend says "Something went wrong!".
    public func fail(_ error: ServiceError = .problem(status: 503, detail: "Something went wrong!")) {
      subject.send(completion: .failure(error))
    }

    /// Completes the call without an answer, which violates the contract of the services.
    public func complete() {
      subject.send(completion: .finished)
    }
  }

  fileprivate final class PendingState: Sendable {
    let isPending = LockedValue(true)
  }

  private struct State: Sendable {
    var calls: [Call] = []
    var prepared: [Result<Response, ServiceError>] = []
  }

  private let state = LockedValue(State())

  /// Creates an empty list of calls.
  public init() {}

  /// Every call so far, oldest first.
  public var all: [Call] { state.withLock { $0.calls } }

  /// The newest call. There has to be one.
  public var last: Call {
    guard let last = all.last else { preconditionFailure("The service was not called.") }
    return last
  }

  /// How many calls are neither answered nor cancelled.
  public var pendingCount: Int { all.count(where: \.isPending) }

  /// Prepares the answers of the next calls, which then arrive during the subscription, one for each call.
  public func prepare(_ answers: Result<Response, ServiceError>...) {
    state.withLock { $0.prepared += answers }
  }

  /// The publisher that a method of the service returns. A call begins at the subscription.
  public func call(_ request: Request) -> AnyPublisher<Response, ServiceError> {
    Deferred { () -> AnyPublisher<Response, ServiceError> in
      let call = Call(request: request, state: PendingState())
      let end = { @Sendable in call.state.isPending.withLock { $0 = false } }
      let prepared = self.state.withLock { state in
        state.calls.append(call)
        return state.prepared.isEmpty ? nil : state.prepared.removeFirst()
      }
      let answer = prepared.map { $0.publisher.eraseToAnyPublisher() } ?? call.subject.eraseToAnyPublisher()
      return answer.handleEvents(receiveCompletion: { _ in end() }, receiveCancel: end).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
