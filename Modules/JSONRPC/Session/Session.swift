public import JSON

/// A JSON-RPC 2.0 conversation: bytes in, frames out.
///
/// A session has neither a thread nor a lock. Create it, feed it and answer its calls in one isolation, such as the main
/// actor; it is not `Sendable`, so the compiler checks that. Feeding never waits, whatever the output does.
///
/// ```swift
/// let session = Session(output: transport)
/// session.register("greet") { params, call in
///   let name = params["name"]?.string ?? "world"
///   call.succeed { $0.member("text", "Hello, \(name)!") }
/// }
/// session.receive(Array(#"{"id":1,"jsonrpc":"2.0","method":"greet"}"#.utf8) + [0x0A])
/// ```
public final class Session {
  /// Runs a method. The params are an object; absent params are an empty one.
  ///
  /// A thrown ``RPCError`` is the answer. Other errors are reported as -32603 without details.
  public typealias Handler = (_ params: JSONText, _ call: Call) throws -> Void

  /// How a conversation ended.
  public enum Ending: Sendable, Equatable {
    /// The input ended, or ``Input/stop`` was received. Calls in flight may still be answered.
    case endOfInput
    /// Header framing was lost. Calls in flight may still be answered.
    case framingLost
    /// The input cannot be read any more. Calls in flight may still be answered.
    case inputFailed
    /// ``Session/exit()`` was called. Calls in flight are cancelled.
    case exit(afterShutdown: Bool)

    /// The exit code for the process: 0, or 1 for lost framing, failed input, or an exit without a shutdown.
    public var exitCode: Int32 {
      switch self {
      case .endOfInput, .exit(afterShutdown: true): 0
      case .framingLost, .inputFailed, .exit(afterShutdown: false): 1
      }
    }
  }

  /// Something that happens to a session from outside.
  public enum Input: Sendable, Equatable {
    /// The next bytes of the input, any number of them.
    case bytes([UInt8])
    /// The input ended: the rest of it is read, and the conversation ends.
    case endOfInput
    /// The conversation ends without reading the rest, as a signal requests.
    case stop
    /// The input cannot be read any more.
    case inputFailed
    /// The output has taken fewer bytes than it was given, and may take more.
    case outputHasRoom
    /// Every request in flight answers -32800.
    case cancelAll
  }

  /// How the conversation ended; `nil` while it goes on. Nothing is read after it.
  public private(set) var ending: Ending?
  /// Runs once, when the conversation ends. Its replies so far are sent, but may not be written.
  public var onEnd: ((Ending) -> Void)?
  /// Runs once, when the conversation has ended, every request is answered, and every frame is written.
  public var onFinish: ((Ending) -> Void)?
  /// Runs whenever the last request in flight is answered, barriers not counted: the time to answer those.
  public var onIdle: (() -> Void)? {
    get { dispatcher.onIdle }
    set { dispatcher.onIdle = newValue }
  }
  /// Runs whenever no frame waits to be written any more: the time for what should delay no other frame. It is asked again at each
  /// frame, so it is `nil` where nothing is left to do.
  public var onWritten: (() -> Void)? {
    get { queue.onWritten }
    set { queue.onWritten = newValue }
  }
  /// Runs for each message of each frame that can be read, before the message does; not for a response, for which ``onResponse``
  /// runs. The closure that it returns runs when
  /// the message is answered or, for a notification, has run. It receives the code of the error, if there is one.
  public var onMessage: ((MessageReport) -> ((RPCError.Code?) -> Void)?)? {
    get { dispatcher.onMessage }
    set { dispatcher.onMessage = newValue }
  }
  /// Runs for each response to a request of the session, after the request's handler, and for one that is ignored.
  public var onResponse: ((ResponseReport) -> Void)? {
    get { dispatcher.onResponse }
    set { dispatcher.onResponse = newValue }
  }
  /// Runs for each frame that cannot be read, before it is answered, with its size in bytes if that is known.
  public var onUnreadable: ((_ defect: FrameDefect, _ size: Int?) -> Void)?
  /// Runs once, when the output fails. Frames that are sent later are dropped.
  public var onOutputFailure: ((WriteFailure) -> Void)?
  /// Runs once, before ``onOutputFailure``, with what waited for the output.
  package var onDiscard: ((DiscardedFrames) -> Void)?
  /// Whether no request is in flight but barriers.
  public var isIdle: Bool { dispatcher.isIdle }
  /// Whether a message may be an array of messages. Otherwise such a message is refused.
  public var acceptsBatches: Bool {
    get { dispatcher.acceptsBatches }
    set { dispatcher.acceptsBatches = newValue }
  }
  /// Whether the id of a request may be `null`. Otherwise such a request is refused.
  public var acceptsNullIDs: Bool {
    get { dispatcher.acceptsNullIDs }
    set { dispatcher.acceptsNullIDs = newValue }
  }
  /// The number of requests that have begun and are not answered, barriers included.
  public var inFlightCount: Int { dispatcher.inFlightCount }
  /// The bytes that wait to be written. A frame that reports a ``Topic`` is made later, and counts with about what it
  /// occupies in memory.
  public var unwrittenCount: Int { queue.unwrittenCount }
  /// The most bytes that have waited so far.
  public var mostUnwrittenCount: Int { queue.mostUnwrittenCount }
  /// The bytes that the output has taken.
  public var writtenCount: Int { queue.writtenCount }
  /// Whether the output has taken fewer bytes than it was given, and ``outputHasRoom()`` is awaited.
  public var isOutputFull: Bool { queue.isFull }

  let queue: FrameQueue
  var sentRequests: SentRequests { dispatcher.sentRequests }
  /// Whether the other side may still answer a request.
  var maySendRequests: Bool { ending == nil && !hasOutputFailed && dispatcher.isServing }

  private let dispatcher: Dispatcher
  private var hasOutputFailed = false
  private var decoder: FrameDecoder
  private var scanner: JSONScanner
  private var isFinished = false

  /// A session that writes to an output.
  public init(output: any Output, framing: Framing = .lines, limits: Limits = Limits()) {
    queue = FrameQueue(output, limit: limits.unwritten)
    dispatcher = Dispatcher(limits, queue)
    decoder = FrameDecoder(framing, limits: limits)
    scanner = JSONScanner(depthLimit: limits.depth)
    dispatcher.onAnswer = { [weak self] in self?.finishIfDone() }
    queue.onFailure = { [weak self] failure, discarded in
      self?.hasOutputFailed = true
      self?.sentRequests.end()
      self?.onDiscard?(discarded)
      self?.onOutputFailure?(failure)
    }
  }

  /// Adds a method, or replaces the one of that name.
  public func register(_ method: String, _ kind: MethodKind = .request, handler: @escaping Handler) {
    dispatcher.register(method, kind, handler)
  }

  // MARK: - Input

  /// Handles an input.
  public func handle(_ input: Input) {
    switch input {
    case .bytes(let bytes):
      guard ending == nil else { return }
      perform {
        decoder.feed(bytes)
        while ending == nil, let arrival = decoder.next() {
          read(arrival)
          queue.endMessage()
        }
      }
    case .endOfInput:
      guard ending == nil else { return }
      perform {
        if let arrival = decoder.finish() { read(arrival) }
        end(.endOfInput)
      }
    case .stop: perform { end(.endOfInput) }
    case .inputFailed: perform { end(.inputFailed) }
    case .cancelAll: perform { dispatcher.cancel() }
    case .outputHasRoom:
      queue.outputHasRoom()
      finishIfDone()
    }
  }

  /// Reads the next bytes of the input, any number of them.
  public func receive(_ bytes: [UInt8]) { handle(.bytes(bytes)) }

  /// The input ended: the rest of it is read, and the conversation ends.
  public func endOfInput() { handle(.endOfInput) }

  /// Writes frames that wait, after the output has taken fewer bytes than it was given.
  public func outputHasRoom() { handle(.outputHasRoom) }

  private func read(_ arrival: Arrival) {
    queue.framing = decoder.framing
    switch arrival {
    case .unreadable(let defect, let count): refuse(defect, count)
    case .message(let message):
      do throws(JSONScanner.Defect) {
        let text = try scanner.scan(message)
        dispatcher.run(text, size: message.count)
        guard case .exited(let afterShutdown) = dispatcher.phase else { return }
        dispatcher.cancel()
        end(.exit(afterShutdown: afterShutdown))
      } catch {
        let isHeader = error == .badJSON && decoder.framing == .lines && message.looksLikeHeader
        refuse(isHeader ? .header : FrameDefect(error), message.count)
      }
    }
  }

  private func refuse(_ defect: FrameDefect, _ count: Int?) {
    onUnreadable?(defect, count)
    switch defect {
    case .badUTF8, .badJSON: dispatcher.refuse(.parseError, defect.rawValue)
    case .header: dispatcher.refuse(.parseError, "badJSON", hint: "use --framing headers")
    case .tooDeep: dispatcher.refuse(.invalidRequest, "tooDeep", limit: dispatcher.limits.depth)
    case .duplicateKey: dispatcher.refuse(.invalidRequest, "duplicateKey")
    case .tooLarge: dispatcher.refuse(.invalidRequest, "tooLarge", limit: dispatcher.limits.message)
    case .badHeader: dispatcher.refuse(.parseError, "badHeader")
    case .line: dispatcher.refuse(.parseError, "badHeader", hint: "use --framing lines")
    case .truncated: dispatcher.refuse(.parseError, "truncated")
    case .truncatedTooLarge: break
    }
    switch defect {
    case .badHeader, .line, .truncated, .truncatedTooLarge: end(.framingLost)
    default: break
    }
  }

  // MARK: - Output

  /// Sends a notification with an object whose members the closure writes.
  public func notify(_ method: String, members: (inout JSONWriter) -> Void = { _ in }) {
    queue.send { $0.notification(method, members) }
  }

  /// Sends a notification that opens a topic, whose updates may follow it. It is made when it is written, from the state at
  /// that time, and keeps its order among all other frames. A topic that is open, or was, is not opened again.
  ///
  /// - Parameters:
  ///   - method: the method of the notification.
  ///   - topic: the state, whose updates are sent after the notification.
  ///   - members: writes the members of the params from the current state. It runs in the session's isolation and must not
  ///     send anything.
  public func notify(_ method: String, opening topic: Topic, members: @escaping (inout JSONWriter) -> Void) {
    queue.send(OpeningNotification(method, topic, members))
  }

  /// Sends a notification that is made when it is written, and keeps its order among all other frames.
  ///
  /// - Parameters:
  ///   - method: the method of the notification.
  ///   - members: writes the members of the params. It runs in the session's isolation and must not send anything.
  public func notifyLater(_ method: String, members: @escaping (inout JSONWriter) -> Void) {
    queue.send(OpeningNotification(method, Topic(method, isOpen: false) { _ in }, members))
  }

  /// Reports that a topic has changed, by a notification of which only the newest counts. It is made when it is written,
  /// and precedes every reply that is sent after it. A topic that is not open is not reported.
  public func update(_ topic: Topic) { queue.update(topic) }

  /// Gathers the frames that `body` sends, so that they leave in one piece, with only the newest update of each topic.
  public func perform(_ body: () -> Void) {
    queue.hold(body)
    finishIfDone()
  }

  /// Writes the frames that are gathered so far: states leave as they are.
  public func flush() { queue.flush() }

  // MARK: - Lifecycle

  /// Answers -32800 to the requests in flight that came with an id. Ids that are strings are equal if their content is,
  /// numbers if their text is.
  public func cancel(id: JSONText) {
    queue.hold { dispatcher.cancel(id: id) }
  }

  /// Ends the requests in flight that came with an id, as ``cancel(id:)`` does, and answers nothing: for protocols in which
  /// a cancelled request has no reply, such as the Model Context Protocol.
  public func drop(id: JSONText) {
    queue.hold { dispatcher.cancel(id: id, isAnswered: false) }
    finishIfDone()
  }

  /// Refuses every later request. A handler of `shutdown` calls it.
  public func shutDown() { dispatcher.shutDown() }

  /// Ends the conversation, once the handler that calls it has returned, and cancels the requests in flight.
  public func exit() { dispatcher.exit() }

  private func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    sentRequests.end()
    dispatcher.endOfInput()
    // NB: `onEnd` may leave the process, so the frames that are held must be in the output by then.
    queue.flush()
    onEnd?(ending)
  }

  private func finishIfDone() {
    guard let ending, !isFinished, inFlightCount == 0, unwrittenCount == 0 else { return }
    isFinished = true
    onFinish?(ending)
  }
}

extension FrameDefect {
  init(_ defect: JSONScanner.Defect) {
    self =
      switch defect {
      case .badUTF8: .badUTF8
      case .badJSON: .badJSON
      case .tooDeep: .tooDeep
      case .duplicateKey: .duplicateKey
      }
  }
}
