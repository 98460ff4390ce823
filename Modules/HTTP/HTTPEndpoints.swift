public import Foundation
import JSON
public import Streams

/// The server's side of routes: the reply to each request, for any HTTP server. A backend answers.
///
/// ```swift
/// let endpoints = HTTPEndpoints(backend, routes: [HTTPRoute(.weather, "/cities/{name}/weather")])
/// ```
///
/// Tests and sample servers serve them.
public struct HTTPEndpoints: Sendable {
  /// What a server has received.
  public struct Request: Sendable {
    /// The HTTP method.
    public var method: String
    /// The components of the path, percent-decoded.
    public var path: [String]
    /// The items of the query by their names, percent-decoded. A name may have several.
    public var query: [String: [String]]
    /// The value of the `Idempotency-Key` header; `nil` without the header.
    public var idempotencyKey: String?
    /// The value of the `If-Match` header; `nil` without the header.
    public var entityTag: String?
    /// The value of the `Last-Event-ID` header; `nil` without the header.
    public var lastEventID: String?
    /// The value of the `Content-Type` header; `nil` without the header. A form has its boundary there.
    public var contentType: String?
    /// The body; empty without one.
    public var body: [UInt8]

    /// A request.
    public init(
      method: String, path: [String], query: [String: [String]] = [:], idempotencyKey: String? = nil,
      entityTag: String? = nil, lastEventID: String? = nil, contentType: String? = nil, body: [UInt8] = []
    ) {
      self.method = method
      self.path = path
      self.query = query
      self.idempotencyKey = idempotencyKey
      self.entityTag = entityTag
      self.lastEventID = lastEventID
      self.contentType = contentType
      self.body = body
    }
  }

  /// What a server sends back.
  public struct Reply: Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// The body.
    public var body: Data
    /// The value of the `ETag` header; `nil` without the header.
    public var entityTag: String?
    /// The name of the file that the body is; `nil` for another body. ``contentDisposition`` has it as a header.
    public var fileName: String?
    /// Whether the connection breaks before the reply: the backend's answer was lost.
    public var isLost: Bool

    /// A reply of a status and a body.
    public init(
      status: Int, contentType: String = "application/json", body: Data, entityTag: String? = nil, isLost: Bool = false
    ) {
      self.status = status
      self.contentType = contentType
      self.body = body
      self.entityTag = entityTag
      self.isLost = isLost
    }

    /// The problem document (RFC 9457) of an error.
    public init(_ error: ServiceError) {
      let isUnknown = error.code == .noSuchFeed || error.code == .noSuchOperation
      let status = error.httpStatus ?? (isUnknown ? 404 : 500)
      let problem: JSON = ["type": "about:blank", "status": .integer(status), "detail": .string(error.message)]
      self.init(
        status: status, contentType: "application/problem+json", body: Data(problem.json),
        isLost: error.code == .transport)
    }

    /// A publisher of this reply.
    var once: AnyPublisher<Reply, Never> { Just(self).eraseToAnyPublisher() }
  }

  let backend: Backend
  let routes: [HTTPRoute]

  /// The endpoints of a backend.
  public init(_ backend: Backend, routes: [HTTPRoute]) {
    self.backend = backend
    self.routes = routes
  }

  /// Publishes the reply to a request, when the backend has answered.
  public func reply(to request: Request) -> AnyPublisher<Reply, Never> {
    for route in routes where route.method.rawValue == request.method {
      guard route.path.match(request.query) != nil else { continue }
      if let variables = route.path.match(request.path) { return route.serve(backend, request, variables) }
    }
    return Reply(.problem(status: 404, detail: "There is nothing here.")).once
  }
}
