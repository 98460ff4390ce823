/// The replies of one batch, in the order of its requests. They go out as one array when all are there.
final class BatchReplies {
  private enum Reply {
    case text([UInt8])
    case made((inout [UInt8]) -> Void)
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
  func fill(_ slot: Int, afterwards: (() -> Void)?, whenWritten write: @escaping (inout [UInt8]) -> Void) {
    fill(slot, .made(write), afterwards)
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
    outbox.send { text in
      text.append("[")
      for (index, reply) in replies.enumerated() {
        if index > 0 { text.append(",") }
        switch reply {
        case .text(let reply): text.append(contentsOf: reply)
        case .made(let write): write(&text)
        }
      }
      text.append("]")
    }
    replies = []
    let bodies = afterwards
    afterwards = []
    for body in bodies { body() }
  }
}
