import JSON
import Locking
public import Streams
import StreamsExtras

/// A backend whose answers come from outside of the core, as JSON: from the program that drives it, such as an app with a
/// network stack of its own, or a test.
///
/// The ``ServiceChannel`` says which operations it answers. A request for another one goes to the backend behind, and
/// without one fails with ``ServiceError/noSuchOperation(_:)``.
///
/// An answer that does not fit its operation is ``ServiceError/decoding``. The text of an error is made safe for a terminal,
/// and left out if it repeats a secret of the input. The first reply to a request counts, and every
/// later one is ignored, as is one that comes after the request was cancelled. A channel that never replies is cut off by a
/// ``TimeLimit``:
///
/// ```swift
/// func backend(asking channel: any ServiceChannel, otherwise base: any Backend) -> any Backend {
///   ClientBackend(channel, otherwise: base).intercepted(by: TimeLimit(.seconds(30)))
/// }
/// ```
public struct ClientBackend: Backend {
  public let changes: ServiceChanges

  private let channel: any ServiceChannel
  private let base: (any Backend)?

  /// A backend that asks a channel.
  ///
  /// - Parameters:
  ///   - channel: answers the operations that it names.
  ///   - base: answers all other requests.
  public init(_ channel: any ServiceChannel, otherwise base: (any Backend)? = nil) {
    self.channel = channel
    self.base = base
    changes = base?.changes ?? ServiceChanges()
  }

  /// The client, and the backend behind it: the client says which of the two answers an operation.
  public var address: String { "client \(base?.address ?? "")" }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    Deferred { [channel, base] () -> AnyPublisher<Answer, ServiceError> in
      guard channel.answers(operation.name) else {
        return base?.answer(operation, input) ?? Fail(error: .noSuchOperation(operation.name)).eraseToAnyPublisher()
      }
      let call = ServiceCall(operation, input)
      return .create { subscriber in
        let isAnswered = LockedValue(false)
        return channel.send(call) { reply in
          let isFirst = isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
          }
          guard isFirst else { return }
          switch reply.flatMap({ $0.value(of: operation) }) {
          case .success(let answer):
            subscriber.send(answer)
            subscriber.send(completion: .finished)
          case .failure(let error):
            subscriber.send(completion: .failure(error.made(for: operation, input)))
          }
        }
      }
    }
    .eraseToAnyPublisher()
  }

  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    base?.follow(feed, input) ?? Fail(error: .noSuchFeed(feed.name)).eraseToAnyPublisher()
  }
}

/// Carries the requests of a ``ClientBackend`` to a program that answers them.
///
/// A channel to handlers in the process needs a few lines:
///
/// ```swift
/// struct Balances: ServiceChannel {
///   func answers(_ operation: String) -> Bool { operation == "balance" }
///
///   func send(
///     _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
///   ) -> any Cancellable {
///     reply(.success(ServiceReply(json: Array("1250".utf8))))
///     return AnyCancellable {}
///   }
/// }
/// ```
public protocol ServiceChannel: Sendable {
  /// Whether the operation with a name is answered here. It is asked at each request, from any thread.
  func answers(_ operation: String) -> Bool

  /// Passes a request on, from any thread, without waiting for the answer.
  ///
  /// - Parameters:
  ///   - call: what is asked.
  ///   - reply: takes the reply, on any thread, also before this method returns. Only the first one counts.
  /// - Returns: what cancels the request. It may be called after the reply too.
  func send(
    _ call: ServiceCall, reply: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void
  ) -> any Cancellable
}

/// A request to a service as JSON, for a ``ServiceChannel``.
public struct ServiceCall: Sendable {
  /// The name of the operation.
  public let operation: String
  /// The input, with its secrets: for what answers the request alone. `nil` for an operation without an
  /// input.
  public let input: [UInt8]?

  /// A request for an operation.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - input: what it is asked with.
  public init<Input, Answer>(_ operation: ServiceOperation<Input, Answer>, _ input: Input) {
    self.operation = operation.name
    self.input = Input.self == Void.self ? nil : operation.input.json(input, includingSecrets: true)
  }
}

extension ServiceCall: CustomStringConvertible, CustomReflectable {
  /// The name of the operation alone: the input may have secrets.
  public var description: String { operation }
  public var customMirror: Mirror { Mirror(self, children: ["operation": operation]) }
}

/// What a ``ServiceChannel`` was answered with: the JSON of an answer, or a success without one.
public struct ServiceReply: Sendable {
  /// The answer, as it came in; `nil` for a success without an answer.
  public let json: [UInt8]?

  /// A reply.
  ///
  /// - Parameter json: the answer; `nil` if there is only a success. Bytes that are no JSON are an answer that does not fit.
  public init(json: [UInt8]? = nil) { self.json = json }

  /// The answer to an operation; ``ServiceError/decoding`` if the reply does not fit.
  fileprivate func value<Input, Answer>(of operation: ServiceOperation<Input, Answer>) -> Result<Answer, ServiceError> {
    if let nothing = () as? Answer { return .success(nothing) }
    guard let json, let text = try? JSONText(scanning: json), let answer = operation.answer.read(text) else {
      return .failure(.decoding)
    }
    return .success(answer)
  }
}

extension ServiceError {
  /// The error of a program outside, without what no user should read.
  fileprivate func made<Input, Answer>(for operation: ServiceOperation<Input, Answer>, _ input: Input) -> ServiceError {
    switch code {
    case .problem:
      let status = number ?? 0
      let detail = detail ?? ""
      let isSafe = !operation.input.secrets(in: input).contains { isRepeated($0, in: detail) }
      guard isSafe, let text = BackendText(detail).message else { return .status(status) }
      return .problem(status: status, detail: text)
    case .noSuchOperation: return .noSuchOperation(operation.name)
    default: return self
    }
  }
}
