/// Reads lines that end in LF or CRLF. Blank lines are skipped; a line that is too long is reported once and discarded.
struct LineDecoder {
  let limit: Int
  private var partial: [UInt8] = []
  private var discards = false

  init(limit: Int) {
    self.limit = limit
  }

  /// The next frame in `chunk` from `position` on, or nil when the chunk is used up.
  mutating func next(_ chunk: [UInt8], _ position: inout Int) -> Arrival? {
    while position < chunk.count {
      let start = position
      guard let feed = indexOfLineFeed(chunk, from: start) else {
        position = chunk.count
        return discards ? nil : keep(chunk[start...])
      }
      position = feed + 1
      if discards {
        discards = false
        continue
      }
      var line = chunk[start..<feed]
      if !partial.isEmpty {
        partial.append(contentsOf: line)
        line = partial[...]
        partial = []
      }
      if line.last == 0x0D { line.removeLast() }
      if line.count > limit { return .unreadable(.tooLarge) }
      if !line.isBlank { return .message(line) }
    }
    return nil
  }

  /// The last line, if it had no LF.
  mutating func finish() -> Arrival? {
    let line = partial[...]
    partial = []
    return discards || line.isBlank ? nil : .message(line)
  }

  /// Keeps the beginning of a line, unless it exceeds the limit.
  private mutating func keep(_ piece: ArraySlice<UInt8>) -> Arrival? {
    let count = partial.count + piece.count
    // One byte more may be the CR of a CRLF whose LF is still to come.
    guard count <= limit || count == limit + 1 && piece.last == 0x0D else {
      partial = []
      discards = true
      return .unreadable(.tooLarge)
    }
    partial.append(contentsOf: piece)
    return nil
  }
}

extension UInt8 {
  /// Whether the byte is white space in JSON.
  var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension ArraySlice<UInt8> {
  var isBlank: Bool { allSatisfy(\.isSpace) }
}

/// The position of the next LF, eight bytes at a time.
func indexOfLineFeed(_ chunk: [UInt8], from start: Int) -> Int? {
  chunk.withUnsafeBytes { bytes in
    var at = start
    while at + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
      at += 8
    }
    while at < bytes.count {
      if bytes[at] == 0x0A { return at }
      at += 1
    }
    return nil
  }
}
