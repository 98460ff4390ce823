import Locking
public import Requests
public import Streams

/// A backend whose every answer and every element comes from the test, for any operation and any feed. It records the calls,
/// in the order of their subscriptions.
///
///     let backend = ScriptedBackend()
///     let model = ShelfViewModel(.test(backend: backend))
///     model.eventSubject.send(.viewDidAppear)
///     backend.last(.books).fail(.timeout)
///     backend.last(.loans).send(Loan(book: 7))
public final class ScriptedBackend: Backend {
  private struct State {
    var calls: [any AnyScriptedCall] = []
    /// The answers of the next calls, by the name of the operation.
    var prepared: [String: [any Sendable]] = [:]
  }

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

  public var credentials: [ServerCredentials] { [session].compactMap(\.self) }

  public func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { offered.contains(feed.name) }

  /// Every call of every operation and every feed so far, oldest first.
  public var calls: [any AnyScriptedCall] { state.withLock { $0.calls } }

  /// Every call of an operation so far, oldest first.
  public func calls<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) -> [ScriptedCall<Input, Answer>] {
    calls.filter { $0.name == operation.name }.map { call in
      guard let call = call as? ScriptedCall<Input, Answer> else {
        preconditionFailure("Two operations of different types have the name \"\(operation.name)\".")
      }
      return call
    }
  }

  /// Every time that a feed was followed so far, oldest first.
  public func calls<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> [ScriptedFeed<Input, Element>] {
    calls.filter { $0.name == feed.name }.map { call in
      guard let call = call as? ScriptedFeed<Input, Element> else {
        preconditionFailure("Two feeds of different types, or a feed and an operation, have the name \"\(feed.name)\".")
      }
      return call
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

  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    feed.publisher { [self] source in
      let call = ScriptedFeed(name: feed.name, input: input, source: source)
      state.withLock { $0.calls.append(call) }
      source.send(.open)
      return AnyCancellable { call.cancel() }
    }
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
    state.withLock { $0.prepared[operation.name, default: []] += answers }
  }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    transfer(operation, input).compactMap(\.answer).eraseToAnyPublisher()
  }

  public func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    session?.holding(operation) { [self] in call(operation, input) } ?? call(operation, input)
  }

  private func call<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    Deferred { [self] () -> AnyPublisher<TransferUpdate<Answer>, ServiceError> in
      let call = ScriptedCall<Input, Answer>(name: operation.name, input: input)
      let prepared = state.withLock { state -> (any Sendable)? in
        state.calls.append(call)
        guard state.prepared[operation.name]?.isEmpty == false else { return nil }
        return state.prepared[operation.name]?.removeFirst()
      }
      return call.answer(prepared as? Result<Answer, ServiceError>)
    }
    .eraseToAnyPublisher()
  }
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
  private let subject = PassthroughSubject<TransferUpdate<Answer>, ServiceError>()
  private let progress = Progress()

  fileprivate init(name: String, input: Input) {
    self.name = name
    self.input = input
  }

  public var isPending: Bool { progress.state.withLock { $0 } == .pending }

  public var isCancelled: Bool { progress.state.withLock { $0 } == .cancelled }

  /// Answers the call, and completes it.
  public func succeed(_ answer: Answer) {
    subject.send(.answer(answer))
    subject.send(completion: .finished)
  }

  /// Says how far the files of a transfer are.
  public func report(_ progress: TransferProgress) { subject.send(.progress(progress)) }

  /// Fails the call. Without an argument, the backend says "Something went wrong!".
  public func fail(_ error: ServiceError = .somethingWentWrong) {
    subject.send(completion: .failure(error))
  }

  /// Completes the call without an answer, which violates the contract of a backend.
  public func complete() {
    subject.send(completion: .finished)
  }

  fileprivate func answer(
    _ prepared: Result<Answer, ServiceError>?
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    let updates = prepared.map { $0.map(TransferUpdate.answer).publisher.eraseToAnyPublisher() }
    return (updates ?? subject.eraseToAnyPublisher()).handleEvents(
      receiveCompletion: { [progress] _ in progress.end(.answered) },
      receiveCancel: { [progress] in progress.end(.cancelled) }
    )
    .eraseToAnyPublisher()
  }
}

extension ScriptedCall where Answer == Void {
  /// Answers the call, and completes it.
  public func succeed() { succeed(()) }
}
