/// One request that a handler has to answer, or one notification, where answering does nothing.
///
/// It belongs to its session's isolation, like the handler. It is answered once: by `succeed` or `fail`, whichever
/// comes first, or by a cancellation, after which both do nothing. A handler may answer before it returns or keep the
/// call and answer later; the session keeps an open call alive until then.
public final class Call {
  /// Runs once if the request is cancelled while it is open: the reply is on its way then, only the work is left to
  /// stop. Released with the answer.
  public var onCancel: (() -> Void)?

  /// Whether nobody waits for an answer.
  public var isNotification: Bool { id == nil }

  /// Whether the request is answered or cancelled. Never true of a notification.
  public var isFinished: Bool { dispatcher == nil && id != nil }

  /// The id's bytes as they came.
  private(set) var id: ArraySlice<UInt8>?
  var inFlightSlot: Int?
  /// Runs when the request is answered, or the notification has run.
  var onFinish: (() -> Void)?

  private var dispatcher: Dispatcher?
  private let batch: BatchReplies?
  private let batchSlot: Int

  init(id: ArraySlice<UInt8>?, dispatcher: Dispatcher, batch: BatchReplies?) {
    self.id = id
    self.dispatcher = id == nil ? nil : dispatcher
    self.batch = id == nil ? nil : batch
    batchSlot = self.batch?.reserve() ?? 0
  }

  /// Answers with an empty object.
  public func succeed() {
    succeed("{}".utf8)
  }

  /// Answers with the bytes of a JSON object, compact and with sorted keys, such as `JSONEncoder` can make.
  /// - Parameters:
  ///   - result: the object; it goes out as it is, so it must be one, without a raw line feed.
  ///   - afterwards: runs when the reply is sent, in a batch when the whole batch is. What it sends comes after the
  ///     reply. It never runs if the request was cancelled before.
  @inlinable
  public func succeed(_ result: some Sequence<UInt8>, afterwards: (() -> Void)? = nil) {
    let isContiguous: Void? = result.withContiguousStorageIfAvailable { finish($0, afterwards) }
    if isContiguous == nil { Array(result).withUnsafeBufferPointer { finish($0, afterwards) } }
  }

  /// Answers with a JSON object that `write` appends, compact and with sorted keys.
  public func succeed(writing write: (inout [UInt8]) -> Void) {
    finish(nil, write)
  }

  /// Replies with the state of a topic. The state is read when the reply is written.
  /// - Parameters:
  ///   - topic: the state; an update of it that waits is written before the reply.
  ///   - error: the answer if the topic is closed before the reply is sent, such as by a request between the parts of a
  ///     batch.
  public func succeed(reporting topic: Topic, orIfClosed error: RPCError) {
    succeed(topic, opens: false, error, nil)
  }

  /// Answers with the state of a topic that is not open yet, and opens it: changes after the reply are reported. If the
  /// topic is closed before the reply is sent, the answer is -32800.
  /// - Parameter afterwards: runs when the reply is sent; see ``succeed(_:afterwards:)``.
  public func succeed(opening topic: Topic, afterwards: (() -> Void)? = nil) {
    if isNotification, topic.phase == .unopened { topic.phase = .open }
    succeed(topic, opens: true, .cancelled, afterwards)
  }

  private func succeed(_ topic: Topic, opens: Bool, _ error: RPCError, _ afterwards: (() -> Void)?) {
    answer(afterwards) { dispatcher, id in
      // NB: a copy, as the chunk that the id came in must not live as long as the reply waits.
      let reply = StateReply(id: Array(id), topic: topic, opens: opens, errorIfClosed: error)
      if let batch {
        batch.fill(batchSlot, .state(reply), afterwards: afterwards)
      } else {
        dispatcher.queue.send(reply)
        afterwards?()
      }
    }
  }

  /// Answers with an error.
  public func fail(_ error: RPCError) {
    reply(afterwards: nil) { $0.appendReply($1, error) }
  }

  /// Answers -32800 and tells the handler.
  func cancel() {
    guard !isFinished, !isNotification else { return }
    let stop = onCancel
    fail(.cancelled)
    stop?()
  }

  /// Lets go of the chunk that the id came in, for a call that stays open.
  func detachID() {
    id = id.map { ArraySlice(Array($0)) }
  }

  @usableFromInline
  func finish(_ result: UnsafeBufferPointer<UInt8>, _ afterwards: (() -> Void)?) {
    finish(afterwards) { $0.append(contentsOf: result) }
  }

  @inline(__always)
  private func finish(_ afterwards: (() -> Void)?, _ write: (inout [UInt8]) -> Void) {
    reply(afterwards: afterwards) { $0.appendReply($1, write) }
  }

  @inline(__always)
  private func reply(afterwards: (() -> Void)?, _ write: (inout [UInt8], ArraySlice<UInt8>) -> Void) {
    answer(afterwards) { dispatcher, id in
      if let batch {
        var text: [UInt8] = []
        write(&text, id)
        batch.fill(batchSlot, .text(text), afterwards: afterwards)
      } else {
        dispatcher.queue.send { write(&$0, id) }
        afterwards?()
      }
    }
  }

  /// Lets `send` answer, if nobody has answered before.
  @inline(__always)
  private func answer(_ afterwards: (() -> Void)?, _ send: (Dispatcher, ArraySlice<UInt8>) -> Void) {
    guard let id, let dispatcher else {
      if isNotification { afterwards?() }
      return
    }
    self.dispatcher = nil
    onCancel = nil
    send(dispatcher, id)
    if let onFinish {
      self.onFinish = nil
      onFinish()
    }
    if let inFlightSlot { dispatcher.release(inFlightSlot) }
  }
}
