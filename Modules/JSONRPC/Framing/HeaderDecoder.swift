import JSON

/// Reads header blocks and bodies of LSP's base protocol. Names are in any case; `Content-Length` is required, other fields
/// are ignored, and so are line breaks before a block. An invalid block ends the stream, because the beginning of the next
/// message is unknown.
struct HeaderDecoder {
  let limit: Int
  let blockLimit: Int

  private enum Stage {
    case block
    case body(remaining: Int)
    case skip(remaining: Int)
    case lost
  }

  private var stage = Stage.block
  private var splitter: LineSplitter
  private var blockCount = 0
  private var length: Int?
  private var body: [UInt8] = []

  init(limit: Int, blockLimit: Int) {
    self.limit = limit
    self.blockLimit = blockLimit
    splitter = LineSplitter(limit: blockLimit)
  }

  /// The next frame in `chunk` from `position` on, or nil when the chunk is used up.
  mutating func next(_ chunk: [UInt8], _ position: inout Int) -> Arrival? {
    while position < chunk.count {
      switch stage {
      case .block:
        if let event = readHeader(chunk, &position) { return event }
      case .body(let remaining):
        if let event = readBody(chunk, &position, remaining) { return event }
      case .skip(let remaining):
        let count = min(remaining, chunk.count - position)
        position += count
        stage = count == remaining ? .block : .skip(remaining: remaining - count)
      case .lost:
        position = chunk.count
      }
    }
    return nil
  }

  /// Ends the stream inside a message, or between two.
  mutating func finish() -> Arrival? {
    defer { stage = .lost }
    switch stage {
    case .block: return blockCount > 0 ? .unreadable(.badHeader) : nil
    case .body: return .unreadable(.truncated)
    case .skip: return .unreadable(.truncatedTooLarge)
    case .lost: return nil
    }
  }

  private mutating func lose(_ defect: FrameDefect = .badHeader) -> Arrival {
    stage = .lost
    return .unreadable(defect)
  }

  /// Reads up to the end of one header line.
  private mutating func readHeader(_ chunk: [UInt8], _ position: inout Int) -> Arrival? {
    if blockCount == 0, chunk[position] == 0x7B || chunk[position] == 0x5B { return lose(.line) }
    let start = position
    let line = splitter.next(chunk, &position)
    blockCount += position - start
    guard blockCount <= blockLimit else { return lose() }
    guard case .bytes(let field) = line else { return nil }
    guard field.isEmpty else { return readField(field) ? nil : lose() }
    // A line break before a block, which some clients send behind each message. No block of one line is so short.
    guard blockCount > "\r\n".utf8.count else {
      blockCount = 0
      return nil
    }
    return endBlock()
  }

  private mutating func endBlock() -> Arrival? {
    guard let count = length else { return lose() }
    length = nil
    blockCount = 0
    if count > limit {
      stage = .skip(remaining: count)
      return .unreadable(.tooLarge)
    }
    if count == 0 { return .message([]) }
    stage = .body(remaining: count)
    return nil
  }

  private mutating func readBody(_ chunk: [UInt8], _ position: inout Int, _ remaining: Int) -> Arrival? {
    let count = min(remaining, chunk.count - position)
    let piece = chunk[position..<position + count]
    position += count
    if count < remaining {
      body.append(contentsOf: piece)
      stage = .body(remaining: remaining - count)
      return nil
    }
    stage = .block
    if body.isEmpty { return .message(piece) }
    body.append(contentsOf: piece)
    defer { body = [] }
    return .message(body[...])
  }

  /// Reads a field; `false` if it is invalid.
  private mutating func readField(_ field: ArraySlice<UInt8>) -> Bool {
    guard let colon = field.firstIndex(of: 0x3A) else { return false }
    let name = field[..<colon].trimmed
    let value = field[(colon + 1)...].trimmed
    guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    guard name.lowercasedEquals("content-length") else { return true }
    guard 1...19 ~= value.count, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
    var count = 0
    for digit in value {
      let (tens, overflowsTens) = count.multipliedReportingOverflow(by: 10)
      let (sum, overflowsSum) = tens.addingReportingOverflow(Int(digit - 0x30))
      if overflowsTens || overflowsSum { return false }
      count = sum
    }
    if let length, length != count { return false }
    length = count
    return true
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmed: ArraySlice<UInt8> {
    var slice = self
    while slice.first == 0x20 || slice.first == 0x09 { slice.removeFirst() }
    while slice.last == 0x20 || slice.last == 0x09 { slice.removeLast() }
    return slice
  }

  /// Whether the bytes are a name in any case. The name is given in lower case.
  fileprivate func lowercasedEquals(_ name: String) -> Bool {
    lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }.elementsEqual(name.utf8)
  }

  /// Whether the bytes begin like a header of LSP's base protocol.
  var looksLikeHeader: Bool {
    guard let colon = prefix(32).firstIndex(of: 0x3A) else { return false }
    let name = self[..<colon].trimmed
    return name.lowercasedEquals("content-length") || name.lowercasedEquals("content-type")
  }
}
