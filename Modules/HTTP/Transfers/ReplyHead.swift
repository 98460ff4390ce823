/// The head of a reply, line by line as it arrives, with the interim replies (1xx) before it.
struct ReplyHead {
  /// Why the head is refused.
  enum Defect: Error {
    case malformed, tooLarge
  }

  /// The longest head, interim replies and trailers included, in bytes.
  static let maximumSize = 64 << 10

  /// The headers that are read, of which a reply has one value. Two different ones are refused.
  private static let readHeaders: Set<String> = [
    "content-encoding", "content-length", "content-type", "etag", "location", "transfer-encoding",
  ]

  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  /// Whether the empty line after the last header has arrived.
  private(set) var isComplete = false
  /// The announced length of the body; `nil` if there is none.
  private(set) var contentLength: Int?
  private var size = 0
  /// Whether the reply is one of HTTP/1.0, which has no chunks.
  private var isOld = false

  /// Adds a line, or a part of one, which may end with a line break.
  mutating func receive(_ line: UnsafeRawBufferPointer) throws(Defect) {
    size += line.count
    guard size <= Self.maximumSize else { throw .tooLarge }
    // What follows the head are trailers, which say nothing that is needed.
    guard !isComplete else { return }
    let line = line.trimmingLineBreak
    if line.isEmpty {
      if status >= 200 { try complete() }
    } else if line.starts(with: "HTTP/".utf8) {
      try begin(line)
    } else {
      try add(line)
    }
  }

  private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) throws(Defect) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].elementsEqual("HTTP/1.1".utf8) || words[0].elementsEqual("HTTP/1.0".utf8),
      words[1].count == 3, let status = Int(digits: words[1]), status >= 100
    else {
      throw .malformed
    }
    self.status = status
    isOld = words[0].last == UInt8(ascii: "0")
    headers = []
  }

  private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) throws(Defect) {
    if line.first.map(isBlank) == true { return try fold(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      let name = String(validating: line[..<colon], as: UTF8.self), name.utf8.allSatisfy(isTokenByte)
    else {
      throw .malformed
    }
    headers.append(HTTPHeader(name: name, value: try text(line[(colon + 1)...], of: name)))
  }

  /// Continues the value of the last header: a recipient reads the break as a space (RFC 9112, section 5.2).
  private mutating func fold(_ line: Slice<UnsafeRawBufferPointer>) throws(Defect) {
    guard let name = headers.last?.name else { throw .malformed }
    let more = try text(line, of: name)
    if !more.isEmpty { headers[headers.count - 1].value += " " + more }
  }

  /// The text of a header's value. Bytes that are not UTF-8 are opaque (RFC 9110, section 5.5): they are kept as ISO 8859-1 in a
  /// header that is not read, and refused in one that is.
  private func text(_ bytes: Slice<UnsafeRawBufferPointer>, of name: String) throws(Defect) -> String {
    let value = bytes.trimmingSpaces
    if let text = String(validating: value, as: UTF8.self) { return text }
    guard !Self.readHeaders.contains(name.lowercased()) else { throw .malformed }
    return String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
  }

  /// Checks the head as a whole.
  private mutating func complete() throws(Defect) {
    for name in Self.readHeaders {
      guard Set(values(name)).count <= 1 else { throw .malformed }
    }
    contentLength = try length()
    try checkTransferCoding()
    isComplete = true
  }

  /// The announced length. A list of equal ones is one (RFC 9110, section 8.6). Two are two ends of the body.
  private func length() throws(Defect) -> Int? {
    guard let value = values("content-length").first else { return nil }
    let lengths = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Int(digits: $0.trimmingSpaces) }
    guard let first = lengths.first, let length = first, lengths.allSatisfy({ $0 == length }) else { throw .malformed }
    return length
  }

  /// Refuses any coding but `chunked`, once, without a length, in HTTP/1.1 (RFC 9112, sections 6.1 and 6.3). No other one was
  /// asked for, and `identity` has been none since RFC 7230.
  private func checkTransferCoding() throws(Defect) {
    let codings = values("transfer-encoding")
    guard let coding = codings.first else { return }
    // NB: not `lowercased()`, which makes a letter k of the Kelvin sign.
    let isChunked = coding.utf8.lazy.map { $0 | 0x20 }.elementsEqual("chunked".utf8)
    guard codings.count == 1, isChunked, contentLength == nil, !isOld else { throw .malformed }
  }

  private func values(_ name: String) -> [String] {
    headers.lazy.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

extension TransferReply {
  /// The reply that a server has sent before it reset the connection; `nil` if its head is not whole.
  ///
  /// A body that is not whole says nothing, but the status does.
  init?(late bytes: [UInt8], maximumBody: Int) {
    var head = ReplyHead()
    var rest = bytes[...]
    while !head.isComplete {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        (try? rest[...end].withUnsafeBytes({ try head.receive($0) })) != nil
      else { return nil }
      rest = rest[(end + 1)...]
    }
    let length = head.contentLength ?? .max
    let body = length <= min(rest.count, maximumBody) ? Array(rest.prefix(length)) : []
    self.init(status: head.status, headers: head.headers, body: body)
  }
}

extension Int {
  /// The number that decimal digits are; `nil` for other bytes, and for a number that does not fit.
  fileprivate init?(digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self))
  }
}

/// Whether a byte may be in the name of a header (RFC 9110, section 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

extension UnsafeRawBufferPointer {
  /// The bytes without a line break at the end.
  fileprivate var trimmingLineBreak: Slice<UnsafeRawBufferPointer> {
    let line = last == 0x0A ? dropLast() : self[...]
    return last == 0x0A && line.last == 0x0D ? line.dropLast() : line
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without spaces and tabs around them.
  fileprivate var trimmingSpaces: SubSequence {
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    return rest
  }
}
