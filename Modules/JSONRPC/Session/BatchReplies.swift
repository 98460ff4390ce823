/// The replies of one batch, in the order of its requests. They go out as one array when all are there.
final class BatchReplies {
  private let outbox: Outbox
  private var replies: [[UInt8]] = []
  private var afterwards: [() -> Void] = []
  /// Replies to come, and one for the batch itself while it is being read.
  private var missing = 1

  init(_ outbox: Outbox) {
    self.outbox = outbox
  }

  /// The place of the next reply.
  func reserve() -> Int {
    missing += 1
    replies.append([])
    return replies.count - 1
  }

  func fill(_ slot: Int, _ reply: [UInt8], afterwards: (() -> Void)? = nil) {
    replies[slot] = reply
    if let afterwards { self.afterwards.append(afterwards) }
    arrive()
  }

  /// No request is to come any more.
  func seal() { arrive() }

  private func arrive() {
    missing -= 1
    guard missing == 0, !replies.isEmpty else { return }
    outbox.send { text in
      text.append("[")
      for (index, reply) in replies.enumerated() {
        if index > 0 { text.append(",") }
        text.append(contentsOf: reply)
      }
      text.append("]")
    }
    replies = []
    let bodies = afterwards
    afterwards = []
    for body in bodies { body() }
  }
}
