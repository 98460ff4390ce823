/// A reply of a batch.
enum BatchReply {
  case text([UInt8])
  case state(StateReply)

  /// The reply that is made when the batch is written; `nil` if it is made already.
  var state: StateReply? { if case .state(let reply) = self { reply } else { nil } }
}

/// The replies of one batch, in the order of its requests. They are sent as one array when all are there.
final class BatchReplies {
  private let queue: FrameQueue
  private var replies: [BatchReply] = []
  private var afterwards: [() -> Void] = []
  /// Replies to come, and one for the batch itself while it is being read.
  private var missing = 1

  init(_ queue: FrameQueue) {
    self.queue = queue
  }

  /// The index of the next reply.
  func reserve() -> Int {
    missing += 1
    replies.append(.text([]))
    return replies.count - 1
  }

  func fill(_ index: Int, _ reply: BatchReply, afterwards: (() -> Void)?) {
    replies[index] = reply
    if let afterwards { self.afterwards.append(afterwards) }
    arrive()
  }

  /// The batch has no further request.
  func seal() { arrive() }

  private func arrive() {
    missing -= 1
    guard missing == 0, !replies.isEmpty else { return }
    queue.send(replies)
    replies = []
    let bodies = afterwards
    afterwards = []
    for body in bodies { body() }
  }
}
