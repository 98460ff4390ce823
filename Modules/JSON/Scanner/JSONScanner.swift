/// A strict scanner: one pass over a text that checks its grammar (RFC 8259), its UTF-8, surrogates, depth and duplicate
/// keys (RFC 7493). It never recurses, and allocates nothing per byte.
///
/// Foundation's decoder checks lazily and accepts what RFC 8259 forbids, so a text from outside is scanned first.
///
/// ```swift
/// var scanner = JSONScanner()
/// let text = try scanner.scan(Array(#"{"id":1}"#.utf8)[...])
/// ```
public struct JSONScanner {
  /// What is wrong with a text. An earlier case outranks a later one.
  public enum Defect: Error, Equatable {
    /// The text is not UTF-8.
    case badUTF8
    /// The text is not JSON.
    case badJSON
    /// Arrays and objects nest deeper than the limit.
    case tooDeep
    /// An object has two members of the same name. Names are compared by code units, with escapes resolved.
    case duplicateKey
  }

  /// How deep arrays and objects may nest, the outermost one counted.
  public let depthLimit: Int
  private var keys = KeyLedger()

  /// A scanner. One that is kept reuses its memory from text to text.
  public init(depthLimit: Int = 64) { self.depthLimit = depthLimit }

  /// Scans a whole text.
  ///
  /// An illegal byte anywhere outranks depth and duplicate keys. A text that ends while it is deeper than the limit is
  /// too deep rather than incomplete.
  ///
  /// - Throws: what is wrong with the text.
  public mutating func scan(_ text: ArraySlice<UInt8>) throws(Defect) -> JSONText {
    if let defect = text.withUnsafeBufferPointer({ defect(in: $0) }) { throw defect }
    return JSONText(scanned: text)
  }

  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, commaOrEnd, nothing
  }

  private mutating func defect(in message: UnsafeBufferPointer<UInt8>) -> Defect? {
    keys.reset()
    guard let bytes = message.baseAddress else { return .badJSON }

    let end = message.count
    var at = 0
    var open = BitStack()
    var expected = Expected.value
    var isTooDeep = false
    var hasDuplicate = false

    while true {
      while at < end, Tokens.isSpace(bytes[at]) { at += 1 }
      guard at < end else { break }
      let byte = bytes[at]
      var closes = false

      switch expected {
      case .value, .valueOrEnd:
        if byte == 0x5D, expected == .valueOrEnd {
          closes = true
          break
        }
        switch byte {
        case 0x7B:
          open.push(true)
          if open.count > depthLimit { isTooDeep = true }
          if !isTooDeep { keys.openObject() }
          expected = .keyOrEnd
          at += 1
          continue
        case 0x5B:
          open.push(false)
          if open.count > depthLimit { isTooDeep = true }
          expected = .valueOrEnd
          at += 1
          continue
        case 0x22:
          var hasEscape = false
          at = Tokens.string(bytes, at, end, hasEscape: &hasEscape)
        case 0x2D, 0x30...0x39: at = Tokens.number(bytes, at, end)
        case 0x74, 0x66, 0x6E: at = Tokens.literal(bytes, at, end)
        default: return .badJSON
        }
        if at < 0 { return defect(at, isDeep: open.count > depthLimit) }

      case .key, .keyOrEnd:
        if byte == 0x7D, expected == .keyOrEnd {
          closes = true
          break
        }
        guard byte == 0x22 else { return .badJSON }
        var hasEscape = false
        let start = at + 1
        at = Tokens.string(bytes, at, end, hasEscape: &hasEscape)
        if at < 0 { return defect(at, isDeep: open.count > depthLimit) }
        if !isTooDeep { keys.add(bytes, start, at - 1, hasEscape: hasEscape) }
        while at < end, Tokens.isSpace(bytes[at]) { at += 1 }
        guard at < end else { return defect(Tokens.cutOff, isDeep: open.count > depthLimit) }
        guard bytes[at] == 0x3A else { return .badJSON }
        at += 1
        expected = .value
        continue

      case .commaOrEnd:
        if byte == 0x2C {
          expected = open.top ? .key : .value
          at += 1
          continue
        }
        guard byte == (open.top ? 0x7D : 0x5D) else { return .badJSON }
        closes = true

      case .nothing:
        return .badJSON
      }

      if closes {
        if open.top, !isTooDeep, keys.closeObject(bytes) { hasDuplicate = true }
        open.pop()
        at += 1
      }
      // A value ends here.
      expected = open.count == 0 ? .nothing : .commaOrEnd
    }

    guard expected == .nothing else { return defect(Tokens.cutOff, isDeep: open.count > depthLimit) }
    if isTooDeep { return .tooDeep }
    return hasDuplicate ? .duplicateKey : nil
  }

  private func defect(_ code: Int, isDeep: Bool) -> Defect {
    switch code {
    case Tokens.badUTF8: .badUTF8
    case Tokens.cutOff where isDeep: .tooDeep
    default: .badJSON
    }
  }
}
