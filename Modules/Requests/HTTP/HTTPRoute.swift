import Foundation
public import JSON
import Streams

/// How an operation is asked for over HTTP: method, path, body, and what fits as an answer.
///
/// ```swift
/// HTTPRoute(.weather, "/cities/{name}/weather")
/// HTTPRoute(.report, "/reports", method: .post, status: 201)
/// ```
///
/// The input is taken apart by its JSON. A member that is named in the path goes there, an ``IdempotencyKey`` becomes the
/// `Idempotency-Key` header, and the other members are the body, or the query of a `GET` or `DELETE`. An input that is one
/// text or number stands for the only name in the path. So one route serves both sides: ``HTTPBackend`` sends the request,
/// and ``HTTPEndpoints`` reads it.
public struct HTTPRoute: Sendable {
  /// The method of a request.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    var hasBody: Bool { self != .get && self != .delete }
  }

  /// The name of the operation.
  public let name: String
  let method: Method
  let path: PathTemplate
  /// A `TypedRoute`.
  let typed: any Sendable
  /// Reads a request, and has a backend answer it.
  let serve:
    @Sendable (any Backend, HTTPEndpoints.Request, [String: String]) -> AnyPublisher<HTTPEndpoints.Reply, Never>

  /// A route whose replies are the answers of the operation.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - path: the path below the base URL, with names of the input in braces. A name that the input does not have stops
  ///     the program.
  ///   - method: the method.
  ///   - status: the status of a success. No other one is.
  ///   - fitting: returns an answer that fits its input, and throws otherwise: the answer cannot be understood then.
  public init<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ path: String, method: Method = .get, status: Int = 200,
    fitting: @escaping @Sendable (Input, Answer) throws -> Answer = { $1 }
  ) {
    self.init(
      operation, path, method, status: status, form: operation.answer, fitting: fitting, reply: { $1 })
  }

  /// A route whose replies are values of another type than the answers.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - path: the path below the base URL, with names of the input in braces.
  ///   - method: the method.
  ///   - status: the status of a success. No other one is.
  ///   - fitting: the answer in a reply that fits the input; it throws otherwise.
  ///   - reply: the reply of a server to an input.
  public init<Input, Answer, Reply: JSONReadable & JSONWritable>(
    _ operation: ServiceOperation<Input, Answer>, _ path: String, method: Method = .get, status: Int = 200,
    fitting: @escaping @Sendable (Input, Reply) throws -> Answer, reply: @escaping @Sendable (Input, Answer) -> Reply
  ) {
    self.init(operation, path, method, status: status, form: .described, fitting: fitting, reply: reply)
  }

  private init<Input, Answer, Reply>(
    _ operation: ServiceOperation<Input, Answer>, _ path: String, _ method: Method, status: Int,
    form: ValueForm<Reply>, fitting: @escaping @Sendable (Input, Reply) throws -> Answer,
    reply: @escaping @Sendable (Input, Answer) -> Reply
  ) {
    let template = PathTemplate(path)
    let parts = InputParts(operation.input.schema, template, method)
    name = operation.name
    self.method = method
    self.path = template
    typed = TypedRoute(
      operation: operation, method: method, path: template, parts: parts, status: status
    ) { input, json in
      guard let value = form.readLoosely(json), let answer = try? fitting(input, value) else { return nil }
      return answer
    }
    serve = { backend, request, variables in
      guard let json = parts.json(of: request, variables), let input = operation.input.read(json) else {
        let missesKey = parts.key != nil && request.idempotencyKey == nil
        let detail = missesKey ? "The request needs an Idempotency-Key." : "The request cannot be understood."
        return Just(HTTPEndpoints.Reply(.problem(status: 400, detail: detail))).eraseToAnyPublisher()
      }
      return backend.answer(operation, input)
        .map { HTTPEndpoints.Reply(status: status, body: Data(form.json(reply(input, $0)))) }
        .catch { Just(HTTPEndpoints.Reply($0)) }
        .eraseToAnyPublisher()
    }
  }
}

/// The client's side of a route.
struct TypedRoute<Input: Sendable, Answer: Sendable>: Sendable {
  let operation: ServiceOperation<Input, Answer>
  let method: HTTPRoute.Method
  let path: PathTemplate
  let parts: InputParts
  /// The status of a success.
  let status: Int
  /// The answer in the JSON of a reply; `nil` if it does not fit the input.
  let read: @Sendable (Input, JSONText) -> Answer?

  /// What is sent for an input.
  func call(_ input: Input) -> HTTPCall? {
    let json = JSONText(scanned: operation.input.json(input)[...])
    guard let components = path.components(parts.text(of: json)) else { return nil }
    var call = HTTPCall(method: method.rawValue, path: components)
    if let key = parts.key, let text = json[key]?.string { call.headers["Idempotency-Key"] = text }
    if method.hasBody {
      guard parts.hasBody else { return call }
      call.body = { [operation, parts] in
        parts.body(of: JSONText(scanned: operation.input.json(input, includingSecrets: true)[...]))
      }
    } else {
      call.query = parts.query(of: json)
    }
    return call
  }

  /// The answer in a reply.
  func answer(_ input: Input, _ reply: TransferReply) throws(ServiceError) -> Answer {
    let json = try reply.json(expecting: status, hiding: operation.input.secrets(in: input))
    guard let answer = read(input, json) else { throw .decoding }
    return answer
  }
}
