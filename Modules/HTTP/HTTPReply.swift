import Descriptions
import Foundation

extension TransferReply {
  /// The JSON of a reply with an expected status; `null` if it is empty.
  ///
  /// - Parameters:
  ///   - expectedStatus: the status of a success.
  ///   - secrets: what no message of the error may repeat.
  /// - Throws: the error that the reply stands for, or `decoding`.
  func json(expecting expectedStatus: Int, hiding secrets: [String]) throws(ServiceError) -> JSONText {
    guard (200..<300).contains(status) else { throw failure(hiding: secrets) }
    // A proxy that changed the answer made 203 of 200 (RFC 9110, section 15.3.4).
    guard (status == 203 ? 200 : status) == expectedStatus, isPlain else { throw .decoding }
    guard !body.isEmpty else { return JSONText(scanned: Array("null".utf8)[...]) }
    guard isJSON, let json = jsonBody else { throw .decoding }
    return json
  }

  /// The error that a reply of another status than a success stands for, with the time before the next try.
  ///
  /// - Parameter now: the time of day.
  func failure(hiding secrets: [String], now: Date = Date()) -> ServiceError {
    problem(hiding: secrets).retrying(after: retryDelay(now: now))
  }

  private func problem(hiding secrets: [String]) -> ServiceError {
    if let proxy, isOfProxy { return .proxyRefused(proxy, status: status, wasPassedOn: status == 502) }
    guard mediaType == "application/problem+json", isPlain, let problem = jsonBody else { return .status(status) }
    // Members of unexpected types are ignored (RFC 9457, section 3.1).
    for text in [problem["detail"]?.string, problem["title"]?.string].compactMap(\.self) {
      guard let detail = BackendText(text).message else { continue }
      return secrets.contains { isRepeated($0, in: text) } ? .status(status) : .problem(status: status, detail: detail)
    }
    return .status(status)
  }

  /// The JSON of the body, with or without a byte order mark (RFC 8259, section 8.1); `nil` if it is none, or if an object in
  /// it has two members of one name, which readers of JSON understand in different ways.
  private var jsonBody: JSONText? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
    return try? JSONText(scanning: text).with(.loose)
  }

  /// The type and the subtype of the body, in lowercase.
  var mediaType: String {
    (header("Content-Type") ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
  }

  /// Whether the body is JSON (RFC 8259), or of a type that is JSON by its suffix (RFC 6839, section 3.1), such as that of a problem.
  private var isJSON: Bool {
    let type = mediaType
    return type == "application/json"
      || type.hasPrefix("application/") && type.hasSuffix("+json") && type != "application/problem+json"
  }

  /// Whether a proxy has answered in place of the server, which is not to blame then: 407 is a proxy's, and so is a 403 or a 502 with
  /// the marks of one. What says in a problem document why is the server.
  private var isOfProxy: Bool {
    if status == 407 { return true }
    return [403, 502].contains(status) && mediaType != "application/problem+json"
      && (header("Proxy-Authenticate") != nil || header("Via") != nil)
  }

  /// Whether the body is as it was meant. A compressed one was not asked for; the transfers decode it if they can.
  var isPlain: Bool { isDecoded || ["", "identity"].contains(header("Content-Encoding")?.lowercased() ?? "") }
}
