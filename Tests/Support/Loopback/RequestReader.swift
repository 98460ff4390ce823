/// Reads requests from a connection.
struct RequestReader {
  /// The reason why reading has failed.
  enum Failure: Error {
    /// The client has closed the connection.
    case end
    /// The bytes are not an HTTP/1.1 request with a length, or too long.
    case malformed
  }

  static let maximumHead = 65_536
  static let maximumBody = 1 << 20

  let connection: Socket
  private var pending: [UInt8] = []

  init(connection: Socket) {
    self.connection = connection
  }

  /// Waits for the next complete request.
  mutating func next() throws(Failure) -> HTTPRequest {
    let head = try takeHead()
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].first == "/" else { throw .malformed }

    var request = HTTPRequest(method: String(words[0]), target: String(words[1]), headers: [], body: [])
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { throw .malformed }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      request.headers.append(.init(name: String(line[..<colon]), value: String(value)))
    }
    guard request.header("Transfer-Encoding") == nil else { throw .malformed }
    request.body = try takeBody(length: request.header("Content-Length"))
    return request
  }

  private mutating func takeHead() throws(Failure) -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let found = pending.firstRange(of: end) {
        let head = pending[..<found.lowerBound]
        guard let text = String(validating: head, as: UTF8.self) else { throw .malformed }
        pending.removeSubrange(..<found.upperBound)
        return text
      }
      guard pending.count <= Self.maximumHead else { throw .malformed }
      try receive()
      // NB: a TLS client waits for an answer before it sends an empty line.
      guard pending.first.map({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) == true else {
        throw .malformed
      }
    }
  }

  private mutating func takeBody(length: String?) throws(Failure) -> [UInt8] {
    guard let length else { return [] }
    guard let count = Int(length), (0...Self.maximumBody).contains(count) else { throw .malformed }
    while pending.count < count { try receive() }
    let body = Array(pending.prefix(count))
    pending.removeFirst(count)
    return body
  }

  private mutating func receive() throws(Failure) {
    guard let bytes = connection.received() else { throw .end }
    pending += bytes
  }
}
