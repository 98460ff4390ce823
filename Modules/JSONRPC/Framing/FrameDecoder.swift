/// Splits chunks of any size into frames: feed a chunk, then call `next()` until it returns nil.
struct FrameDecoder {
  /// How frames are read and written; `.auto` until the first byte that is not white space.
  private(set) var framing: Framing

  private var lines: LineDecoder
  private var headers: HeaderDecoder
  private var chunk: [UInt8] = []
  private var position = 0
  /// The first bytes of the stream, while they may still become a byte order mark.
  private var prelude: [UInt8]? = []

  init(_ framing: Framing, limits: Limits) {
    self.framing = framing
    lines = LineDecoder(limit: limits.message)
    headers = HeaderDecoder(limit: limits.message, blockLimit: limits.headerBlock)
  }

  /// Takes the next chunk of the stream, when the previous one is used up.
  mutating func feed(_ bytes: [UInt8]) {
    chunk = bytes
    position = 0
    guard let before = prelude, !bytes.isEmpty else { return }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = before + bytes.prefix(mark.count - before.count)
    if start.count < mark.count, mark.starts(with: start) {
      prelude = start
      chunk = []
      return
    }
    prelude = nil
    if !before.isEmpty { chunk = before + bytes }
    if start == mark { position = mark.count }
  }

  /// The next frame in the chunk, or nil when it is used up.
  mutating func next() -> Arrival? {
    if framing == .auto { decide() }
    let event =
      switch framing {
      case .lines: lines.next(chunk, &position)
      case .headers: headers.next(chunk, &position)
      case .auto: Arrival?.none
      }
    // A chunk that is used up must not be kept: only the slices that were returned keep its memory.
    if event == nil { chunk = [] }
    return event
  }

  /// Ends the stream: the last frame, if something was left. Call once.
  mutating func finish() -> Arrival? {
    if let start = prelude, !start.isEmpty {
      prelude = nil
      chunk = start
      position = 0
      if let event = next() { return event }
    }
    return framing == .headers ? headers.finish() : lines.finish()
  }

  private mutating func decide() {
    while position < chunk.count, chunk[position].isSpace { position += 1 }
    guard position < chunk.count else { return }
    framing = chunk[position] | 0x20 == 0x63 ? .headers : .lines
  }
}
