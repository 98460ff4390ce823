import Locking
public import Requests
internal import Streams

/// A backend whose every answer and every element comes from the test, for any operation and any feed. It records the calls,
/// in the order of their subscriptions.
///
///     let backend = ScriptedBackend()
///     let model = ShelfViewModel(.test(backend: backend))
///     model.eventSubject.send(.viewDidAppear)
///     backend.last(.books).fail(.timeout)
///     backend.last(.loans).send(Loan(book: 7))
public final class ScriptedBackend: Sendable {
  private struct State {
    var calls: [RecordedCall] = []
    /// The answers of the next calls, by the name of the operation.
    var prepared: [String: [Result<any Sendable, ServiceError>]] = [:]
  }

  /// What the services of the backend publish about changed answers.
  public let changes = ServiceChanges()
  private let state = LockedValue(State())
  private let offered: Set<String>
  private let session: ServerCredentials?

  /// Creates a backend that was not asked yet.
  ///
  /// - Parameters:
  ///   - feeds: the names of the feeds that it offers to an app that asks before it follows them. Every other feed can be followed
  ///     as well.
  ///   - session: the session of its calls. One that fails with the status 401 waits then for a sign-in.
  public init(offering feeds: [String] = [], session: ServerCredentials? = nil) {
    offered = Set(feeds)
    self.session = session
  }

  /// The backend that the test answers.
  public var backend: Backend {
    Backend(
      address: "", credentials: [session].compactMap(\.self), changes: changes, services: [],
      offers: { [offered] in offered.contains($0) },
      perform: { [self] request in
        if let feed = request.feed { return follow(feed, request) }
        let updates = session?.holding(request) { [self] in call(request) } ?? call(request)
        return request.kind == .transfer
          ? updates : updates.filter { if case .answer = $0 { true } else { false } }.eraseToAnyPublisher()
      })
  }

  /// Every call of every operation and every feed so far, oldest first.
  public var calls: [any AnyScriptedCall] { state.withLock { $0.calls } }

  /// Every call of an operation so far, oldest first.
  public func calls<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) -> [ScriptedCall<Input, Answer>] {
    state.withLock { $0.calls }.filter { $0.name == operation.name }.map(ScriptedCall.init)
  }

  /// Every time that a feed was followed so far, oldest first.
  public func calls<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> [ScriptedFeed<Input, Element>] {
    state.withLock { $0.calls }.filter { $0.name == feed.name }.map { call in
      guard let source = call.source else {
        preconditionFailure("A feed and an operation have the name \"\(feed.name)\".")
      }
      return ScriptedFeed(call, source)
    }
  }

  /// The feed as it was followed last. It has to have been.
  public func last<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> ScriptedFeed<Input, Element> {
    guard let last = calls(feed).last else {
      preconditionFailure("The backend was not asked for the feed \"\(feed.name)\".")
    }
    return last
  }

  /// How many followers of a feed it has neither ended nor lost.
  public func pendingCount<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Int {
    calls(feed).count(where: \.isPending)
  }

  private func follow(_ feed: ServiceFeed<any Sendable, any Sendable>, _ request: ServiceRequest) -> ServiceUpdates {
    feed.publisher { [self] source in
      let call = RecordedCall(request, source)
      state.withLock { $0.calls.append(call) }
      source.send(.open)
      return AnyCancellable { call.progress.end(.cancelled) }
    }
    .map(ServiceUpdate.init).eraseToAnyPublisher()
  }

  /// The newest call of an operation. There has to be one.
  public func last<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) -> ScriptedCall<Input, Answer> {
    guard let last = calls(operation).last else {
      preconditionFailure("The backend was not asked for \"\(operation.name)\".")
    }
    return last
  }

  /// How many calls of an operation are neither answered nor cancelled.
  public func pendingCount<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) -> Int {
    calls(operation).count(where: \.isPending)
  }

  /// Prepares the answers of the next calls of an operation, which then arrive during the subscription, one for each
  /// call.
  public func prepare<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ answers: Result<Answer, ServiceError>...
  ) {
    state.withLock { $0.prepared[operation.name, default: []] += answers.map { $0.map { $0 as any Sendable } } }
  }

  private func call(_ request: ServiceRequest) -> ServiceUpdates {
    Deferred { [self] () -> ServiceUpdates in
      let call = RecordedCall(request, nil)
      let prepared = state.withLock { state -> Result<any Sendable, ServiceError>? in
        state.calls.append(call)
        guard state.prepared[request.name]?.isEmpty == false else { return nil }
        return state.prepared[request.name]?.removeFirst()
      }
      let updates = prepared.map { $0.map { ServiceUpdate.answer($0) }.publisher.eraseToAnyPublisher() }
      return (updates ?? call.updates.eraseToAnyPublisher()).handleEvents(
        receiveCompletion: { _ in call.progress.end(.answered) },
        receiveCancel: { call.progress.end(.cancelled) }
      )
      .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

/// A call as the backend has received it.
final class RecordedCall: AnyScriptedCall, Sendable {
  let name: String
  private let value: any Sendable
  /// Where a feed takes its elements from; `nil` for an operation.
  let source: FeedSource<any Sendable>?
  let updates = PassthroughSubject<ServiceUpdate, ServiceError>()
  let progress = Progress()

  init(_ request: ServiceRequest, _ source: FeedSource<any Sendable>?) {
    name = request.name
    value = request.input
    self.source = source
  }

  /// What the caller asked with.
  func input<Input>() -> Input {
    guard let input = value as? Input else {
      preconditionFailure("Two operations or feeds of different types have the name \"\(name)\".")
    }
    return input
  }

  var isPending: Bool { progress.state.withLock { $0 } == .pending }

  var isCancelled: Bool { progress.state.withLock { $0 } == .cancelled }
}

/// A call of any operation, or any feed, to a ``ScriptedBackend``.
public protocol AnyScriptedCall: Sendable {
  /// The name of the operation or the feed.
  var name: String { get }
  /// Whether the caller still waits: the call was neither answered nor cancelled, the feed neither ended nor cancelled.
  var isPending: Bool { get }
  /// Whether the caller has cancelled the call before an answer, or the feed before its end.
  var isCancelled: Bool { get }
}

/// A call to a ``ScriptedBackend``. The test answers it, at any time and in any order.
public struct ScriptedCall<Input: Sendable, Answer: Sendable>: AnyScriptedCall {
  public let name: String
  /// What the caller asked with.
  public let input: Input
  private let call: RecordedCall

  fileprivate init(_ call: RecordedCall) {
    name = call.name
    input = call.input()
    self.call = call
  }

  public var isPending: Bool { call.isPending }

  public var isCancelled: Bool { call.isCancelled }

  /// Answers the call, and completes it.
  public func succeed(_ answer: Answer) {
    call.updates.send(.answer(answer))
    call.updates.send(completion: .finished)
  }

  /// Says how far the files of a transfer are.
  public func report(_ progress: TransferProgress) { call.updates.send(.progress(progress)) }

  /// Fails the call. Without an argument, the backend says "Something went wrong!".
  public func fail(_ error: ServiceError = .somethingWentWrong) {
    call.updates.send(completion: .failure(error))
  }

  /// Completes the call without an answer, which violates the contract of a backend.
  public func complete() {
    call.updates.send(completion: .finished)
  }
}

extension ScriptedCall where Answer == Void {
  /// Answers the call, and completes it.
  public func succeed() { succeed(()) }
}
