public import JSON

/// The answer of the other side to a request that a session has sent.
public enum RPCResponse: Sendable {
  /// The result.
  case result(JSONText)
  /// An error: its code, and its data if it has any.
  case error(code: Int, data: JSONText?)
  /// A response that is neither a result nor an error as JSON-RPC 2.0 defines them.
  case invalid
  /// No response comes any more: the conversation has ended.
  case ended
}

/// A request that a session has sent.
public struct SentRequest: Sendable, Hashable {
  let number: Int

  /// The id on the wire: a text, because the ids of most clients are numbers.
  public var id: String { Self.prefix + String(number) }

  private static let prefix = "core-"

  init(number: Int) { self.number = number }

  /// The request that a response is for; `nil` for an id that no session has given.
  init?(id: JSONText) {
    guard let text = id.string, text.hasPrefix(Self.prefix), let number = Int(text.dropFirst(Self.prefix.count)) else {
      return nil
    }
    self.number = number
  }
}

extension Session {
  /// Sends a request to the other side.
  ///
  /// ```swift
  /// let question = session.request("confirm", members: { $0.member("text", "Delete it?") }) { response in
  ///   if case .result(let result) = response, result["isConfirmed"]?.bool == true { print("Deleted.") }
  /// }
  /// ```
  ///
  /// A response with another id, and a second one, are ignored.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - members: writes the members of the params.
  ///   - onResponse: receives the response once, unless the request is cancelled before. After the end of the conversation,
  ///     after ``shutDown()`` and after a failure of the output it is called at once, with ``RPCResponse/ended``.
  @discardableResult
  public func request(
    _ method: String, members: (inout JSONWriter) -> Void = { _ in }, onResponse: @escaping (RPCResponse) -> Void
  ) -> SentRequest {
    guard maySendRequests else {
      onResponse(.ended)
      return SentRequest(number: 0)
    }
    let request = sentRequests.add(onResponse)
    queue.send { $0.request(request.id, method, members) }
    return request
  }

  /// Whether a request may still be answered.
  public func awaits(_ request: SentRequest) -> Bool { sentRequests.contains(request) }

  /// Cancels a request that is not answered yet, with the notification `$/cancelRequest` as in the Language Server
  /// Protocol. Its response is ignored.
  public func cancel(_ request: SentRequest) { cancel(request, by: "$/cancelRequest", idMember: "id") }

  /// Cancels a request that is not answered yet, with a notification of another protocol. Its response is ignored.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - notification: the method of the notification.
  ///   - idMember: the member of its params that has the id.
  public func cancel(_ request: SentRequest, by notification: String, idMember: String) {
    guard sentRequests.remove(request) != nil else { return }
    notify(notification) { $0.member(idMember, request.id) }
  }
}

/// The requests that wait for a response from the other side.
final class SentRequests {
  private var handlers: [Int: (RPCResponse) -> Void] = [:]
  private var count = 0

  func add(_ onResponse: @escaping (RPCResponse) -> Void) -> SentRequest {
    count += 1
    handlers[count] = onResponse
    return SentRequest(number: count)
  }

  func remove(_ request: SentRequest) -> ((RPCResponse) -> Void)? { handlers.removeValue(forKey: request.number) }

  func contains(_ request: SentRequest) -> Bool { handlers[request.number] != nil }

  /// Passes a response on, if a request waits for it.
  func receive(_ message: JSONText) {
    guard let request = message["id"].flatMap(SentRequest.init(id:)), let onResponse = remove(request) else { return }
    onResponse(RPCResponse(message))
  }

  /// Ends the wait for every response, oldest request first.
  func end() {
    while let number = handlers.keys.min() { handlers.removeValue(forKey: number)?(.ended) }
  }
}

extension RPCResponse {
  init(_ message: JSONText) {
    guard message["jsonrpc"]?.isString("2.0") == true else {
      self = .invalid
      return
    }
    switch (message["result"], message["error"]) {
    case (let result?, nil): self = .result(result)
    case (nil, let error?):
      let code: Int? = error["code"]?.integer()
      self = code.map { .error(code: $0, data: error["data"]) } ?? .invalid
    default: self = .invalid
    }
  }
}

extension JSONWriter {
  /// Writes a request.
  mutating func request(_ id: String, _ method: String, _ members: (inout JSONWriter) -> Void) {
    object {
      $0.member("id", id)
      $0.member("jsonrpc", "2.0")
      $0.member("method", method)
      $0.member("params") { $0.object(members) }
    }
  }
}
