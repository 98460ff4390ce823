/// One strict pass over a message: grammar, UTF-8, surrogates, depth, duplicate keys, and where the envelope's members
/// lie. It never recurses and allocates nothing per byte.
///
/// Foundation's decoder checks lazily and takes what RFC 8259 forbids; so this comes first, over the same bytes.
struct Scanner {
  /// What is wrong with a message, in the order in which it outranks what follows.
  enum Flaw: Equatable {
    case badUTF8, badJSON, tooDeep, duplicateKey
  }

  enum Shape: Equatable {
    case object, batch, scalar
  }

  let depthLimit: Int
  let batchLimit: Int

  /// What the last message was; meaningful if it had no flaw.
  private(set) var shape = Shape.scalar
  /// The envelope of the last message, if it was an object.
  private(set) var envelope = Envelope()
  /// The elements of the last batch: at most one more than the limit are kept.
  private(set) var elements: [Envelope] = []

  private var keys = KeyLedger()

  init(depthLimit: Int, batchLimit: Int) {
    self.depthLimit = depthLimit
    self.batchLimit = batchLimit
  }

  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, commaOrEnd, nothing
  }

  /// Scans a whole message.
  ///
  /// An illegal byte anywhere outranks depth and duplicate keys. A message that ends while it is deeper than the limit
  /// is too deep: that it closes nothing any more is part of the same fault.
  mutating func scan(_ message: UnsafeBufferPointer<UInt8>) -> Flaw? {
    shape = .scalar
    envelope = Envelope()
    elements.removeAll(keepingCapacity: true)
    keys.reset()
    guard let bytes = message.baseAddress else { return .badJSON }

    let end = message.count
    var at = 0
    var open = BitStack()
    var expected = Expected.value
    var isTooDeep = false
    var hasDuplicate = false
    var envelopeLevel = -1
    var member = Envelope.Member.unknown
    var memberStart = 0

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
        if open.count == envelopeLevel { memberStart = at }
        if open.count == 1, shape == .batch {
          envelopeLevel = -1
          envelope = Envelope()
        }
        switch byte {
        case 0x7B:
          if open.count == 0 { shape = .object }
          if open.count == 0 || open.count == 1 && shape == .batch {
            envelopeLevel = open.count + 1
            envelope.isObject = true
          }
          open.push(true)
          if open.count > depthLimit { isTooDeep = true }
          if !isTooDeep { keys.openObject() }
          expected = .keyOrEnd
          at += 1
          continue
        case 0x5B:
          if open.count == 0 { shape = .batch }
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
        if at < 0 { return flaw(at, isDeep: open.count > depthLimit) }

      case .key, .keyOrEnd:
        if byte == 0x7D, expected == .keyOrEnd {
          closes = true
          break
        }
        guard byte == 0x22 else { return .badJSON }
        var hasEscape = false
        let start = at + 1
        at = Tokens.string(bytes, at, end, hasEscape: &hasEscape)
        if at < 0 { return flaw(at, isDeep: open.count > depthLimit) }
        if !isTooDeep {
          keys.add(bytes, start, at - 1, hasEscape: hasEscape)
          if open.count == envelopeLevel {
            member =
              hasEscape
              ? keys.lastCopy.withUnsafeBufferPointer(Envelope.Member.init)
              : Envelope.Member(UnsafeBufferPointer(start: bytes + start, count: at - 1 - start))
          }
        }
        while at < end, Tokens.isSpace(bytes[at]) { at += 1 }
        guard at < end else { return flaw(Tokens.cutOff, isDeep: open.count > depthLimit) }
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
      if open.count == 0 {
        expected = .nothing
        continue
      }
      if open.count == envelopeLevel { envelope.note(member, memberStart..<at) }
      if open.count == 1, shape == .batch, elements.count <= batchLimit {
        elements.append(envelope)
      }
      expected = .commaOrEnd
    }

    guard expected == .nothing else { return flaw(Tokens.cutOff, isDeep: open.count > depthLimit) }
    if isTooDeep { return .tooDeep }
    return hasDuplicate ? .duplicateKey : nil
  }

  private func flaw(_ code: Int, isDeep: Bool) -> Flaw {
    switch code {
    case Tokens.badUTF8: .badUTF8
    case Tokens.cutOff where isDeep: .tooDeep
    default: .badJSON
    }
  }
}
