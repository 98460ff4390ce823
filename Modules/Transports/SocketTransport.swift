import Dispatch
public import JSONRPC
public import StandardIO

/// Carries JSON-RPC sessions over a Unix socket: one for each connection, until a signal ends the process.
///
/// ```swift
/// let transport = try SocketTransport(name: "greeter", path: "/run/user/1000/greeter.sock")
/// transport.run { output, _ in
///   let session = Session(output: output)
///   session.register("greet", .immediate) { _, call in call.succeed { $0.member("text", "Hello!") } }
///   return SocketTransport.Client(session)
/// }
/// ```
///
/// The sessions run on the main queue in turn: each reads at most 4 KiB of its input before the next one does, so a client
/// that sends much delays the others by little. A client that reads slowly gets the newest states when it goes on, and delays
/// no other: its own input waits while 16 MiB wait for it, unless it reads nothing for 2 s.
///
/// If the transport knows names of protocols, the first line of a connection may choose one: `{"protocol":"mcp"}`. It is not part of
/// the session.
///
/// A session ends with its connection, or by its own `exit`; the process and the other sessions go on. Requests in flight
/// have 1.9 s to be answered, and are then cancelled. SIGTERM, SIGINT and SIGHUP end all sessions in this way, remove the
/// socket's file, and end the process with 0. If the program does not react to a signal for 3 s, it ends with 3.
@preconcurrency @MainActor public final class SocketTransport {
  /// A session, and what it needs as long as it lives.
  @preconcurrency @MainActor public struct Client {
    /// The session, which was created with the output of its connection.
    public let session: Session
    /// What is kept until the session has ended.
    let owner: AnyObject?
    let onClose: (() -> Void)?

    /// A client.
    ///
    /// - Parameters:
    ///   - session: the session. Its `onEnd`, `onFinish` and `onOutputFailure` are set.
    ///   - owner: what is kept until the session has ended, such as its `ScreenServer`.
    ///   - onClose: runs when the session has ended and the others go on, such as `server.detach()`.
    public init(_ session: Session, keeping owner: AnyObject? = nil, onClose: (() -> Void)? = nil) {
      self.session = session
      self.owner = owner
      self.onClose = onClose
    }
  }

  /// The program's name, which begins each line that is reported.
  public let name: String
  /// Runs before the process ends. It returns whether everything is kept that had to be, such as a recording; if not, the
  /// exit code is 1 in place of 0.
  public var onExit: (() -> Bool)?
  /// How many sessions there are.
  public var sessionCount: Int { carried.count }

  /// Makes the session of a connection.
  ///
  /// - Parameters:
  ///   - output: where the frames of the session go.
  ///   - protocolName: the protocol that the first line of the connection has chosen; `nil` without such a line.
  public typealias ClientMaker = @MainActor (_ output: any Output, _ protocolName: String?) -> Client
  /// Runs a piece of the input. A program that records makes it a turn of its recorder.
  public typealias Turn = @MainActor (_ body: () -> Void) -> Void

  private let listener: SocketListener
  private let sessionLimit: Int
  private let protocols: [String]
  private var makeClient: ClientMaker?
  private var turn: Turn = { $0() }
  private var carried: [Int: Carried] = [:]
  private var connectionCount = 0
  // NB: `async`, not `sync`: a reader's thread that waited for the main queue would be one thread for each client.
  private let turns = InputTurns { body in DispatchQueue.main.async(execute: body) }
  private var phase = Phase.carrying
  /// The connections that are to be closed, after those whose turns are planned.
  private var leaving: [Int] = []
  private var isClosing = false
  /// What waited for clients that have left, and is not freed yet.
  private var discarded: [DiscardedFrames] = []
  private var signals: (any DispatchSourceRead)?

  private enum Phase {
    case carrying
    /// All sessions end, and what then goes on.
    case ending(goOn: () -> Void)
    case ended
  }

  private var isEnding: Bool { if case .carrying = phase { false } else { true } }

  private struct Carried {
    /// `nil` until the connection's protocol is known.
    var client: Client?
    var firstLine: FirstLine
    let output: DescriptorOutput
    let connection: SocketConnection
    let pace: InputPace

    @MainActor var session: Session? { client?.session }
  }

  /// How long requests in flight may take after the end of a session's input.
  private static let timeForShutdown = DispatchTimeInterval.milliseconds(1_900)
  /// How many bytes have waited for a client at whose end memory is given back to the system.
  private static let returnedSize = 1 << 20
  /// How long a signal waits for the main queue.
  private nonisolated static let signalTimeout = DispatchTimeInterval.seconds(3)
  /// What the program reports when a signal has no effect.
  private nonisolated static let lastWords = "The program did not react to a signal, and replies are lost."

  /// Listens at a path. Connections wait until `run` or `start`.
  ///
  /// - Parameters:
  ///   - name: the program's name.
  ///   - path: the socket's path. A socket that another process has left there is replaced.
  ///   - sessionLimit: how many sessions there may be. A further connection is closed.
  ///   - protocols: the names that the first line of a connection may have. Any other line is the session's.
  /// - Throws: a `SocketFailure` if the path is in use, cannot be used, or is too long.
  public convenience init(
    name: String, path: String, sessionLimit: Int = 1_024, protocols: [String] = []
  ) throws(SocketFailure) {
    try self.init(name: name, sessionLimit, protocols) { () throws(SocketFailure) in try SocketListener(path: path) }
  }

  /// Listens at the socket with which a service manager has started the process. Connections wait until `run` or `start`.
  ///
  /// - Parameters:
  ///   - name: the program's name.
  ///   - environment: the environment of the process.
  ///   - sessionLimit: how many sessions there may be. A further connection is closed.
  ///   - protocols: the names that the first line of a connection may have. Any other line is the session's.
  /// - Throws: `SocketFailure.notPassed` if the process was started without such a socket.
  public convenience init(
    name: String, passedIn environment: [String: String], sessionLimit: Int = 1_024, protocols: [String] = []
  ) throws(SocketFailure) {
    try self.init(name: name, sessionLimit, protocols) { () throws(SocketFailure) in
      try SocketListener(passedIn: environment)
    }
  }

  private init(
    name: String, _ sessionLimit: Int, _ protocols: [String],
    _ makeListener: () throws(SocketFailure) -> SocketListener
  ) throws(SocketFailure) {
    self.name = name
    self.sessionLimit = sessionLimit
    self.protocols = protocols
    Signals.ignoreBrokenPipe()
    CurrentProcess.requireResources(name: name)
    listener = try makeListener()
  }

  /// Carries sessions until the process ends. Call it on the main thread.
  ///
  /// - Parameters:
  ///   - turn: runs each piece of the input.
  ///   - makeClient: makes the session of a connection.
  public func run(turn: @escaping Turn = { $0() }, _ makeClient: @escaping ClientMaker) -> Never {
    start(turn: turn, makeClient)
    dispatchMain()
  }

  /// Carries sessions in a program that runs the main queue itself, by `dispatchMain()` or a run loop. Call it once.
  ///
  /// - Parameters:
  ///   - turn: runs each piece of the input.
  ///   - endsProcess: whether a signal ends all sessions and the process. If not, that is the program's affair, which calls
  ///     ``stop(then:)``.
  ///   - makeClient: makes the session of a connection.
  public func start(turn: @escaping Turn = { $0() }, endsProcess: Bool = true, _ makeClient: @escaping ClientMaker) {
    precondition(self.makeClient == nil, "A transport is started once.")
    self.makeClient = makeClient
    self.turn = turn
    if endsProcess { watchSignals() }
    listener.start(queue: .main) { [name] failure in
      let reason = failure.systemMessage ?? "the system refuses them"
      Descriptor.standardError.writeIfReady("\(name): Clients wait, and no more can be accepted: \(reason).\n")
    } onConnection: { [self] connection in
      onMain { accept(connection) }
    }
  }

  private func watchSignals() {
    signals = Signals.onTermination(queue: .global(), lastWords: "\(name): \(Self.lastWords)\n") { [self] in
      let isHandled = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { [self] in
        isHandled.signal()
        onMain { stop() }
      }
      if isHandled.wait(timeout: .now() + Self.signalTimeout) == .timedOut {
        Descriptor.standardError.writeIfReady("\(name): \(Self.lastWords)\n")
        listener.close()
        CurrentProcess.exit(3)
      }
    }
  }

  /// Ends all sessions and then the process, as SIGTERM does.
  public func stop() {
    stop { [self] in
      let isKept = onExit?() ?? true
      CurrentProcess.exit(isKept ? 0 : 1)
    }
  }

  /// Ends all sessions, removes the socket's file, and goes on when that is done.
  public func stop(then goOn: @escaping () -> Void) {
    guard !isEnding else { return }
    phase = .ending(goOn: goOn)
    listener.close()
    for (number, connection) in carried {
      if let session = connection.session { session.handle(.stop) } else { remove(number) }
    }
    goOnIfStopped()
  }

  /// Ends all sessions, removes the socket's file, and returns when that is done.
  public func end() async {
    await withCheckedContinuation { continuation in stop { continuation.resume() } }
  }

  private func accept(_ connection: SocketConnection) {
    guard !isEnding, carried.count < sessionLimit else { return }
    connectionCount += 1
    let number = connectionCount
    let writer = NonblockingWriter(connection.descriptor) { [self, connection] in
      DispatchQueue.main.async { [self] in
        // The descriptor is open until here.
        withExtendedLifetime(connection) {}
        handle(.outputHasRoom, number)
      }
    }
    carried[number] = Carried(
      firstLine: FirstLine(names: protocols), output: DescriptorOutput(writer), connection: connection,
      pace: InputPace())
    // NB: a window of one chunk: the pieces of a second one would overtake the rest of the first.
    Reader(connection.descriptor, window: 1).start(
      deliver: { [self, turns] chunk, done in
        turns.serve(chunk[...], size: { [self] in pieceSize(number) }, done: done) { [self] piece in
          read(piece, number)
        } wait: { [self] goOn in
          onMain {
            guard let carried = carried[number], let session = carried.session else { return goOn() }
            carried.pace.whenCaughtUp(session, goOn)
          }
        }
      },
      onEnd: { [self, connection] failure in
        DispatchQueue.main.async { [self] in
          withExtendedLifetime(connection) {}
          end(number, failure)
        }
      })
  }

  /// Serves a piece of a connection's input, or finds out in it which protocol is spoken.
  private nonisolated func read(_ piece: [UInt8], _ number: Int) {
    onMain {
      guard carried[number] != nil else { return }
      if carried[number]?.client != nil { return serve(piece, number) }
      guard let (name, rest) = carried[number]?.firstLine.read(piece) else { return }
      makeSession(number, name)
      if !rest.isEmpty { serve(rest, number) }
    }
  }

  private nonisolated func pieceSize(_ number: Int) -> Int {
    MainActor.assumeIsolated { carried[number]?.pace.pieceSize ?? InputTurns.pieceSize }
  }

  private func serve(_ piece: [UInt8], _ number: Int) {
    let count = outputCount(number)
    turn { handle(.bytes(piece), number) }
    carried[number]?.pace.didServe(writing: outputCount(number) - count)
  }

  /// How many bytes the session has written, or has to write.
  private func outputCount(_ number: Int) -> Int {
    carried[number]?.session.map { $0.writtenCount + $0.unwrittenCount } ?? 0
  }

  private nonisolated func end(_ number: Int, _ failure: IOFailure?) {
    onMain {
      guard let connection = carried[number] else { return }
      if connection.client == nil {
        makeSession(number, nil)
        serve(connection.firstLine.bytes, number)
      }
      turn { handle(failure == nil ? .endOfInput : .inputFailed, number) }
    }
  }

  private func makeSession(_ number: Int, _ protocolName: String?) {
    guard let makeClient, let output = carried[number]?.output else { return }
    let client = makeClient(output, protocolName)
    let session = client.session
    carried[number]?.client = client
    session.onDiscard = { [unowned self] in discard($0) }
    session.onOutputFailure = { [unowned self] _ in remove(number) }
    session.onFinish = { [unowned self] _ in remove(number) }
    session.onEnd = { [unowned self] _ in
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.timeForShutdown) { [self] in handle(.cancelAll, number) }
      awaitReader(of: number, ReaderProgress(since: .now()))
    }
  }

  private nonisolated func handle(_ input: Session.Input, _ number: Int) {
    onMain {
      guard let carried = carried[number], let session = carried.session else { return }
      session.handle(input)
      carried.pace.outputHadRoom(session)
    }
  }

  /// Closes the connection of an ended session if its client reads nothing while bytes wait.
  private func awaitReader(of number: Int, _ progress: ReaderProgress) {
    DispatchQueue.main.asyncAfter(deadline: .now() + ReaderProgress.interval) { [self] in
      onMain {
        guard let session = carried[number]?.session else { return }
        var progress = progress
        // A process that ends gives no client more than the 2 s, also if it reads on.
        let readCount = isEnding ? 0 : session.writtenCount - session.inFlightCount
        let goesOn = progress.goesOn(at: .now(), readCount: readCount, isAllRead: false)
        if goesOn { awaitReader(of: number, progress) } else { remove(number) }
      }
    }
  }

  /// Closes a connection and forgets its session: later, because the session is running, and nothing else may keep it.
  private func remove(_ number: Int) {
    leaving.append(number)
    if !isClosing { closeNext([]) }
  }

  /// Closes connections, each in a turn of its own: many that end at once delay those that stay by the time of one.
  private func closeNext(_ numbers: ArraySlice<Int>) {
    isClosing = true
    DispatchQueue.main.async { [self] in
      onMain {
        var numbers = numbers
        if numbers.isEmpty {
          numbers = leaving[...]
          leaving = []
        }
        close(numbers.removeFirst())
        isClosing = !(numbers.isEmpty && leaving.isEmpty)
        if isClosing { closeNext(numbers) }
      }
    }
  }

  private func close(_ number: Int) {
    guard let gone = carried.removeValue(forKey: number) else { return }
    // All sessions end, and with them what they shared.
    if !isEnding { gone.client?.onClose?() }
    gone.connection.shutDown()
    if let count = gone.session?.mostUnwrittenCount, count > Self.returnedSize { returnMemory() }
    goOnIfStopped()
  }

  /// Frees what has waited for a client that has left, a piece in a turn: all at once delays the others.
  private func discard(_ frames: DiscardedFrames) {
    discarded.append(frames)
    if discarded.count == 1 { freeNext() }
  }

  private func freeNext() {
    DispatchQueue.main.async { [self] in
      onMain {
        if discarded.last?.freePiece() == false {
          discarded.removeLast()
          if discarded.isEmpty { returnMemory() }
        }
        if !discarded.isEmpty { freeNext() }
      }
    }
  }

  /// Gives back what has waited for a client that has left: the allocator would keep it for the process.
  private func returnMemory() {
    // NB: later, when it is freed; and elsewhere, because it takes a while.
    DispatchQueue.main.async {
      DispatchQueue.global(qos: .utility).async { ProcessMemory.returnFreed() }
    }
  }

  private func goOnIfStopped() {
    guard carried.isEmpty, case .ending(let goOn) = phase else { return }
    phase = .ended
    goOn()
  }
}
