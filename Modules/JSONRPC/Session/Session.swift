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
  public typealias Handler = (_ params: ArraySlice<UInt8>, _ call: Call) throws -> Void

  /// How a conversation ended.
  public enum Ending: Sendable, Equatable {
    /// The input ended, or a signal asked to stop. Calls in flight may still be answered.
    case endOfInput
    /// Header framing was lost. Calls in flight may still be answered.
    case framingLost
    /// `exit` came. Calls in flight are cancelled.
    case exit(afterShutdown: Bool)

    /// The exit code that the process should end with.
    public var exitCode: Int32 {
      switch self {
      case .endOfInput, .exit(afterShutdown: true): 0
      case .framingLost, .exit(afterShutdown: false): 1
      }
    }
  }

  /// How the conversation ended; nil while it goes on. After it nothing more is read.
  public private(set) var ending: Ending?
  /// Runs once, when the conversation ends. Its replies so far are in the output then.
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

  private let outbox: Outbox
  private let dispatcher: Dispatcher
  private var decoder: FrameDecoder
  private var scanner: Scanner

  /// A session whose frames go to `output`.
  public init(_ configuration: Configuration, output: any Output) {
    outbox = Outbox(output)
    dispatcher = Dispatcher(configuration, outbox)
    decoder = FrameDecoder(configuration.framing, limits: configuration.limits)
    scanner = Scanner(depthLimit: configuration.limits.depth, batchLimit: configuration.limits.batch)
    dispatcher.registerLifecycle()
  }

  /// Adds a method. A second handler for a name takes the place of the first.
  public func register(_ method: String, _ kind: MethodKind = .request, handler: @escaping Handler) {
    dispatcher.register(method, kind, handler)
  }

  /// Reads the next bytes of the input, any number of them.
  public func receive(_ bytes: [UInt8]) {
    guard ending == nil else { return }
    outbox.hold {
      decoder.feed(bytes)
      while ending == nil, let event = decoder.next() { handle(event) }
    }
  }

  /// Takes frames that were read already, as if they had come in one chunk.
  public func receive(_ arrivals: some Sequence<Arrival>) {
    outbox.hold {
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
    outbox.hold {
      if let event = decoder.finish() { handle(event) }
      end(.endOfInput)
    }
  }

  /// Ends the conversation without reading what is left, as a signal asks to.
  public func stop() {
    outbox.hold { end(.endOfInput) }
  }

  /// Answers -32800 to every request in flight.
  public func cancelAll() {
    outbox.hold { dispatcher.cancelAll() }
  }

  /// Sends a notification.
  /// - Parameter params: the text of a JSON object on one line.
  public func notify(_ method: StaticString, params: some Sequence<UInt8>) {
    outbox.send { $0.append(notification: method, params: params) }
  }

  /// Sends a notification of which only the newest counts, such as a state. It replaces the last one with this key
  /// that is not being written yet, in that one's place: so it is never later than a reply sent after it.
  /// - Parameter params: makes the text of a JSON object on one line. Asked when the frame leaves, which is at the end
  ///   of the `receive` or `perform` that runs, and not at all if a newer one came by then.
  public func update(_ key: String, method: StaticString, params: @escaping () -> [UInt8]) {
    outbox.update(key, method: method, params: params)
  }

  /// Gathers all that `body` sends, so that it leaves in one piece and of each key's updates only the newest.
  public func perform(_ body: () -> Void) {
    outbox.hold(body)
  }

  /// Lets go of what was gathered so far: states leave as they are.
  public func flush() { outbox.release() }

  private func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    // NB: whoever hears of the end may leave the process: what was held must be in the output by then.
    outbox.release()
    onEnd?(ending)
  }

  private func handle(_ event: FrameEvent) {
    outbox.framing = decoder.framing
    switch event {
    case .message(let message): read(message)
    case .tooLarge: refuse(.tooLarge)
    case .lost(let looksLikeLines): refuse(looksLikeLines ? .line : .badHeader)
    case .cut: refuse(.truncated)
    case .cutSkipping: refuse(.truncatedTooLarge)
    }
  }

  private func read(_ message: ArraySlice<UInt8>) {
    switch message.withUnsafeBufferPointer({ scanner.scan($0) }) {
    case nil: run(message)
    case .badUTF8: refuse(.badUTF8, count: message.count)
    case .badJSON:
      let isHeader = decoder.framing == .lines && message.looksLikeHeader
      refuse(isHeader ? .header : .badJSON, count: message.count)
    case .tooDeep: refuse(.tooDeep, count: message.count)
    case .duplicateKey: refuse(.duplicateKey, count: message.count)
    }
  }

  /// Runs a message that the scanner has passed.
  private func run(_ message: ArraySlice<UInt8>) {
    onArrival?(.message(message))
    switch scanner.shape {
    case .object: dispatcher.run(scanner.envelope, of: message)
    case .batch: dispatcher.run(scanner.elements, of: message)
    case .scalar: dispatcher.run(Envelope(), of: message)
    }
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
