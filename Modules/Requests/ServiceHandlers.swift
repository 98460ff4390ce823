public import Streams
import StreamsExtras

/// A backend in the process: a table with a handler for each operation.
///
/// ```swift
/// let backend = ServiceHandlers([
///   ServiceHandler(.weather) { city in try world.weather(in: city) },
///   ServiceHandler(.forecast) { city in try await station.forecast(for: city) },
/// ])
/// ```
///
/// A request for an operation without a handler goes to the backend behind the table, and without one fails with
/// ``ServiceError/noSuchOperation(_:)``.
public struct ServiceHandlers: Backend {
  public let changes: ServiceChanges
  /// The names of the operations that have handlers, in their order.
  public let names: [String]
  /// The descriptions of these operations, in the same order.
  public let descriptions: [ServiceDescription]

  private let handlers: [String: ServiceHandler]
  private let base: (any Backend)?

  /// A table of handlers.
  ///
  /// - Parameters:
  ///   - handlers: the handlers, one for each operation. Two of one name stop the program.
  ///   - base: answers all other requests.
  public init(_ handlers: [ServiceHandler], otherwise base: (any Backend)? = nil) {
    names = handlers.map(\.name)
    descriptions = handlers.map(\.description)
    self.handlers = Dictionary(handlers.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two handlers answer operations with the name \"\(first.name)\".")
    }
    self.base = base
    changes = base?.changes ?? ServiceChanges()
  }

  public var address: String { base?.address ?? "" }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    if let handler = handlers[operation.name] { return handler.answer(operation, input) }
    return base?.answer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
  }
}

/// How a backend in the process answers one operation; see ``ServiceHandlers``.
public struct ServiceHandler: Sendable {
  private struct Typed<Input: Sendable, Answer: Sendable>: Sendable {
    let answer: @Sendable (Input) -> AnyPublisher<Answer, ServiceError>
  }

  /// The name of the operation.
  public var name: String { description.name }
  /// The operation, in words and schemas.
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

  fileprivate func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    guard let typed = typed as? Typed<Input, Answer> else {
      preconditionFailure("Two operations of different types have the name \"\(operation.name)\".")
    }
    return typed.answer(input)
  }
}

extension ServiceError {
  /// The error that stands for one that a handler has thrown.
  init(thrown error: any Error) {
    self = error as? ServiceError ?? (error is CancellationError ? .cancelled : .failed)
  }
}
