import JSON

/// Reads lines that end in LF or CRLF. Blank lines are skipped; a line that is too long is reported once and discarded.
struct LineDecoder {
  private var splitter: LineSplitter

  init(limit: Int) {
    splitter = LineSplitter(limit: limit)
  }

  /// The next frame in `chunk` from `position` on, or nil when the chunk is used up.
  mutating func next(_ chunk: [UInt8], _ position: inout Int) -> Arrival? {
    while let line = splitter.next(chunk, &position) {
      if let arrival = Self.arrival(of: line) { return arrival }
    }
    return nil
  }

  /// The last line, if it had no LF.
  mutating func finish() -> Arrival? {
    splitter.finish().flatMap(Self.arrival)
  }

  /// What a line is as a frame; nil for a blank one.
  private static func arrival(of line: LineSplitter.Line) -> Arrival? {
    switch line {
    case .tooLong: .unreadable(.tooLarge)
    case .bytes(let bytes): bytes.isBlank ? nil : .message(bytes)
    }
  }
}

extension UInt8 {
  /// Whether the byte is white space in JSON.
  var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy(\.isSpace) }
}
