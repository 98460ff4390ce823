/// The outgoing frames of a session that are not written yet, in order.
///
/// A frame that reports a ``Topic`` is made when it is written, so a topic needs one waiting update at most, and that one
/// is never older than the state. A topic's update precedes every reply that reports the topic: where a reply waits and
/// the state changes, the update is written just before the first such reply. So an update is newer than all that was
/// written of its topic before, and no reply is older than the update before it.
///
/// Frames are written in pieces. What the output does not begin to take of a piece is made again the next time.
final class FrameQueue {
  var framing: Framing = .lines
  /// Runs with frames as they are written: with the whole of a frame when its first byte is.
  var onWrite: ((ArraySlice<UInt8>) -> Void)?
  /// Runs when frames begin to wait for the output, and again when it has taken some of them and others still wait.
  var onFull: (() -> Void)?
  /// Runs once, when nothing more can be written.
  var onFailure: ((WriteFailure) -> Void)?

  /// The bytes that wait. A frame that is not made yet counts with what it occupies in memory.
  var unwrittenCount: Int { waitingCost + tail.count + rest.count - restStart }
  /// The bytes that the output has taken.
  private(set) var writtenCount = 0

  private enum Entry {
    /// Frames that report no topic.
    case frames([UInt8])
    case update(Topic)
    case reply(StateReply)
    case batch([BatchReply])
    case written

    /// What it counts, in bytes. A reply that opens a topic keeps a screen alive, also when that is closed meanwhile.
    var cost: Int {
      switch self {
      case .frames(let frames): frames.count
      case .update: 256
      case .reply(let reply): reply.cost
      case .batch(let replies): replies.reduce(256) { $0 + $1.cost }
      case .written: 0
      }
    }
  }

  /// A part of a piece that is begun, or not, as a whole.
  private enum Part {
    /// The first entry that is not written.
    case entry
    /// The update of a topic that precedes a reply.
    case update(Topic)
    /// `tail`.
    case tail
  }

  private let output: any Output
  private let limit: Int
  private var entries: [Entry] = []
  /// The first entry that is not written.
  private var head = 0
  private var waitingCost = 0
  /// The frames after the last entry.
  private var tail: [UInt8] = []
  /// What is left, from `restStart` on, of frames that the output has taken in part.
  private var rest: [UInt8] = []
  private var restStart = 0
  /// What is being written, and the end of each part of it.
  private var piece: [UInt8] = []
  private var parts: [Part] = []
  private var ends: [Int] = []
  /// The text of a frame that is made in a place of its own, as its length precedes it.
  private var text: [UInt8] = []
  private var pass = 0
  private var isHolding = false
  private var heldCount = 0
  /// Whether the output has taken fewer bytes than it was given.
  private(set) var isFull = false
  private var isDraining = false
  private var hasFailed = false

  /// The most that is made at once, unless one frame is bigger: the capacity of a pipe.
  private static let pieceSize = 1 << 16
  /// Held frames leave early when there are this many bytes of them.
  private static let heldLimit = 1 << 18
  /// The most memory that is kept for what comes next.
  private static let keptLimit = 1 << 18

  /// A queue of which `limit` bytes may wait.
  init(_ output: any Output, limit: Int) {
    self.output = output
    self.limit = limit
  }

  /// Gathers what `body` sends, and writes it at the end.
  func hold(_ body: () -> Void) {
    let isOuter = !isHolding
    isHolding = true
    body()
    if isOuter {
      isHolding = false
      flush()
    }
  }

  /// Sends a frame around the text that `write` appends.
  @inline(__always)
  func send(_ write: (inout [UInt8]) -> Void) {
    guard !hasFailed else { return }
    // NB: what counts is the text alone, so that what leaves early is the same in both framings, and in a replay.
    heldCount += appendFrame(to: &tail, write)
    if tail.count >= Self.pieceSize { endTail() }
    if !isHolding || heldCount > Self.heldLimit { flush() }
  }

  /// Reports that a topic has changed.
  func update(_ topic: Topic) {
    guard topic.phase == .open, !topic.owesUpdate, !hasFailed else { return }
    topic.owesUpdate = true
    if topic.waitingCount == 0 {
      topic.waitingCount = 1
      append(.update(topic))
    }
    if !isHolding { flush() }
  }

  /// Sends a reply that reports a topic.
  func send(_ reply: StateReply) {
    guard !reply.topic.isClosed else { return send { $0.appendReply(reply.id[...], reply.errorIfClosed) } }
    enter(reply)
    append(.reply(reply))
    if !isHolding { flush() }
  }

  /// Sends the replies of a batch.
  func send(_ replies: [BatchReply]) {
    let replies = replies.map(\.ofClosedTopicAsError)
    guard replies.contains(where: { $0.state != nil }) else { return send { Self.append(replies, to: &$0) } }
    for reply in replies { if let state = reply.state { enter(state) } }
    append(.batch(replies))
    if !isHolding { flush() }
  }

  /// Writes what waits, unless the output has said that it is full.
  func flush() {
    heldCount = 0
    if !isFull { drain() }
    if unwrittenCount > limit { fail(.overflow) }
  }

  /// The output may take more.
  func outputHasRoom() {
    if !hasFailed { drain() }
  }

  private func enter(_ reply: StateReply) {
    reply.topic.waitingCount += 1
    if reply.opens { reply.topic.phase = .opening }
  }

  private func append(_ entry: Entry) {
    guard !hasFailed else { return }
    endTail()
    waitingCost += entry.cost
    entries.append(entry)
  }

  private func endTail() {
    guard !tail.isEmpty else { return }
    waitingCost += tail.count
    entries.append(.frames(tail))
    tail = []
  }

  // MARK: - Making

  /// Appends a frame around the text that `write` appends; answers how long the text is.
  @inline(__always)
  private func appendFrame(to frames: inout [UInt8], _ write: (inout [UInt8]) -> Void) -> Int {
    if framing == .headers {
      text.removeAll(keepingCapacity: true)
      write(&text)
      frames.appendFrame(text, framing)
      defer { text.forget(above: Self.keptLimit) }
      return text.count
    }
    let start = frames.count
    write(&frames)
    frames.append(0x0A)
    return frames.count - 1 - start
  }

  /// Makes the next piece.
  private func makePiece() {
    pass += 1
    piece.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    var next = head
    while next < entries.count, piece.count < Self.pieceSize {
      switch entries[next] {
      case .frames(let frames): piece += frames
      case .update(let topic): appendUpdate(of: topic)
      case .reply(let reply):
        appendOwedUpdate(of: reply.topic)
        _ = appendFrame(to: &piece) { reply.append(to: &$0) }
      case .batch(let replies):
        for reply in replies { if let state = reply.state { appendOwedUpdate(of: state.topic) } }
        _ = appendFrame(to: &piece) { Self.append(replies, to: &$0) }
      case .written: break
      }
      endPart(.entry)
      next += 1
    }
    if next == entries.count, !tail.isEmpty {
      piece += tail
      endPart(.tail)
    }
  }

  private func endPart(_ part: Part) {
    parts.append(part)
    ends.append(piece.count)
  }

  private func appendUpdate(of topic: Topic) {
    topic.lastPass = pass
    _ = appendFrame(to: &piece) { $0.appendNotification(topic.method, topic.write) }
  }

  private func appendOwedUpdate(of topic: Topic) {
    guard topic.owesUpdate, topic.lastPass != pass else { return }
    appendUpdate(of: topic)
    endPart(.update(topic))
  }

  private static func append(_ replies: [BatchReply], to text: inout [UInt8]) {
    var separator = UInt8(ascii: "[")
    for reply in replies {
      text.append(separator)
      switch reply {
      case .text(let reply): text += reply
      case .state(let reply): reply.append(to: &text)
      }
      separator = UInt8(ascii: ",")
    }
    text.append(0x5D)
  }

  // MARK: - Writing

  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    let wasFull = isFull
    var hasBegun = false
    isFull = false
    while !isFull, !hasFailed {
      if restStart < rest.count {
        restStart += write(rest, from: restStart, [])
        isFull = restStart < rest.count
        if !isFull { (rest, restStart) = ([], 0) }
      } else if head < entries.count {
        makePiece()
        let count = write(piece, from: 0, ends)
        isFull = count < piece.count
        if count > 0 {
          hasBegun = true
          begin(count)
        }
        piece.forget(above: Self.keptLimit)
      } else if !tail.isEmpty {
        let count = write(tail, from: 0, [])
        isFull = count < tail.count
        if count > 0 {
          hasBegun = true
          onWrite?(tail[...])
          if isFull {
            rest = Array(tail[count...])
          }
          tail.forget(above: Self.keptLimit)
        }
      } else {
        break
      }
    }
    if isFull, !hasFailed, hasBegun || !wasFull { onFull?() }
  }

  private func write(_ bytes: [UInt8], from start: Int, _ ends: [Int]) -> Int {
    // NB: `withUnsafeBytes` forgets which errors its body throws, so the outcome comes out as a value.
    let outcome = bytes.withUnsafeBytes { all in
      Result { () throws(WriteFailure) in
        try output.write(UnsafeRawBufferPointer(rebasing: all[start...]), ends: ends)
      }
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

  /// Lets go of the parts of the piece that are written, at least in part, when `count` bytes of it are.
  private func begin(_ count: Int) {
    var end = 0
    for index in parts.indices where end < count {
      switch parts[index] {
      case .entry: letGo()
      case .update(let topic): topic.owesUpdate = false
      case .tail: tail.removeAll(keepingCapacity: true)
      }
      end = ends[index]
    }
    onWrite?(piece[..<end])
    if count < end { rest = Array(piece[count..<end]) }
    if head == entries.count {
      entries.removeAll(keepingCapacity: entries.capacity <= 1024)
      head = 0
    } else if head > 1024, head > entries.count / 2 {
      entries.removeFirst(head)
      head = 0
    }
  }

  /// Lets go of the first entry.
  private func letGo() {
    let entry = entries[head]
    entries[head] = .written
    head += 1
    waitingCost -= entry.cost
    switch entry {
    case .update(let topic):
      topic.owesUpdate = false
      topic.waitingCount -= 1
    case .reply(let reply): leave(reply)
    case .batch(let replies): for reply in replies { if let state = reply.state { leave(state) } }
    case .frames, .written: break
    }
  }

  private func leave(_ reply: StateReply) {
    reply.topic.waitingCount -= 1
    if reply.opens, reply.topic.phase == .opening { reply.topic.phase = .open }
  }

  private func fail(_ failure: WriteFailure) {
    guard !hasFailed else { return }
    hasFailed = true
    (entries, head, waitingCost) = ([], 0, 0)
    (tail, rest, restStart) = ([], [], 0)
    onFailure?(failure)
  }
}

extension StateReply {
  /// What it counts while it waits, in bytes: about what it occupies. One that opens a topic may be the last to hold
  /// what the topic reports.
  fileprivate var cost: Int { (opens ? 1 << 13 : 1 << 8) + id.count }
}

extension BatchReply {
  fileprivate var cost: Int {
    switch self {
    case .text(let text): text.count
    case .state(let reply): reply.cost
    }
  }

  fileprivate var ofClosedTopicAsError: BatchReply {
    guard let state, state.topic.isClosed else { return self }
    var text: [UInt8] = []
    text.appendReply(state.id[...], state.errorIfClosed)
    return .text(text)
  }
}

extension [UInt8] {
  /// Empties the array, and keeps its memory for what comes next unless that is a lot.
  fileprivate mutating func forget(above limit: Int) {
    removeAll(keepingCapacity: capacity <= limit)
  }
}
