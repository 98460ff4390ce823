/// Frames on their way out of a session.
///
/// While a chunk of input is being worked on, frames gather here and leave together. An update holds its place but is
/// not encoded until then: a hundred changes of one instance in one chunk cost one encoding, and the newest state goes
/// out before the first reply that follows the first change. A reply that tells a state too is then made as late, so
/// that it is no older than the update before it.
final class Outbox {
  var framing: Framing = .lines

  private enum Piece {
    case frames([UInt8])
    case update(key: String, method: StaticString, params: () -> [UInt8])
    case late((inout [UInt8]) -> Void)
  }

  private let output: any Output
  private var pieces: [Piece] = []
  /// Where the update announced last has its place, and where those of other keys have theirs: most chunks of input
  /// change one instance, and need no dictionary.
  private var latest: (key: String, place: Int)?
  private var places: [String: Int] = [:]
  /// The frames after the last piece.
  private var frames: [UInt8] = []
  private var text: [UInt8] = []
  private var holds = false
  private var heldCount = 0

  /// Held frames leave early when there are this many bytes of them.
  private static let heldLimit = 1 << 18
  /// The most memory that is kept for what comes next.
  private static let keptLimit = 1 << 18

  init(_ output: any Output) {
    self.output = output
  }

  /// Gathers what `body` sends, and lets it go at the end.
  func hold(_ body: () -> Void) {
    let isOuter = !holds
    holds = true
    body()
    if isOuter {
      holds = false
      flush()
    }
  }

  /// Lets go of what is held so far.
  func release() { flush() }

  /// Sends one frame around the text that `write` appends.
  @inline(__always)
  func send(_ write: (inout [UInt8]) -> Void) {
    // NB: what counts is the text alone, so that what leaves early is the same in both framings, and in a replay.
    if framing == .headers {
      text.removeAll(keepingCapacity: true)
      write(&text)
      heldCount += text.count
      frames.appendFrame(text, framing)
      text.forget(above: Self.keptLimit)
    } else {
      let count = frames.count
      write(&frames)
      heldCount += frames.count - count
      frames.append(0x0A)
    }
    if !holds || heldCount > Self.heldLimit { flush() }
  }

  /// Whether a change of a key was announced that has not left.
  func announces(_ key: String?) -> Bool { key.map { latest?.key == $0 || places[$0] != nil } ?? false }

  /// Sends one frame around the text that `write` appends when the frame leaves, in the same isolation.
  func sendLate(_ write: @escaping (inout [UInt8]) -> Void) {
    endFrames()
    pieces.append(.late(write))
    if !holds { flush() }
  }

  /// Announces a change. `params` is asked when the frame leaves, in the same isolation, and not at all for a change
  /// that was overtaken.
  func update(_ key: String, method: StaticString, params: @escaping () -> [UInt8]) {
    if let place = latest?.key == key ? latest?.place : places[key] {
      pieces[place] = .update(key: key, method: method, params: params)
    } else {
      endFrames()
      if let latest { places[latest.key] = latest.place }
      latest = (key, pieces.count)
      pieces.append(.update(key: key, method: method, params: params))
    }
    if !holds { flush() }
  }

  private func endFrames() {
    guard !frames.isEmpty else { return }
    pieces.append(.frames(frames))
    frames = []
  }

  private func flush() {
    heldCount = 0
    if !pieces.isEmpty {
      var leaving: [Piece] = []
      swap(&leaving, &pieces)
      latest = nil
      if !places.isEmpty { places.removeAll(keepingCapacity: true) }
      for piece in leaving {
        switch piece {
        case .frames(let frames): output.send(frames)
        case .update(let key, let method, let params):
          let params = params()
          output.update(key, make { $0.append(notification: method, params: params) })
        case .late(let write): output.send(make(write))
        }
        text.forget(above: Self.keptLimit)
      }
    }
    guard !frames.isEmpty else { return }
    output.send(frames)
    frames.forget(above: Self.keptLimit)
  }

  /// Makes a frame around the text that `write` appends.
  private func make(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    text.removeAll(keepingCapacity: true)
    write(&text)
    if framing == .headers {
      var frame: [UInt8] = []
      frame.appendFrame(text, framing)
      return frame
    }
    text.append(0x0A)
    return text
  }
}

extension [UInt8] {
  /// Appends a notification whose params are the text of a JSON object.
  mutating func append(notification method: StaticString, params: some Sequence<UInt8>) {
    append(#"{"jsonrpc":"2.0","method":""#)
    append(method)
    append(#"","params":"#)
    append(contentsOf: params)
    append("}")
  }

  /// Empties the array, and keeps its memory for what comes next unless that is a lot.
  fileprivate mutating func forget(above limit: Int) {
    removeAll(keepingCapacity: capacity <= limit)
  }
}
