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

/// What may be logged about a response to a request of a session: nothing of its content.
public struct ResponseReport: Sendable, Equatable {
  /// What a response is about.
  public enum Request: Sendable, Equatable {
    /// A request that waited for it: its method, and what it asks for.
    case waiting(method: String, subject: String?)
    /// A request that waits no longer: it is answered, or cancelled. The response is ignored.
    case over
    /// No request has this id. The response is ignored.
    case unknown
  }

  /// What the response is about.
  public var request: Request
  /// What is wrong with the response, in a word; `nil` if it fits.
  public var fault: String?
  /// The position of the fault in the result, if it is known.
  public var pointer: JSONPointer?
  /// The kind of the id; `nil` without one.
  public var id: JSONText.Kind?
  /// The bytes of the frame that holds the response.
  public var size: Int
  /// Whether the frame is a batch.
  public var isInBatch: Bool
}

/// The requests that wait for a response from the other side.
final class SentRequests {
  private struct Waiting {
    let method: String
    let subject: String?
    let onResponse: (RPCResponse) -> Void
  }

  private var waiting: [Int: Waiting] = [:]
  private var count = 0
  /// What is wrong with the response that is being received.
  var fault: (word: String, pointer: JSONPointer?)?

  func add(
    _ method: String, _ subject: String?, _ onResponse: @escaping (RPCResponse) -> Void
  ) -> SentRequest {
    count += 1
    waiting[count] = Waiting(method: method, subject: subject, onResponse: onResponse)
    return SentRequest(number: count)
  }

  /// Ends the wait for a response.
  ///
  /// - Returns: Whether the request has waited for it.
  func remove(_ request: SentRequest) -> Bool { waiting.removeValue(forKey: request.number) != nil }

  func contains(_ request: SentRequest) -> Bool { waiting[request.number] != nil }

  private func isSent(_ request: SentRequest) -> Bool { request.number > 0 && request.number <= count }

  /// Passes a response on, if a request waits for it.
  ///
  /// - Returns: What the response is about.
  @discardableResult func receive(_ message: JSONText) -> ResponseReport.Request {
    fault = nil
    guard let request = message["id"].flatMap(SentRequest.init(id:)), isSent(request) else {
      return .unknown
    }
    guard let waiting = waiting.removeValue(forKey: request.number) else { return .over }
    waiting.onResponse(RPCResponse(message))
    return .waiting(method: waiting.method, subject: waiting.subject)
  }

  /// Ends the wait for every response, oldest request first.
  func end() {
    while let number = waiting.keys.min() { waiting.removeValue(forKey: number)?.onResponse(.ended) }
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
