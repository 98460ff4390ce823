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
  ///   - afterwards: runs when the reply has its place in the output, in a batch when that of the whole batch has.
  ///     What it sends comes after the reply. It never runs if the request was cancelled before.
  @inlinable
  public func succeed(_ result: some Sequence<UInt8>, afterwards: (() -> Void)? = nil) {
    let isContiguous: Void? = result.withContiguousStorageIfAvailable { finish($0, afterwards) }
    if isContiguous == nil { Array(result).withUnsafeBufferPointer { finish($0, afterwards) } }
  }

  /// Answers with a JSON object that `write` appends, compact and with sorted keys.
  public func succeed(writing write: (inout [UInt8]) -> Void) {
    finish(nil, write)
  }

  /// Answers with a JSON object that tells of the moment in which the reply leaves, such as a state. A batch may wait
  /// long for its last call: what was true when this one ran may be hidden by then.
  /// - Parameters:
  ///   - key: what the object tells of. As long as an update of it waits before the reply, the reply is as new.
  ///   - write: appends the object, compact and with sorted keys. Runs at once, but in a batch when the whole batch is
  ///     answered, and behind an update when that leaves; never if nobody waits for an answer. What it throws is the
  ///     answer. It must not send anything.
  ///   - afterwards: runs when the reply has its place; see ``succeed(_:afterwards:)``.
  public func succeed(
    of key: String? = nil, whenWritten write: @escaping (inout [UInt8]) throws(RPCError) -> Void,
    afterwards: (() -> Void)? = nil
  ) {
    answer(afterwards) { dispatcher, id in
      if batch == nil, !dispatcher.outbox.announces(key) {
        dispatcher.outbox.send { Self.append(to: &$0, id, orError: write) }
        afterwards?()
        return
      }
      // NB: a copy, as the chunk that the id came in must not live as long as the reply waits.
      let id = ArraySlice(Array(id))
      let write: (inout [UInt8]) -> Void = { Self.append(to: &$0, id, orError: write) }
      if let batch {
        batch.fill(batchSlot, of: key, afterwards: afterwards, whenWritten: write)
      } else {
        dispatcher.outbox.sendLate(write)
        afterwards?()
      }
    }
  }

  /// Answers with an error.
  public func fail(_ error: RPCError) {
    reply(afterwards: nil) { Self.append(to: &$0, $1, error) }
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
    reply(afterwards: afterwards) { Self.append(to: &$0, $1, write) }
  }

  @inline(__always)
  private static func append<Failure: Error>(
    to text: inout [UInt8], _ id: ArraySlice<UInt8>, _ write: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    text.append(#"{"id":"#)
    text.append(contentsOf: id)
    text.append(#","jsonrpc":"2.0","result":"#)
    let start = text.count
    try write(&text)
    assert(
      text.count > start && text[start] == 0x7B && text.last == 0x7D && !text[start...].contains(0x0A),
      "A result must be a JSON object on one line: encode a struct or a dictionary, without .prettyPrinted")
    text.append("}")
  }

  private static func append(
    to text: inout [UInt8], _ id: ArraySlice<UInt8>, orError write: @escaping (inout [UInt8]) throws(RPCError) -> Void
  ) {
    let start = text.count
    do throws(RPCError) {
      try append(to: &text, id, write)
    } catch {
      text.removeSubrange(start...)
      append(to: &text, id, error)
    }
  }

  private static func append(to text: inout [UInt8], _ id: ArraySlice<UInt8>, _ error: RPCError) {
    text.append(#"{"error":"#)
    error.append(to: &text)
    text.append(#","id":"#)
    text.append(contentsOf: id)
    text.append(#","jsonrpc":"2.0"}"#)
  }

  @inline(__always)
  private func reply(afterwards: (() -> Void)?, _ write: (inout [UInt8], ArraySlice<UInt8>) -> Void) {
    answer(afterwards) { dispatcher, id in
      if let batch {
        var text: [UInt8] = []
        write(&text, id)
        batch.fill(batchSlot, text, afterwards: afterwards)
      } else {
        dispatcher.outbox.send { write(&$0, id) }
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
