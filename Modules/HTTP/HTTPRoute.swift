public import Descriptions
import Foundation
internal import StandardIO
import Streams

/// How an operation or a feed is asked for over HTTP: method, path, body, and what fits as an answer.
///
/// ```swift
/// HTTPRoute(.weather, "/cities/{name}/weather")
/// HTTPRoute(.report, "/reports", method: .post, status: 201)
/// ```
///
/// The input is taken apart by its JSON. A member that is named in the path or its query goes there, an `IdempotencyKey`
/// becomes the `Idempotency-Key` header, an ``EntityTag`` the `If-Match` header, and the other members are the body, or
/// items of the query of a `GET` or `DELETE`. A query can be written behind the path, as in
/// `/forecasts?city={name}&unit=celsius`, and a list in it is an item for each of its elements. An input without members,
/// such as a text or a list, stands for the only name in the path, or is the body as it is. An ``EntityTag`` in an answer is
/// read from the `ETag` header.
///
/// A `FileReference` in the input makes the body a form (`multipart/form-data`) with the other members beside it, or is the body
/// itself if `body` names it. An answer that is one is a file in the server's `ServerConnection.downloads`.
///
/// So one route serves both sides: `Backend.http(_:routes:scheduler:otherwise:)` sends the request, and ``HTTPEndpoints``
/// reads it.
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

  /// The name of the operation or the feed.
  public let name: String
  let method: Method
  let path: PathTemplate
  /// The client's side.
  private(set) var form: Form

  enum Form: Sendable {
    case operation(OperationRoute)
    case feed(FeedRoute)
  }

  /// Reads a request, and has a backend answer it.
  let serve: @Sendable (Backend, HTTPEndpoints.Request, [String: String]) -> AnyPublisher<HTTPEndpoints.Reply, Never>
  /// Reads a request for a feed, and has a backend tell it; `nil` for an operation.
  private(set) var stream: (@Sendable (Backend, HTTPEndpoints.Request, [String: String]) -> HTTPEndpoints.Stream?)?
}

extension HTTPRoute {
  /// A route whose replies are the answers of the operation.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - path: the path below the base URL, with names of the input in braces. A name that the input does not have stops
  ///     the program.
  ///   - method: the method.
  ///   - status: the status of a success. No other one is.
  ///   - body: the member of the input that is the whole body, if no other member is in it; by default, the body is an object
  ///     of all members that are nowhere else.
  ///   - fitting: returns an answer that fits its input, and throws otherwise: the answer cannot be understood then.
  public init<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ path: String, method: Method = .get, status: Int = 200,
    body: String? = nil, fitting: @escaping @Sendable (Input, Answer) throws -> Answer = { $1 }
  ) {
    self.init(
      operation, path, method, status: status, body: body, form: operation.answer, fitting: fitting, reply: { $1 })
  }

  /// A route whose replies are values of another type than the answers.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - path: the path below the base URL, with names of the input in braces.
  ///   - method: the method.
  ///   - status: the status of a success. No other one is.
  ///   - body: the member of the input that is the whole body, if no other member is in it; by default, the body is an object
  ///     of all members that are nowhere else.
  ///   - fitting: the answer in a reply that fits the input; it throws otherwise.
  ///   - reply: the reply of a server to an input.
  public init<Input, Answer, Reply: JSONReadable & JSONWritable>(
    _ operation: ServiceOperation<Input, Answer>, _ path: String, method: Method = .get, status: Int = 200,
    body: String? = nil, fitting: @escaping @Sendable (Input, Reply) throws -> Answer,
    reply: @escaping @Sendable (Input, Answer) -> Reply
  ) {
    self.init(
      operation, path, method, status: status, body: body, form: .described, fitting: fitting, reply: reply)
  }

  /// The same route of a download, whose file may be at another host to which the server leads, such as a store of objects.
  ///
  /// ```swift
  /// func route(_ export: ServiceOperation<String, FileReference>) -> HTTPRoute {
  ///   HTTPRoute(export, "/exports/{id}").downloadingFromElsewhere()
  /// }
  /// ```
  ///
  /// The other host is asked over HTTPS alone, and gets no token, no key and no header of the app. An address of this machine or of a
  /// private network is refused. No more than five redirections are followed in all.
  public func downloadingFromElsewhere() -> HTTPRoute {
    guard case .operation(var operation) = form, operation.isDownload, method == .get else {
      preconditionFailure("A route that leads elsewhere is the GET of a file.")
    }
    operation.mayLeadElsewhere = true
    var route = self
    route.form = .operation(operation)
    return route
  }

  private init<Input, Answer, Reply>(
    _ operation: ServiceOperation<Input, Answer>, _ path: String, _ method: Method, status: Int, body: String?,
    form: Codec<Reply>, fitting: @escaping @Sendable (Input, Reply) throws -> Answer,
    reply: @escaping @Sendable (Input, Answer) -> Reply
  ) {
    let template = PathTemplate(path)
    let parts = InputParts(of: operation.name, operation.input.shape, template, method, body: body)
    let tag = EntityTagMember(form.shape)
    let route = OperationRoute(
      operation: operation.erased, method: method, parts: parts, tag: tag, status: status
    ) { request, json in
      form.read(json).flatMap { try? fitting(request.input(), $0) }
    } readFile: { request, file in
      (file as? Reply).flatMap { try? fitting(request.input(), $0) }
    }
    self.init(name: operation.name, method: method, path: template, form: .operation(route)) {
      backend, request, variables in
      guard let input = parts.input(of: request, variables, operation.input) else {
        let missesKey = parts.key != nil && request.idempotencyKey == nil
        let detail = missesKey ? "The request needs an Idempotency-Key." : "The request cannot be understood."
        return HTTPEndpoints.Reply(.problem(status: 400, detail: detail)).once
      }
      return backend.answer(operation, input)
        .map { answer in
          if let file = reply(input, answer) as? FileReference { return HTTPEndpoints.Reply(status: status, file) }
          let (body, tag) = tag.reply(form.json(reply(input, answer)))
          return HTTPEndpoints.Reply(status: status, body: Data(body), entityTag: tag)
        }
        .catch { Just(HTTPEndpoints.Reply($0)) }
        .eraseToAnyPublisher()
    }
  }
}

/// The client's side of a route.
struct OperationRoute: Sendable {
  let operation: AnyServiceOperation
  let method: HTTPRoute.Method
  let parts: InputParts
  let tag: EntityTagMember
  /// The status of a success.
  let status: Int
  /// The answer in the JSON of a reply; `nil` if it does not fit the input.
  let read: @Sendable (ServiceRequest, JSONText) -> (any Sendable)?

  /// The answer that is a file; `nil` if it does not fit the input.
  let readFile: @Sendable (ServiceRequest, FileReference) -> (any Sendable)?

  /// Whether the file may be at another host, to which the server leads.
  var mayLeadElsewhere = false

  /// Whether an answer is a file, which is kept in a folder.
  var isDownload: Bool { operation.answer.shape == FileReference.shape }
  /// Whether a request or its answer has files.
  var hasFiles: Bool { isDownload || parts.hasFiles }

  /// The error for an input of which no path can be made.
  func unaddressable(_ input: any Sendable) -> ServiceError {
    parts.unaddressable(operation.name, operation.input.json(input))
  }

  /// What is sent for an input, with its secrets; `nil` if a member that the path names makes no part of it.
  func call(_ input: any Sendable) -> HTTPCall? {
    let (json, files) = FileAttachments.collecting { operation.input.json(forServer: input) }
    guard var call = parts.call(method, json, files: files) else { return nil }
    call.readsOnly = method == .get || operation.effect == .reads
    return call
  }

  /// The answer in a reply.
  ///
  /// - Parameter secrets: what no message of an error may repeat, beside the secrets of the input.
  func answer(_ request: ServiceRequest, _ reply: TransferReply, hiding secrets: [String]) throws(ServiceError)
    -> any Sendable
  {
    if isDownload { return try file(request, reply, hiding: secrets) }
    let json = try reply.json(expecting: status, hiding: operation.input.secrets(in: request.input) + secrets)
    guard let answer = read(request, tag.json(json, tag: reply.header("ETag"))) else { throw .decoding }
    return answer
  }

  private func file(_ request: ServiceRequest, _ reply: TransferReply, hiding secrets: [String]) throws(ServiceError)
    -> any Sendable
  {
    guard (200..<300).contains(reply.status) else {
      throw reply.failure(hiding: operation.input.secrets(in: request.input) + secrets)
    }
    guard reply.status == status, reply.isPlain, let unfinished = reply.file else { throw .decoding }
    let json = operation.input.json(request.input)
    let name = reply.fileName ?? parts.call(method, json)?.path.last ?? ""
    let content: FileContent
    do throws(FileError) { content = try unfinished.finish(as: name, isKept: false) } catch {
      throw .file(error.description)
    }
    let file = FileReference(name: name, mediaType: reply.header("Content-Type"), content: content)
    guard let answer = readFile(request, file) else { throw .decoding }
    return answer
  }
}

extension HTTPEndpoints.Reply {
  /// A file as the body.
  fileprivate init(status: Int, _ file: FileReference) {
    do throws(FileError) {
      let bytes = try file.readBytes(limit: .max)
      self.init(
        status: status, contentType: file.mediaType ?? "application/octet-stream", body: Data(bytes))
      fileName = file.name
    } catch {
      self.init(.file(error.description))
    }
  }
}
