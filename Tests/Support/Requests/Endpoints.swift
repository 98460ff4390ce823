import Locking
public import Requests
import Streams
public import Support

extension HTTPEndpoints {
  /// The reply to a request that a server on loopback has received. The backend must answer at once.
  public func reply(to request: HTTPRequest) -> Reply {
    let reply = LockedValue<Reply?>(nil)
    let cancellable = self.reply(
      to: Request(
        method: request.method, path: request.pathComponents ?? [], query: request.query,
        idempotencyKey: request.header("Idempotency-Key"), entityTag: request.header("If-Match"), body: request.body)
    )
    .sink { value in reply.withLock { $0 = value } }
    cancellable.cancel()
    guard let reply = reply.withLock({ $0 }) else { preconditionFailure("The backend does not answer at once.") }
    return reply
  }
}

extension Answer {
  /// What a server on loopback answers to a request, with the endpoints of a backend that answers at once.
  public init(of endpoints: HTTPEndpoints, to request: HTTPRequest) { self.init(endpoints.reply(to: request)) }

  /// What a server on loopback answers with a reply.
  public init(_ reply: HTTPEndpoints.Reply) {
    var headers = ["Content-Type": reply.contentType]
    if let tag = reply.entityTag { headers["ETag"] = tag }
    let response = HTTPResponse(status: reply.status, headers: headers, body: Array(reply.body))
    self = reply.isLost ? .cutOff(response, after: 0) : .response(response)
  }
}
