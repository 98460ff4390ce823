public import HTTP
import Locking
import Streams
public import Support

extension HTTPEndpoints {
  /// The reply to a request that a server on loopback has received. The backend must answer at once.
  public func reply(to request: HTTPRequest) -> Reply {
    let reply = LockedValue<Reply?>(nil)
    let cancellable = self.reply(to: Request(request)).sink { value in reply.withLock { $0 = value } }
    cancellable.cancel()
    guard let reply = reply.withLock({ $0 }) else { preconditionFailure("The backend does not answer at once.") }
    return reply
  }
}

extension HTTPEndpoints.Request {
  /// A request that a server on loopback has received.
  init(_ request: HTTPRequest) {
    self.init(
      method: request.method, path: request.pathComponents ?? [], query: request.query,
      idempotencyKey: request.header("Idempotency-Key"), entityTag: request.header("If-Match"),
      lastEventID: request.header("Last-Event-ID"), contentType: request.header("Content-Type"), body: request.body)
  }
}

extension Answer {
  /// What a server on loopback answers to a request, with the endpoints of a backend that answers at once. A feed goes on until
  /// it ends or the client leaves.
  public init(of endpoints: HTTPEndpoints, to request: HTTPRequest) {
    guard endpoints.stream(for: HTTPEndpoints.Request(request)) != nil else {
      self.init(endpoints.reply(to: request))
      return
    }
    self = .streamed { connection in
      guard let stream = endpoints.stream(for: HTTPEndpoints.Request(request)) else { return }
      StreamSender(stream, connection).send()
    }
  }

  /// What a server on loopback answers with a reply.
  public init(_ reply: HTTPEndpoints.Reply) {
    var headers = ["Content-Type": reply.contentType]
    if let tag = reply.entityTag { headers["ETag"] = tag }
    if let disposition = reply.contentDisposition { headers["Content-Disposition"] = disposition }
    let response = HTTPResponse(status: reply.status, headers: headers, body: Array(reply.body))
    self = reply.isLost ? .cutOff(response, after: 0) : .response(response)
  }
}
