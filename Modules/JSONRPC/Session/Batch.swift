/// A batch that is being answered. Its replies are sent as one array, in the order of the requests, when all are there.
final class Batch {
  private let queue: FrameQueue
  private var replies: [Reply?] = []
  private var completions: [() -> Void] = []
  /// The replies to come, and one more while the batch is being read.
  private var missing = 1

  init(_ queue: FrameQueue) { self.queue = queue }

  /// The index of the next reply.
  func reserve() -> Int {
    missing += 1
    replies.append(nil)
    return replies.count - 1
  }

  func fill(_ index: Int, _ reply: Reply, afterwards: (() -> Void)?) {
    replies[index] = reply
    if let afterwards { completions.append(afterwards) }
    countDown()
  }

  /// A request of the batch has no reply.
  func drop() { countDown() }

  /// Ends the batch: it has no further request.
  func seal() { countDown() }

  private func countDown() {
    missing -= 1
    guard missing == 0 else { return }
    let sent = replies.compactMap(\.self)
    replies = []
    guard !sent.isEmpty else { return }
    queue.send(sent, isBatch: true)
    let bodies = completions
    completions = []
    for body in bodies { body() }
  }
}
