public import JSON

/// A request that a handler answers, or a notification, which cannot be answered.
///
/// A request is answered once, by `succeed`, `fail` or a cancellation, whichever comes first; the others then do nothing.
/// A handler may answer before it returns, or keep the call and answer later.
///
/// A call belongs to its session's isolation.
public final class Call {
  /// Runs once if the request is cancelled while it is open. The reply is already sent, if there is one; the handler stops
  /// its work.
  /// Released with the answer.
  public var onCancel: (() -> Void)?

  /// Runs once if the input ends while the request is open: what stays open until then is answered now, and does not delay the end of
  /// the conversation.
  public var onEndOfInput: (() -> Void)?

  /// Whether the call is a notification.
  public var isNotification: Bool { id == nil }

  /// Whether the request is answered or cancelled. A notification never is.
  public var isFinished: Bool { queue == nil && id != nil }

  /// The id as it came; `nil` for a notification.
  public private(set) var id: JSONText?
  /// Runs when the request is answered, or the notification has run, with the error.
  var onFinish: ((RPCError.Code?) -> Void)?
  /// Runs when a request is answered that was in flight, after ``onFinish``.
  var onAnswer: (() -> Void)?
  /// The error of the call; also that of a notification, which is not answered.
  private(set) var failure: RPCError.Code?

  /// Takes the reply; `nil` where none is sent any more.
  private var queue: FrameQueue?
  private let batch: Batch?
  private let batchIndex: Int

  init(id: JSONText?, queue: FrameQueue, batch: Batch?) {
    self.id = id
    self.queue = id == nil ? nil : queue
    self.batch = id == nil ? nil : batch
    batchIndex = self.batch?.reserve() ?? 0
  }

  /// Answers with an empty object.
  public func succeed() { succeed { _ in } }

  /// Answers with an object whose members the closure writes.
  public func succeed(members: (inout JSONWriter) -> Void) {
    answer(nil) { $0.reply($1) { $0.object(members) } }
  }

  /// Answers with a value that is written as a JSON object.
  ///
  /// - Parameters:
  ///   - result: the result. Raw text in it has no line feed.
  ///   - afterwards: runs when the reply is sent, in a batch when the whole batch is. Frames that it sends follow the
  ///     reply. It does not run if the request was cancelled.
  public func succeed(_ result: some JSONWritable, afterwards: (() -> Void)? = nil) {
    answer(afterwards) { $0.reply($1) { $0.write(result) } }
  }

  /// Answers with the state of a topic. The state is read when the reply is written.
  ///
  /// - Parameters:
  ///   - topic: the state. An update of it that waits is written before the reply.
  ///   - error: the answer if the topic is closed before the reply is sent, for example by another request of the batch.
  public func succeed(reporting topic: Topic, orIfClosed error: RPCError) {
    answer(topic, opens: false, error, nil)
  }

  /// Answers with the state of a topic that is not open yet, and opens it: changes after the reply are reported. If the
  /// topic is closed before the reply is sent, the answer is -32800.
  ///
  /// - Parameters:
  ///   - topic: the state, whose updates are sent after the reply.
  ///   - afterwards: runs when the reply is sent; see ``succeed(_:afterwards:)``.
  public func succeed(opening topic: Topic, afterwards: (() -> Void)? = nil) {
    if isNotification, topic.phase == .unopened { topic.phase = .open }
    answer(topic, opens: true, .cancelled, afterwards)
  }

  /// Answers with an error.
  public func fail(_ error: RPCError) {
    if !isFinished { failure = failure ?? error.code }
    answer(nil) { $0.reply($1, error) }
  }

  /// Answers with an error that is made when the reply is written.
  ///
  /// - Parameters:
  ///   - code: the code of the error.
  ///   - makeError: makes the error. It runs in the session's isolation and must not send anything.
  public func fail(_ code: RPCError.Code, whenWritten makeError: @escaping () -> RPCError) {
    if !isFinished { failure = failure ?? code }
    answerWhenWritten(nil) { .error(id: $0, makeError) }
  }

  /// Answers -32800, or nothing, and runs `onCancel`.
  func cancel(isAnswered: Bool = true) {
    guard !isFinished, !isNotification else { return }
    let stop = onCancel
    if isAnswered { fail(.cancelled) } else { drop() }
    stop?()
  }

  private func drop() {
    failure = failure ?? RPCError.cancelled.code
    finish(nil) { _, _ in batch?.drop() }
  }

  /// Copies the id out of its chunk, for a call that stays open.
  func detachID() {
    id = id.map { JSONText(scanned: ArraySlice(Array($0.bytes))) }
  }

  private func answer(_ afterwards: (() -> Void)?, _ write: (inout JSONWriter, JSONText) -> Void) {
    finish(afterwards) { queue, id in
      if let batch {
        var text = JSONWriter()
        write(&text, id)
        batch.fill(batchIndex, .text(text.bytes), afterwards: afterwards)
      } else {
        queue.send { write(&$0, id) }
        afterwards?()
      }
    }
  }

  private func answer(_ topic: Topic, opens: Bool, _ error: RPCError, _ afterwards: (() -> Void)?) {
    answerWhenWritten(afterwards) { .topic(topic, id: $0, opens: opens, errorIfClosed: error) }
  }

  /// Answers with a reply that is made when it is written.
  private func answerWhenWritten(_ afterwards: (() -> Void)?, _ reply: (_ id: [UInt8]) -> Reply) {
    finish(afterwards) { queue, id in
      // NB: a copy, because the chunk that holds the id must not live as long as the reply waits.
      let reply = reply(Array(id.bytes))
      if let batch {
        batch.fill(batchIndex, reply, afterwards: afterwards)
      } else {
        queue.send([reply], isBatch: false)
        afterwards?()
      }
    }
  }

  private func finish(_ afterwards: (() -> Void)?, _ send: (FrameQueue, JSONText) -> Void) {
    guard let id, let queue else {
      if isNotification { afterwards?() }
      return
    }
    self.queue = nil
    onCancel = nil
    onEndOfInput = nil
    send(queue, id)
    if let onFinish {
      self.onFinish = nil
      onFinish(failure)
    }
    if let onAnswer {
      self.onAnswer = nil
      onAnswer()
    }
  }
}
