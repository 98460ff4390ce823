/// Frames on their way out of a session.
///
/// While a chunk of input is being worked on, frames gather here and leave together. An update holds its place but is
/// not encoded until then: a hundred changes of one instance in one chunk cost one encoding, and the newest state goes
/// out before the first reply that follows the first change.
final class Outbox {
  var framing: Framing = .lines

  private enum Piece {
    case frames([UInt8])
    case update(key: String, method: StaticString, params: () -> [UInt8])
  }

  private let output: any Output
  private var pieces: [Piece] = []
  private var places: [String: Int] = [:]
  private var frames: [UInt8] = []
  private var text: [UInt8] = []
  private var holds = false
  private var heldCount = 0

  /// Held frames leave early when there are this many bytes of them.
  private static let heldLimit = 1 << 18

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
    text.removeAll(keepingCapacity: true)
    write(&text)
    frames.appendFrame(text, framing)
    heldCount += text.count
    if !holds || heldCount > Self.heldLimit { flush() }
    if text.capacity > Self.heldLimit { text = [] }
  }

  /// Announces a change. `params` is asked when the frame leaves, in the same isolation, and not at all for a change
  /// that was overtaken.
  func update(_ key: String, method: StaticString, params: @escaping () -> [UInt8]) {
    if let place = places[key] {
      pieces[place] = .update(key: key, method: method, params: params)
    } else {
      endFrames()
      places[key] = pieces.count
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
    endFrames()
    heldCount = 0
    guard !pieces.isEmpty else { return }
    let leaving = pieces
    pieces = []
    places.removeAll(keepingCapacity: true)
    for piece in leaving {
      switch piece {
      case .frames(let frames): output.send(frames)
      case .update(let key, let method, let params):
        var text: [UInt8] = []
        text.append(#"{"jsonrpc":"2.0","method":""#)
        text.append(method)
        text.append(#"","params":"#)
        text.append(contentsOf: params())
        text.append("}")
        var frame: [UInt8] = []
        frame.appendFrame(text, framing)
        output.update(key, frame)
      }
    }
  }
}
