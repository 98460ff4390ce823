/// The head of a reply, line by line as it arrives, with the interim replies (1xx) before it.
struct ReplyHead {
  /// Why the head is refused.
  enum Defect: Error {
    case malformed, tooLarge
  }

  /// The longest head, interim replies and trailers included, in bytes.
  static let maximumSize = 64 << 10

  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  /// Whether the empty line after the last header has arrived.
  private(set) var isComplete = false
  private var size = 0

  /// Adds a line, or a part of one, which may end with a line break.
  mutating func receive(_ line: UnsafeRawBufferPointer) throws(Defect) {
    size += line.count
    guard size <= Self.maximumSize else { throw .tooLarge }
    // What follows the head are trailers, which say nothing that is needed.
    guard !isComplete else { return }
    let text = String(decoding: line, as: UTF8.self).trimmingLineBreak
    if text.isEmpty {
      isComplete = status >= 200
    } else if text.hasPrefix("HTTP/") {
      try begin(text)
    } else {
      try add(text)
    }
  }

  /// The announced length of the body; `nil` if there is none.
  var contentLength: Int? { value("content-length").flatMap { Int($0) } }

  private mutating func begin(_ text: String) throws(Defect) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0", words[1].utf8.count == 3,
      let status = Int(words[1]), status >= 100
    else {
      throw .malformed
    }
    self.status = status
    headers = []
  }

  private mutating func add(_ text: String) throws(Defect) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text.first != " ", text.first != "\t" else {
      throw .malformed
    }
    let header = HTTPHeader(
      name: String(text[..<colon]), value: text[text.index(after: colon)...].trimmingSpaces)
    // Two lengths are two ends of the body (RFC 9112, section 6.3).
    let name = header.name.lowercased()
    if name == "content-length" || name == "transfer-encoding" {
      let other = value("content-length") ?? value("transfer-encoding")
      guard other == nil || (other == header.value && value(name) != nil) else { throw .malformed }
    }
    headers.append(header)
  }

  private func value(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

extension StringProtocol {
  fileprivate var trimmingLineBreak: String {
    var text = Substring(self)
    // NB: "\r\n" is one character.
    if text.last == "\r\n" || text.last == "\n" { text.removeLast() }
    return String(text)
  }

  fileprivate var trimmingSpaces: String {
    var text = Substring(self).drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
