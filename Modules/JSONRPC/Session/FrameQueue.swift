import JSON

/// The outgoing frames of a session that are not written yet, in order.
///
/// A frame that reports a ``Topic`` is made when it is written, so a topic needs one waiting update at most, which is never
/// older than the state. A topic's update precedes every reply that reports the topic: if a reply waits and the state
/// changes, the update is written just before the first such reply. So an update is newer than everything that was
/// written of its topic before, and no reply is older than the update before it.
///
/// A notification that opens a topic keeps its order among all other frames. Until it is written the topic needs no update,
/// because it is made from the newest state, as a reply that opens a topic is.
///
/// Frames are written in pieces. The part of a piece that the output does not begin to take is made again for the next.
final class FrameQueue {
  var framing: Framing = .lines
  /// Runs once, when the output fails, with what waited for it.
  var onFailure: ((WriteFailure, DiscardedFrames) -> Void)?
  /// Runs whenever nothing waits any more.
  var onWritten: (() -> Void)?

  /// The bytes that wait. A frame that is not made yet counts with about what it occupies in memory.
  var unwrittenCount: Int { waiting.cost + rest.count }
  /// The bytes that the output has taken.
  private(set) var writtenCount = 0
  /// The most bytes that have waited after what the output took.
  private(set) var mostUnwrittenCount = 0
  /// Whether the output has taken fewer bytes than it was given.
  private(set) var isFull = false

  fileprivate enum Entry {
    /// Frames that report no topic.
    case frames([UInt8])
    case update(Topic)
    case opening(OpeningNotification)
    case replies([Reply], isBatch: Bool)
    case written

    var cost: Int {
      switch self {
      case .frames(let frames): frames.count
      case .update: 256
      case .opening: Reply.openingCost
      case .replies(let replies, let isBatch): replies.reduce(isBatch ? 256 : 0) { $0 + $1.cost }
      case .written: 0
      }
    }
  }

  private let output: any Output
  private let limit: Int
  private var waiting = Waiting()
  /// The rest of frames that the output has taken in part.
  private var rest: ArraySlice<UInt8> = []
  private var piece = Piece()
  /// An empty array whose memory the next frames use.
  private var spare: [UInt8] = []
  private var isHolding = false
  private var heldCount = 0
  private var isDraining = false
  private var hasFailed = false

  private struct Waiting {
    var entries: [Entry] = []
    /// The first entry that is not written.
    var head = 0
    var cost = 0

    var isEmpty: Bool { head == entries.count }

    mutating func append(_ entry: Entry) {
      cost += entry.cost
      entries.append(entry)
    }

    mutating func removeFirst() -> Entry {
      let entry = entries[head]
      entries[head] = .written
      head += 1
      cost -= entry.cost
      return entry
    }

    /// Frees what is written, if it is much.
    mutating func compact() {
      if isEmpty {
        entries.removeAll(keepingCapacity: entries.capacity <= 1024)
        head = 0
      } else if head > 1024, head > entries.count / 2 {
        entries.removeFirst(head)
        head = 0
      }
    }
  }

  /// What is being written.
  private struct Piece {
    var bytes: [UInt8] = []
    /// For each frame the topic whose update it is; `nil` for other frames.
    var topics: [Topic?] = []
    var ends: [Int] = []
    var number = 0

    mutating func begin() {
      number += 1
      bytes.removeAll(keepingCapacity: bytes.capacity <= keptLimit)
      topics.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
    }

    mutating func endFrame(_ updated: Topic?) {
      topics.append(updated)
      ends.append(bytes.count)
    }
  }

  /// The size at which a piece ends, unless one frame is bigger: the capacity of a pipe.
  private static let pieceSize = 1 << 16
  /// Held frames leave between two messages when there are this many bytes of them.
  private static let heldLimit = 1 << 18
  /// The most memory that is kept for later frames.
  private static let keptLimit = 1 << 18

  init(_ output: any Output, limit: Int) {
    self.output = output
    self.limit = limit
  }

  // MARK: - Sending

  /// Gathers the frames that `body` sends, and writes them at the end.
  func hold(_ body: () -> Void) {
    let isOuter = !isHolding
    isHolding = true
    body()
    if isOuter {
      isHolding = false
      flush()
    }
  }

  /// Sends a message that `write` writes.
  func send(_ write: (inout JSONWriter) -> Void) {
    guard !hasFailed else { return }
    var frames: [UInt8] = []
    if !waiting.isEmpty, case .frames(let last) = waiting.entries[waiting.entries.count - 1],
      last.count < Self.pieceSize
    {
      waiting.entries.removeLast()
      frames = last
    } else {
      swap(&frames, &spare)
    }
    let count = frames.count
    // NB: the text alone counts, without its framing: so a replay, which has another framing, leaves as early.
    heldCount += appendFrame(to: &frames, write)
    waiting.cost += frames.count - count
    if isFull, frames.count >= Self.pieceSize {
      // It may wait for long, so it takes no more memory than it needs. The next frames use that of this one.
      waiting.entries.append(.frames(frames.withUnsafeBufferPointer { Array($0) }))
      swap(&frames, &spare)
      spare.removeAll(keepingCapacity: spare.capacity <= Self.keptLimit)
    } else {
      waiting.entries.append(.frames(frames))
    }
    if !isHolding { flush() }
  }

  /// A message of the input is handled. What it has caused may leave while the next one is handled.
  func endMessage() {
    if heldCount > Self.heldLimit { flush() }
  }

  /// Reports that a topic has changed.
  func update(_ topic: Topic) {
    guard topic.phase == .open, !topic.owesUpdate, !hasFailed else { return }
    topic.owesUpdate = true
    if topic.waitingCount == 0 {
      topic.waitingCount = 1
      waiting.append(.update(topic))
    }
    if !isHolding { flush() }
  }

  /// Sends a notification that opens a topic.
  func send(_ notification: OpeningNotification) {
    let topic = notification.topic
    guard topic.phase == .unopened, !hasFailed else { return }
    topic.waitingCount += 1
    topic.phase = .opening
    waiting.append(.opening(notification))
    if !isHolding { flush() }
  }

  /// Sends the replies of a batch, or a single one.
  func send(_ replies: [Reply], isBatch: Bool) {
    let replies = replies.map(\.checked)
    guard replies.contains(where: \.isMadeLater) else {
      return send { Self.write(replies, isBatch: isBatch, to: &$0) }
    }
    for case .topic(let topic, _, let opens, _) in replies {
      topic.waitingCount += 1
      if opens { topic.phase = .opening }
    }
    if !hasFailed { waiting.append(.replies(replies, isBatch: isBatch)) }
    if !isHolding { flush() }
  }

  /// Writes what waits, unless the output is full.
  func flush() {
    heldCount = 0
    if !isFull { drain() }
    mostUnwrittenCount = max(mostUnwrittenCount, unwrittenCount)
    if unwrittenCount > limit { fail(.overflow) }
    tellIfWritten()
  }

  /// The output may take more.
  func outputHasRoom() {
    if !hasFailed { drain() }
    tellIfWritten()
  }

  private func tellIfWritten() {
    if let onWritten, !isHolding, !isDraining, !hasFailed, unwrittenCount == 0 { onWritten() }
  }

  // MARK: - Making

  /// Appends a frame around the message that `write` writes. Returns the size of the message.
  private func appendFrame(to frames: inout [UInt8], _ write: (inout JSONWriter) -> Void) -> Int {
    let start = frames.count
    frames.appendJSON(write)
    let count = frames.count - start
    if framing == .headers {
      frames.insert(contentsOf: "Content-Length: \(count)\r\n\r\n".utf8, at: start)
    } else {
      frames.append(0x0A)
    }
    return count
  }

  /// Makes the next piece.
  private func makePiece() {
    piece.begin()
    for entry in waiting.entries[waiting.head...] where piece.bytes.count < Self.pieceSize {
      switch entry {
      case .frames(let frames): piece.bytes += frames
      case .update(let topic): appendUpdate(of: topic)
      case .opening(let opening):
        _ = appendFrame(to: &piece.bytes) { $0.notification(opening.method, opening.members) }
      case .replies(let replies, let isBatch):
        for reply in replies {
          guard let topic = reply.topic, topic.owesUpdate, topic.updatedPiece != piece.number else { continue }
          appendUpdate(of: topic)
          piece.endFrame(topic)
        }
        _ = appendFrame(to: &piece.bytes) { Self.write(replies, isBatch: isBatch, to: &$0) }
      case .written: break
      }
      piece.endFrame(nil)
    }
  }

  private func appendUpdate(of topic: Topic) {
    topic.updatedPiece = piece.number
    _ = appendFrame(to: &piece.bytes) { $0.notification(topic.method, topic.changes) }
  }

  private static func write(_ replies: [Reply], isBatch: Bool, to writer: inout JSONWriter) {
    guard isBatch else { return replies[0].write(to: &writer) }
    writer.array { for reply in replies { reply.write(to: &$0) } }
  }

  // MARK: - Writing

  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    isFull = false
    while !isFull, !hasFailed {
      if !rest.isEmpty {
        let count = write(rest, [])
        rest = rest.dropFirst(count)
        isFull = !rest.isEmpty
        // NB: an empty slice keeps the memory of the whole.
        if !isFull { rest = [] }
      } else if !waiting.isEmpty {
        makePiece()
        let count = write(piece.bytes[...], piece.ends)
        isFull = count < piece.bytes.count
        if count > 0 { removeParts(begunWithin: count) }
      } else {
        break
      }
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>, _ ends: [Int]) -> Int {
    // `withUnsafeBytes` loses the type of the error, so the outcome leaves it as a value.
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(WriteFailure) in try output.write(bytes, ends: ends) }
    }
    switch outcome {
    case .success(let count):
      writtenCount += count
      return count
    case .failure(let failure):
      fail(failure)
      return 0
    }
  }

  /// Removes the parts of the piece that are written, at least in part, when `count` bytes of it are.
  private func removeParts(begunWithin count: Int) {
    var end = 0
    for index in piece.topics.indices where end < count {
      if let topic = piece.topics[index] { didBeginUpdate(of: topic) } else { removeFirst() }
      end = piece.ends[index]
    }
    if count < end { rest = Array(piece.bytes[count..<end])[...] }
    waiting.compact()
  }

  private func removeFirst() {
    switch waiting.removeFirst() {
    case .update(let topic):
      topic.waitingCount -= 1
      didBeginUpdate(of: topic)
    case .opening(let opening):
      opening.topic.waitingCount -= 1
      didBeginOpening(opening.topic)
    case .replies(let replies, _):
      for case .topic(let topic, _, let opens, _) in replies {
        topic.waitingCount -= 1
        if opens { didBeginOpening(topic) }
      }
    case .frames(let frames):
      spare = frames
      spare.removeAll(keepingCapacity: spare.capacity <= Self.keptLimit)
    case .written: break
    }
  }

  private func didBeginUpdate(of topic: Topic) {
    topic.owesUpdate = false
    topic.didBegin?()
  }

  private func didBeginOpening(_ topic: Topic) {
    if topic.phase == .opening { topic.phase = .open }
    topic.didBegin?()
  }

  private func fail(_ failure: WriteFailure) {
    guard !hasFailed else { return }
    hasFailed = true
    let discarded = DiscardedFrames(waiting.entries)
    waiting = Waiting()
    rest = []
    spare = []
    onFailure?(failure, discarded)
  }
}

/// What waited for an output that has failed. It is freed with this object at once, which takes tens of milliseconds if it is much, or
/// piece by piece.
package final class DiscardedFrames {
  private var entries: [FrameQueue.Entry]

  fileprivate init(_ entries: [FrameQueue.Entry]) { self.entries = entries }

  /// How much is freed at a time: it takes less than a millisecond.
  private static let pieceSize = 1 << 16

  /// Frees a piece. Returns whether there is more.
  package func freePiece() -> Bool {
    var cost = 0
    while cost < Self.pieceSize, let entry = entries.popLast() { cost += entry.cost }
    return !entries.isEmpty
  }
}

/// A notification that opens a topic. It is made when it is written.
final class OpeningNotification {
  let method: String
  let topic: Topic
  let members: (inout JSONWriter) -> Void

  init(_ method: String, _ topic: Topic, _ members: @escaping (inout JSONWriter) -> Void) {
    self.method = method
    self.topic = topic
    self.members = members
  }
}
