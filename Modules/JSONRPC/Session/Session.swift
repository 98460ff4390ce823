public import JSON

/// One conversation: bytes in, frames out.
///
/// A session has no thread and no lock of its own. Make it, feed it and answer its calls in one isolation, such as the
/// main actor: it is not `Sendable`, so the compiler sees to that. Feeding never waits, whatever the output does.
///
///     let session = Session(.init(coreName: "core", coreVersion: "1.0"), output: writer)
///     session.register("greet") { params, call in
///       call.succeed(#"{"text":"hello"}"#.utf8)
///     }
///     session.receive(bytes)
public final class Session {
  /// What a front tells a session about itself.
  public struct Configuration: Sendable {
    /// What `initialize` answers as `coreInfo`.
    public var coreName: String
    /// What `initialize` answers as `coreInfo`.
    public var coreVersion: String
    /// A JSON object with sorted keys: what `initialize` answers as `capabilities`.
    public var capabilities: [UInt8]
    /// What the session accepts.
    public var limits: Limits
    /// How frames are read and written.
    public var framing: Framing
    /// The bytes that may wait for the output to take them. More are an overflow: see ``Session/onOutputFailure``.
    public var unwrittenLimit = 64 << 20

    /// A configuration with the protocol's limits, in lines, unless told otherwise.
    public init(
      coreName: String, coreVersion: String, capabilities: [UInt8] = Array("{}".utf8), limits: Limits = Limits(),
      framing: Framing = .lines
    ) {
      self.coreName = coreName
      self.coreVersion = coreVersion
      self.capabilities = capabilities
      self.limits = limits
      self.framing = framing
    }
  }

  /// What a method is to the dispatcher.
  public enum MethodKind: Sendable {
    /// May be answered later; refused as overloaded when too many requests are in flight.
    case request
    /// A request that waits for all others, such as `sync`: in flight like them, but not what `isIdle` waits for.
    case barrier
    /// Answered before its handler returns; never refused as overloaded.
    case immediate
    /// A notification only: as a request it is unknown.
    case notification
    /// Only as the very first message.
    case opening
  }

  /// Does what a method does. `params` is the text of a JSON object that passed the strict scanner. A thrown
  /// `RPCError` is the answer; anything else thrown answers -32603 and stays unsaid.
  public typealias Handler = (_ params: JSONText, _ call: Call) throws -> Void

  /// How a conversation ended.
  public enum Ending: Sendable, Equatable {
    /// The input ended, or a signal asked to stop. Calls in flight may still be answered.
    case endOfInput
    /// Header framing was lost. Calls in flight may still be answered.
    case framingLost
    /// The input cannot be read any more. Calls in flight may still be answered.
    case inputFailed
    /// `exit` came. Calls in flight are cancelled.
    case exit(afterShutdown: Bool)

    /// The exit code that the process should end with.
    public var exitCode: Int32 {
      switch self {
      case .endOfInput, .exit(afterShutdown: true): 0
      case .framingLost, .inputFailed, .exit(afterShutdown: false): 1
      }
    }
  }

  /// How the conversation ended; nil while it goes on. After it nothing more is read.
  public private(set) var ending: Ending?
  /// Runs once, when the conversation ends. Its replies so far are sent then; the output may not have taken all of them.
  public var onEnd: ((Ending) -> Void)?
  /// Runs whenever the last request in flight was answered, barriers not counted: the moment to answer those.
  public var onIdle: (() -> Void)? {
    get { dispatcher.onIdle }
    set { dispatcher.onIdle = newValue }
  }
  /// Runs for each frame of the input, before anything comes of it.
  public var onArrival: ((Arrival) -> Void)?
  /// Runs for each message of each frame that could be read, before the message does; what it returns runs when the
  /// message is answered, or has run if nobody waits for an answer.
  public var onMessage: ((MessageReport) -> (() -> Void)?)? {
    get { dispatcher.onMessage }
    set { dispatcher.onMessage = newValue }
  }
  /// Whether no request is in flight but barriers.
  public var isIdle: Bool { dispatcher.inFlight.isIdle }
  /// How many requests are begun and not answered, barriers included.
  public var inFlightCount: Int { dispatcher.inFlight.count }

  /// Runs once, when nothing more can be written. What is sent after that is dropped.
  public var onOutputFailure: ((WriteFailure) -> Void)? {
    get { queue.onFailure }
    set { queue.onFailure = newValue }
  }
  /// Runs with frames as they are written: with the whole of a frame when its first byte is.
  public var onWrite: ((ArraySlice<UInt8>) -> Void)? {
    get { queue.onWrite }
    set { queue.onWrite = newValue }
  }
  /// Runs when frames begin to wait for the output, and again when it has taken some of them and others still wait.
  public var onOutputFull: (() -> Void)? {
    get { queue.onFull }
    set { queue.onFull = newValue }
  }
  /// The bytes that wait to be written. A frame that reports a ``Topic`` is not made before, and counts with what it
  /// occupies in memory.
  public var unwrittenCount: Int { queue.unwrittenCount }
  /// Whether the output has taken fewer bytes than it was given, and ``outputHasRoom()`` is awaited.
  public var isOutputFull: Bool { queue.isFull }
  /// The bytes that the output has taken.
  public var writtenCount: Int { queue.writtenCount }

  private let queue: FrameQueue
  private let dispatcher: Dispatcher
  private var decoder: FrameDecoder
  private var scanner: JSONScanner

  /// A session whose frames go to `output`.
  public init(_ configuration: Configuration, output: any Output) {
    queue = FrameQueue(output, limit: configuration.unwrittenLimit)
    dispatcher = Dispatcher(configuration, queue)
    decoder = FrameDecoder(configuration.framing, limits: configuration.limits)
    scanner = JSONScanner(depthLimit: configuration.limits.depth)
    dispatcher.registerLifecycle()
  }

  /// Adds a method. A second handler for a name takes the place of the first.
  public func register(_ method: String, _ kind: MethodKind = .request, handler: @escaping Handler) {
    dispatcher.register(method, kind, handler)
  }

  /// Reads the next bytes of the input, any number of them.
  public func receive(_ bytes: [UInt8]) {
    guard ending == nil else { return }
    queue.hold {
      decoder.feed(bytes)
      while ending == nil, let event = decoder.next() { handle(event) }
    }
  }

  /// Takes frames that were read already, as if they had come in one chunk.
  public func receive(_ arrivals: some Sequence<Arrival>) {
    queue.hold {
      for arrival in arrivals where ending == nil {
        switch arrival {
        case .message(let message): read(message)
        case .flawed(let flaw, let count): refuse(flaw, count: count)
        }
      }
    }
  }

  /// The input ended: what is left of it is read, and the conversation ends.
  public func endOfInput() {
    guard ending == nil else { return }
    queue.hold {
      if let event = decoder.finish() { handle(event) }
      end(.endOfInput)
    }
  }

  /// Ends the conversation without reading what is left, as a signal asks to.
  public func stop(_ ending: Ending = .endOfInput) {
    queue.hold { end(ending) }
  }

  /// Answers -32800 to every request in flight.
  public func cancelAll() {
    queue.hold { dispatcher.cancelAll() }
  }

  /// Sends a notification.
  /// - Parameter params: the text of a JSON object on one line.
  public func notify(_ method: StaticString, params: some Sequence<UInt8>) {
    queue.send { $0.appendNotification(method) { $0.append(contentsOf: params) } }
  }

  /// Reports that a topic has changed, by a notification of which only the newest counts. It is made when it is written,
  /// and precedes every reply that is sent after it. Nothing happens unless the topic is open.
  public func update(_ topic: Topic) { queue.update(topic) }

  /// Gathers all that `body` sends, so that it leaves in one piece and of each topic's updates only the newest.
  public func perform(_ body: () -> Void) {
    queue.hold(body)
  }

  /// Writes what was gathered so far: states leave as they are.
  public func flush() { queue.flush() }

  /// The output has taken fewer bytes than it was given, and may take more: writes what waits.
  public func outputHasRoom() { queue.outputHasRoom() }

  private func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    // NB: who handles the end may leave the process: what was held must be in the output by then.
    queue.flush()
    onEnd?(ending)
  }

  private func handle(_ event: FrameEvent) {
    queue.framing = decoder.framing
    switch event {
    case .message(let message): read(message)
    case .tooLarge: refuse(.tooLarge)
    case .lost(let looksLikeLines): refuse(looksLikeLines ? .line : .badHeader)
    case .cut: refuse(.truncated)
    case .cutSkipping: refuse(.truncatedTooLarge)
    }
  }

  private func read(_ message: ArraySlice<UInt8>) {
    do throws(JSONScanner.Defect) {
      let text = try scanner.scan(message)
      run(text, message)
    } catch {
      switch error {
      case .badUTF8: refuse(.badUTF8, count: message.count)
      case .badJSON:
        let isHeader = decoder.framing == .lines && message.looksLikeHeader
        refuse(isHeader ? .header : .badJSON, count: message.count)
      case .tooDeep: refuse(.tooDeep, count: message.count)
      case .duplicateKey: refuse(.duplicateKey, count: message.count)
      }
    }
  }

  /// Runs a message that the scanner has passed.
  private func run(_ text: JSONText, _ message: ArraySlice<UInt8>) {
    onArrival?(.message(message))
    dispatcher.run(text, size: message.count)
    guard case .exited(let afterShutdown) = dispatcher.stage else { return }
    dispatcher.cancelAll()
    end(.exit(afterShutdown: afterShutdown))
  }

  private func refuse(_ flaw: Arrival.Flaw, count: Int? = nil) {
    onArrival?(.flawed(flaw, count: count))
    switch flaw {
    case .badUTF8: dispatcher.refuse(.parseError, "badUTF8")
    case .badJSON: dispatcher.refuse(.parseError, "badJSON")
    case .header: dispatcher.refuse(.parseError, "badJSON", hint: "use --framing headers")
    case .tooDeep: dispatcher.refuse(.invalidRequest, "tooDeep", limit: scanner.depthLimit)
    case .duplicateKey: dispatcher.refuse(.invalidRequest, "duplicateKey")
    case .tooLarge:
      dispatcher.refuse(.invalidRequest, "tooLarge", limit: dispatcher.configuration.limits.message)
    case .badHeader:
      dispatcher.refuse(.parseError, "badHeader")
      end(.framingLost)
    case .line:
      dispatcher.refuse(.parseError, "badHeader", hint: "use --framing lines")
      end(.framingLost)
    case .truncated:
      dispatcher.refuse(.parseError, "truncated")
      end(.framingLost)
    case .truncatedTooLarge: end(.framingLost)
    }
  }
}
