public import Streams
import StreamsExtras

/// A backend in the process: a table with a handler for each operation and each feed.
///
/// ```swift
/// let backend = ServiceHandlers([
///   ServiceHandler(.weather) { city in try world.weather(in: city) },
///   ServiceHandler(.forecast) { city in try await station.forecast(for: city) },
///   ServiceHandler(publishing: .warnings) { city in station.warnings(for: city) },
/// ])
/// ```
///
/// A request for an operation without a handler goes to the backend behind the table, and without one fails with
/// ``ServiceError/noSuchOperation(_:)``. So it is with a feed and ``ServiceError/noSuchFeed(_:)``.
public struct ServiceHandlers: Backend {
  public let changes: ServiceChanges
  /// The names of the operations and feeds that have handlers, in their order.
  public let names: [String]
  /// The descriptions of these operations and feeds, in the same order.
  public let descriptions: [ServiceDescription]

  private let handlers: [String: ServiceHandler]
  private let session: ServerCredentials?
  private let base: (any Backend)?

  /// A table of handlers.
  ///
  /// - Parameters:
  ///   - handlers: the handlers, one for each operation and feed. Two of one name stop the program.
  ///   - session: the session of the handlers, which throw 401 without one. A request waits then until it is renewed.
  ///   - base: answers all other requests.
  public init(
    _ handlers: [ServiceHandler], session: ServerCredentials? = nil, otherwise base: (any Backend)? = nil
  ) {
    names = handlers.map(\.name)
    descriptions = handlers.map(\.description)
    self.handlers = Dictionary(handlers.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two handlers answer operations with the name \"\(first.name)\".")
    }
    self.session = session
    self.base = base
    changes = base?.changes ?? ServiceChanges()
  }

  public var address: String { base?.address ?? "" }

  public var credentials: [ServerCredentials] { [session].compactMap(\.self) + (base?.credentials ?? []) }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    if let handler = handlers[operation.name] {
      guard let session else { return handler.answer(operation, input) }
      return session.holding(operation) { handler.answer(operation, input) }
    }
    return base?.answer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
  }

  public func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    if let handler = handlers[operation.name] {
      guard let session else { return handler.transfer(operation, input) }
      return session.holding(operation) { handler.transfer(operation, input) }
    }
    return base?.transfer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
  }

  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    if let handler = handlers[feed.name] { return handler.follow(feed, input) }
    return base?.follow(feed, input) ?? Fail(error: .noSuchFeed(feed.name)).eraseToAnyPublisher()
  }

  public func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool {
    handlers[feed.name] != nil || base?.offers(feed) == true
  }
}

/// How a backend in the process answers one operation, or what it tells in one feed; see ``ServiceHandlers``.
public struct ServiceHandler: Sendable {
  private struct Typed<Input: Sendable, Answer: Sendable>: Sendable {
    let answer: @Sendable (Input) -> AnyPublisher<Answer, ServiceError>
    /// The answer with the progress before it; `nil` for one without.
    var updates: (@Sendable (Input) -> AnyPublisher<TransferUpdate<Answer>, ServiceError>)?
  }

  private struct TypedFeed<Input: Sendable, Element: Sendable>: Sendable {
    let events: @Sendable (Input) -> AnyPublisher<FeedEvent<Element>, ServiceError>
  }

  /// The name of the operation or the feed.
  public var name: String { description.name }
  /// The operation or the feed, in words and schemas.
  public let description: ServiceDescription
  private let typed: any Sendable

  /// Answers with a publisher of one answer.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - answer: returns a publisher that starts its work when it is subscribed to.
  public init<Input, Answer>(
    publishing operation: ServiceOperation<Input, Answer>,
    _ answer: @escaping @Sendable (Input) -> AnyPublisher<Answer, ServiceError>
  ) {
    description = ServiceDescription(operation)
    typed = Typed(answer: answer)
  }

  /// Answers a request with files, and says how far they are.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - updates: returns a publisher of progress and one answer, which starts its work when it is subscribed to.
  public init<Input, Answer>(
    transferring operation: ServiceOperation<Input, Answer>,
    _ updates: @escaping @Sendable (Input) -> AnyPublisher<TransferUpdate<Answer>, ServiceError>
  ) {
    description = ServiceDescription(operation)
    typed = Typed(
      answer: { input in updates(input).compactMap(\.answer).eraseToAnyPublisher() }, updates: updates)
  }

  /// Answers at once, on the thread of the subscription.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - answer: returns the answer. It throws a ``ServiceError``; any other error is ``ServiceError/failed``.
  public init<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ answer: @escaping @Sendable (Input) throws -> Answer
  ) {
    self.init(publishing: operation) { input in
      Deferred { Result { try answer(input) }.mapError(ServiceError.init(thrown:)).publisher }.eraseToAnyPublisher()
    }
  }

  /// Answers when a task has ended. Cancelling the request cancels the task.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - answer: returns the answer. It throws a ``ServiceError``; any other error is ``ServiceError/failed``.
  public init<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ answer: @escaping @Sendable (Input) async throws -> Answer
  ) {
    self.init(publishing: operation) { input in
      .create { subscriber in
        let task = Task {
          do {
            subscriber.send(try await answer(input))
            subscriber.send(completion: .finished)
          } catch {
            subscriber.send(completion: .failure(ServiceError(thrown: error)))
          }
        }
        return AnyCancellable { task.cancel() }
      }
    }
  }

  /// Tells in a feed what a publisher emits.
  ///
  /// The publisher is asked for everything, because a subject drops what was not asked for. If more waits than the feed's
  /// ``ServiceFeed/window`` holds, the feed fails with ``ServiceError/overrun(_:)``.
  ///
  /// - Parameters:
  ///   - feed: the feed.
  ///   - elements: returns a publisher that starts its work when it is subscribed to.
  public init<Input, Element>(
    publishing feed: ServiceFeed<Input, Element>,
    _ elements: @escaping @Sendable (Input) -> AnyPublisher<Element, ServiceError>
  ) {
    description = ServiceDescription(feed)
    typed = TypedFeed<Input, Element> { input in
      feed.publisher { source in
        source.send(.open)
        return elements(input).sink {
          source.send(completion: $0)
        } receiveValue: {
          source.send($0)
        }
      }
    }
  }

  /// Tells in a feed the elements of an asynchronous sequence, which are taken as fast as the app handles them.
  ///
  /// - Parameters:
  ///   - feed: the feed.
  ///   - elements: returns the sequence, for each subscriber. It and the sequence throw a ``ServiceError``; any other error is
  ///     ``ServiceError/failed``.
  public init<Input, Element, Elements: AsyncSequence & Sendable>(
    _ feed: ServiceFeed<Input, Element>, _ elements: @escaping @Sendable (Input) throws -> Elements
  ) where Elements.Element == Element {
    description = ServiceDescription(feed)
    typed = TypedFeed<Input, Element> { input in
      feed.publisher { source in
        source.send(.open)
        return source.pull(
          Result { try elements(input) }.publisher
            .flatMap { $0.publisher.mapError { $0 as any Error } }
            .mapError(ServiceError.init(thrown:)))
      }
    }
  }

  fileprivate func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    guard let typed = typed as? TypedFeed<Input, Element> else {
      preconditionFailure("Two feeds of different types have the name \"\(feed.name)\".")
    }
    return typed.events(input)
  }

  fileprivate func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    typed(operation).answer(input)
  }

  fileprivate func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    let typed = typed(operation)
    return typed.updates?(input) ?? typed.answer(input).map { .answer($0) }.eraseToAnyPublisher()
  }

  private func typed<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) -> Typed<Input, Answer> {
    guard let typed = typed as? Typed<Input, Answer> else {
      preconditionFailure("Two operations of different types have the name \"\(operation.name)\".")
    }
    return typed
  }
}

extension ServiceError {
  /// The error that stands for one that a handler has thrown.
  init(thrown error: any Error) {
    self = error as? ServiceError ?? (error is CancellationError ? .cancelled : .failed)
  }
}
