/// The replies of one batch, in the order of its requests. They go out as one array when all are there.
final class BatchReplies {
  private enum Reply {
    case text([UInt8])
    case made(key: String?, (inout [UInt8]) -> Void)
  }

  private let outbox: Outbox
  private var replies: [Reply] = []
  private var afterwards: [() -> Void] = []
  /// Replies to come, and one for the batch itself while it is being read.
  private var missing = 1

  init(_ outbox: Outbox) {
    self.outbox = outbox
  }

  /// The place of the next reply.
  func reserve() -> Int {
    missing += 1
    replies.append(.text([]))
    return replies.count - 1
  }

  func fill(_ slot: Int, _ reply: [UInt8], afterwards: (() -> Void)?) {
    fill(slot, .text(reply), afterwards)
  }

  /// Takes a reply that is made when the array is.
  func fill(
    _ slot: Int, of key: String?, afterwards: (() -> Void)?, whenWritten write: @escaping (inout [UInt8]) -> Void
  ) {
    fill(slot, .made(key: key, write), afterwards)
  }

  private func fill(_ slot: Int, _ reply: Reply, _ afterwards: (() -> Void)?) {
    replies[slot] = reply
    if let afterwards { self.afterwards.append(afterwards) }
    arrive()
  }

  /// No request is to come any more.
  func seal() { arrive() }

  private func arrive() {
    missing -= 1
    guard missing == 0, !replies.isEmpty else { return }
    var isLate = false
    for (slot, reply) in replies.enumerated() {
      guard case .made(let key, let write) = reply else { continue }
      if outbox.announces(key) {
        isLate = true
      } else {
        var text: [UInt8] = []
        write(&text)
        replies[slot] = .text(text)
      }
    }
    let write = { [replies] (text: inout [UInt8]) in Self.append(replies, to: &text) }
    if isLate { outbox.sendLate(write) } else { outbox.send(write) }
    replies = []
    let bodies = afterwards
    afterwards = []
    for body in bodies { body() }
  }

  private static func append(_ replies: [Reply], to text: inout [UInt8]) {
    text.append("[")
    for (index, reply) in replies.enumerated() {
      if index > 0 { text.append(",") }
      switch reply {
      case .text(let reply): text.append(contentsOf: reply)
      case .made(_, let write): write(&text)
      }
    }
    text.append("]")
  }
}
