public import Streams
import StreamsExtras

extension Backend {
  /// A backend in the process: a table with a handler for each operation and each feed.
  ///
  /// ```swift
  /// let backend = Backend.handlers([
  ///   ServiceHandler(.weather) { city in try world.weather(in: city) },
  ///   ServiceHandler(.forecast) { city in try await station.forecast(for: city) },
  ///   ServiceHandler(publishing: .warnings) { city in station.warnings(for: city) },
  /// ])
  /// ```
  ///
  /// A request for an operation without a handler goes to the backend behind the table, and without one fails with
  /// ``ServiceError/noSuchOperation(_:)``. So it is with a feed and ``ServiceError/noSuchFeed(_:)``.
  ///
  /// - Parameters:
  ///   - handlers: the handlers, one for each operation and feed. Two of one name stop the program.
  ///   - session: the session of the handlers, which throw 401 without one. A request waits then until it is renewed.
  ///   - base: answers all other requests.
  public static func handlers(
    _ handlers: [ServiceHandler], session: ServerCredentials? = nil, otherwise base: Backend? = nil
  ) -> Backend {
    let table = Dictionary(handlers.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two handlers answer operations with the name \"\(first.name)\".")
    }
    return Backend(
      address: base?.address ?? "", credentials: [session].compactMap(\.self) + (base?.credentials ?? []),
      changes: base?.changes ?? ServiceChanges(), services: handlers.map(\.description),
      offers: { table[$0] != nil || base?.offersFeed($0) == true },
      perform: { request in
        guard let handler = table[request.name] else { return base?.perform(request) ?? .failing(request.unknown) }
        guard let session, request.kind != .feed else { return handler.perform(request) }
        return session.holding(request) { handler.perform(request) }
      })
  }
}

/// How a backend in the process answers one operation, or what it tells in one feed; see ``Backend/handlers(_:session:otherwise:)``.
public struct ServiceHandler: Sendable {
  /// The name of the operation or the feed.
  public var name: String { description.name }
  /// The operation or the feed, in words and schemas.
  public let description: ServiceDescription
  /// Performs a request for the operation or the feed.
  let perform: @Sendable (ServiceRequest) -> ServiceUpdates

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
    perform = { answer($0.input()).map { .answer($0) }.eraseToAnyPublisher() }
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
    perform = { request in
      let updates = updates(request.input()).map(ServiceUpdate.init)
      return request.kind == .transfer
        ? updates.eraseToAnyPublisher() : updates.filter { $0.answer != nil }.eraseToAnyPublisher()
    }
  }

  /// Answers at once, on the thread of the subscription.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - answer: returns the answer. It throws a ``ServiceError``; any other error is ``ServiceError/failed``.
  public init<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ answer: @escaping @Sendable (Input) throws -> Answer
  ) {
    description = ServiceDescription(operation)
    perform = { request in
      let input: Input = request.input()
      return Deferred {
        Result { ServiceUpdate.answer(try answer(input)) }.mapError(ServiceError.init(thrown:)).publisher
      }.eraseToAnyPublisher()
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
    self.init(following: feed) { input, source in
      source.send(.open)
      return elements(input).sink {
        source.send(completion: $0)
      } receiveValue: {
        source.send($0)
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
    self.init(following: feed) { input, source in
      source.send(.open)
      return source.pull(
        Result { try elements(input) }.publisher
          .flatMap { $0.publisher.mapError { $0 as any Error } }
          .mapError(ServiceError.init(thrown:)))
    }
  }

  /// Tells in a feed what code sends into its source; the code returns what stops it.
  package init<Input, Element>(
    following feed: ServiceFeed<Input, Element>,
    _ start: @escaping @Sendable (Input, FeedSource<Element>) -> any Cancellable
  ) {
    description = ServiceDescription(feed)
    perform = { request in
      let input: Input = request.input()
      return feed.updates { start(input, $0) }
    }
  }
}

extension ServiceError {
  /// The error that stands for one that a handler has thrown.
  init(thrown error: any Error) {
    self = error as? ServiceError ?? (error is CancellationError ? .cancelled : .failed)
  }
}
