/// What a user does at the keyboard of a terminal.
enum Key: Equatable, Sendable {
  /// Characters that are not control characters.
  case text(String)
  /// Characters of which some are not UTF-8. U+FFFD stands in their places.
  case damagedText(String)
  /// A text that was pasted.
  case paste([UInt8])
  /// A pasted text that is longer than ``KeyDecoder/longestPaste``.
  case pasteTooLong
  /// A letter with the Control key.
  case control(Character)
  case enter, tab, backspace, delete, left, right, up, down, home, end
  case wordLeft, wordRight, deleteWordLeft, deleteWordRight
  /// A key without a meaning.
  case unknown
  /// What the terminal says and the user does not type: an answer, or that its window has the focus.
  case report
}

/// Turns the bytes of a terminal (ECMA-48 and xterm) into keys. The bytes may be cut anywhere.
struct KeyDecoder: Sendable {
  /// The greatest length of a pasted text, in bytes.
  static let longestPaste = 1 << 20

  private var unread: ArraySlice<UInt8> = []
  private var followsReturn = false
  private var paste: [UInt8]?
  private var pasteIsTooLong = false
  /// Whether a control string has begun and not ended.
  private var isInControlString = false

  private static let escapeByte: UInt8 = 0x1B
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  private static let longestSequence = 256

  mutating func append(_ bytes: some Sequence<UInt8>) { unread += bytes }

  /// Drops what was not decoded.
  mutating func removeAll() { self = KeyDecoder() }

  /// The next key; `nil` if more bytes are needed.
  mutating func next() -> Key? {
    if paste != nil { return nextOfPaste() }
    if isInControlString { return nextOfControlString() }
    guard let byte = unread.first else { return nil }
    let wasReturn = followsReturn
    followsReturn = false
    switch byte {
    case Self.escapeByte: return escape()
    case 0x0D:
      followsReturn = true
      return remove(1, .enter)
    case 0x0A: return wasReturn ? skip(1) : remove(1, .enter)
    case 0x09: return remove(1, .tab)
    case 0x08, 0x7F: return remove(1, .backspace)
    case 0x01...0x1A: return remove(1, .control(Character(Unicode.Scalar(byte + 0x60))))
    case 0..<0x20: return remove(1, .unknown)
    default: return text()
    }
  }

  private mutating func remove(_ count: Int, _ key: Key) -> Key {
    unread = unread.dropFirst(count)
    return key
  }

  private mutating func skip(_ count: Int) -> Key? {
    unread = unread.dropFirst(count)
    return next()
  }

  /// Printable characters, up to a control character or one whose bytes have not all arrived.
  private mutating func text() -> Key? {
    var run = unread.prefix { $0 >= 0x20 && $0 != 0x7F }
    if run.endIndex == unread.endIndex { run = run.dropLast(Self.incompleteTail(of: run)) }
    guard !run.isEmpty else { return nil }
    let key = String(validating: run, as: UTF8.self).map(Key.text)
    return remove(run.count, key ?? .damagedText(String(decoding: run, as: UTF8.self)))
  }

  /// How many bytes at the end are the beginning of a character in UTF-8.
  private static func incompleteTail(of bytes: ArraySlice<UInt8>) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }

  private mutating func escape() -> Key? {
    let bytes = unread.dropFirst()
    guard let second = bytes.first else { return nil }
    switch second {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      guard let third = bytes.dropFirst().first else { return nil }
      guard Self.beginsControlString(second, third) else { return remove(2, .unknown) }
      unread = unread.dropFirst(2)
      isInControlString = true
      return nextOfControlString()
    case UInt8(ascii: "O"):
      guard let third = bytes.dropFirst().first else { return nil }
      return remove(3, Self.key(final: third, parameters: []))
    case UInt8(ascii: "b"): return remove(2, .wordLeft)
    case UInt8(ascii: "f"): return remove(2, .wordRight)
    case UInt8(ascii: "d"): return remove(2, .deleteWordRight)
    case 0x08, 0x7F: return remove(2, .deleteWordLeft)
    case 0x20..<0x7F: return remove(2, .unknown)
    // The Escape key, and then another one.
    default: return skip(1)
    }
  }

  /// Whether two bytes behind an escape begin a control string (OSC, DCS or APC) that terminals send, and not the key of a
  /// letter with Alt.
  private static func beginsControlString(_ first: UInt8, _ second: UInt8) -> Bool {
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    return switch first {
    case UInt8(ascii: "]"): isDigit || "lLI".utf8.contains(second)
    case UInt8(ascii: "P"): isDigit || "$+>!|=?;".utf8.contains(second)
    default: second == UInt8(ascii: "G")
    }
  }

  /// The rest of a control string, which ends with BEL or `ESC \`.
  private mutating func nextOfControlString() -> Key? {
    while let byte = unread.first {
      switch byte {
      case 0x07, 0x18, 0x1A:
        isInControlString = false
        return remove(1, .report)
      case Self.escapeByte:
        guard let second = unread.dropFirst().first else { return nil }
        isInControlString = false
        // Another escape sequence ends it, too.
        return remove(second == UInt8(ascii: "\\") ? 2 : 0, .report)
      // Enter and Control-C end one whose end was lost.
      case 0x03, 0x0A, 0x0D:
        isInControlString = false
        return next()
      default: unread.removeFirst()
      }
    }
    return nil
  }

  /// Whether a control sequence is an answer of the terminal, or says that its window has the focus.
  private static func isReport(_ final: UInt8, _ parameters: ArraySlice<UInt8>) -> Bool {
    switch final {
    case UInt8(ascii: "c"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "y"): true
    case UInt8(ascii: "R"): parameters.contains(UInt8(ascii: ";"))
    case UInt8(ascii: "u"): parameters.first == UInt8(ascii: "?")
    case UInt8(ascii: "I"), UInt8(ascii: "O"): parameters.isEmpty
    default: false
    }
  }

  private mutating func controlSequence() -> Key? {
    let body = unread.dropFirst(2)
    // A function key of the Linux console.
    if body.first == UInt8(ascii: "[") { return body.count < 2 ? nil : remove(4, .unknown) }
    let parameters = body.prefix { (0x20..<0x40).contains($0) }
    guard parameters.count < Self.longestSequence else { return remove(2 + parameters.count, .unknown) }
    guard let final = body.dropFirst(parameters.count).first else { return nil }
    guard (0x40..<0x7F).contains(final) else { return remove(2 + parameters.count, .unknown) }
    unread = unread.dropFirst(3 + parameters.count)
    if Self.isReport(final, parameters) { return .report }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    if final == UInt8(ascii: "~"), numbers == [200] {
      paste = []
      return next()
    }
    return Self.key(final: final, parameters: numbers)
  }

  private static func key(final: UInt8, parameters: [Int]) -> Key {
    // The second parameter is 1 plus a sum: 1 for Shift, 2 for Alt, 4 for Control.
    let jumps = parameters.count > 1 && (parameters[1] - 1) & 6 != 0
    switch (final, parameters.first ?? 0) {
    case (UInt8(ascii: "A"), _): return .up
    case (UInt8(ascii: "B"), _): return .down
    case (UInt8(ascii: "C"), _): return jumps ? .wordRight : .right
    case (UInt8(ascii: "D"), _): return jumps ? .wordLeft : .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): return .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): return .end
    case (UInt8(ascii: "~"), 3): return jumps ? .deleteWordRight : .delete
    case (UInt8(ascii: "M"), _) where parameters.isEmpty: return .enter
    default: return .unknown
    }
  }

  private mutating func nextOfPaste() -> Key? {
    while let byte = unread.popFirst() {
      // Control-C ends a paste whose end was lost.
      if byte == 0x03 {
        paste = nil
        pasteIsTooLong = false
        return .control("c")
      }
      paste?.append(byte)
      guard let pasted = paste else { return nil }
      if byte == Self.endOfPaste.last, pasted.suffix(Self.endOfPaste.count).elementsEqual(Self.endOfPaste) {
        defer {
          paste = nil
          pasteIsTooLong = false
        }
        return pasteIsTooLong ? .pasteTooLong : .paste(pasted.dropLast(Self.endOfPaste.count))
      }
      if pasted.count > Self.longestPaste {
        pasteIsTooLong = true
        paste = Array(pasted.suffix(Self.endOfPaste.count))
      }
    }
    return nil
  }
}
