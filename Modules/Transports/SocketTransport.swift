import Dispatch
public import JSONRPC
public import StandardIO

/// Carries JSON-RPC sessions over a Unix socket: one for each connection, until a signal ends the process.
///
/// ```swift
/// let transport = try SocketTransport(name: "greeter", path: "/run/user/1000/greeter.sock")
/// transport.run { output in
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

    /// A client.
    ///
    /// - Parameters:
    ///   - session: the session. Its `onEnd`, `onFinish` and `onOutputFailure` are set.
    ///   - owner: what is kept until the session has ended, such as its `ScreenServer`.
    public init(_ session: Session, keeping owner: AnyObject? = nil) {
      self.session = session
      self.owner = owner
    }
  }

  /// The program's name, which begins each line that is reported.
  public let name: String
  /// Runs before the process ends. It returns whether everything is kept that had to be, such as a recording; if not, the
  /// exit code is 1 in place of 0.
  public var onExit: (() -> Bool)?
  /// How many sessions there are.
  public var sessionCount: Int { carried.count }

  private let listener: SocketListener
  private let sessionLimit: Int
  private var makeClient: (@MainActor (_ output: any Output) -> Client)?
  private var carried: [Int: Carried] = [:]
  private var connectionCount = 0
  // NB: `async`, not `sync`: a reader's thread that waited for the main queue would be one thread for each client.
  private let turns = InputTurns { body in DispatchQueue.main.async(execute: body) }
  private var isEnding = false
  private var signals: (any DispatchSourceRead)?

  private struct Carried {
    let client: Client
    let connection: SocketConnection
    let pace: InputPace
  }

  /// How long requests in flight may take after the end of a session's input.
  private static let timeForShutdown = DispatchTimeInterval.milliseconds(1_900)
  /// How long an ended session waits for a client that reads nothing.
  private static let readerTimeout = DispatchTimeInterval.seconds(2)
  /// How long a signal waits for the main queue.
  private nonisolated static let signalTimeout = DispatchTimeInterval.seconds(3)
  /// What the program reports when a signal has no effect.
  private nonisolated static let lastWords = "The program did not react to a signal, and replies are lost."

  /// Listens at a path. Connections wait until ``run(_:)`` or ``start(_:)``.
  ///
  /// - Parameters:
  ///   - name: the program's name.
  ///   - path: the socket's path. A socket that another process has left there is replaced.
  ///   - sessionLimit: how many sessions there may be. A further connection is closed.
  /// - Throws: a `SocketFailure` if the path is in use, cannot be used, or is too long.
  public init(name: String, path: String, sessionLimit: Int = 1_024) throws(SocketFailure) {
    self.name = name
    self.sessionLimit = sessionLimit
    Signals.ignoreBrokenPipe()
    CurrentProcess.requireResources(name: name)
    listener = try SocketListener(path: path)
  }

  /// Carries sessions until the process ends. Call it on the main thread.
  ///
  /// - Parameter makeClient: makes the session of a connection.
  public func run(_ makeClient: @escaping @MainActor (_ output: any Output) -> Client) -> Never {
    start(makeClient)
    dispatchMain()
  }

  /// Carries sessions in a program that runs the main queue itself, by `dispatchMain()` or a run loop. Call it once.
  ///
  /// - Parameter makeClient: makes the session of a connection.
  public func start(_ makeClient: @escaping @MainActor (_ output: any Output) -> Client) {
    precondition(self.makeClient == nil, "A transport is started once.")
    self.makeClient = makeClient
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
    listener.start(queue: .main) { [name] failure in
      let reason = failure.systemMessage ?? "the system refuses them"
      Descriptor.standardError.writeIfReady("\(name): Clients wait, and no more can be accepted: \(reason).\n")
    } onConnection: { [self] connection in
      onMain { accept(connection) }
    }
  }

  /// Ends all sessions and then the process, as SIGTERM does.
  public func stop() {
    isEnding = true
    listener.close()
    for client in carried.values.map(\.client) { client.session.handle(.stop) }
    exitIfDone()
  }

  private func accept(_ connection: SocketConnection) {
    guard !isEnding, carried.count < sessionLimit, let makeClient else { return }
    connectionCount += 1
    let number = connectionCount
    let writer = NonblockingWriter(connection.descriptor) { [self, connection] in
      DispatchQueue.main.async { [self] in
        // The descriptor is open until here.
        withExtendedLifetime(connection) {}
        handle(.outputHasRoom, number)
      }
    }
    let client = makeClient(DescriptorOutput(writer))
    let session = client.session
    carried[number] = Carried(client: client, connection: connection, pace: InputPace())
    session.onOutputFailure = { [unowned self] _ in remove(number) }
    session.onFinish = { [unowned self] _ in remove(number) }
    session.onEnd = { [unowned self] _ in
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.timeForShutdown) { [self] in handle(.cancelAll, number) }
      awaitReader(of: number)
    }
    // NB: a window of one chunk: the pieces of a second one would overtake the rest of the first.
    Reader(connection.descriptor, window: 1).start(
      deliver: { [self, turns] chunk, done in
        turns.serve(chunk[...], done: done) { [self] piece in
          handle(.bytes(piece), number)
        } wait: { [self] goOn in
          onMain {
            guard let carried = carried[number] else { return goOn() }
            carried.pace.whenCaughtUp(carried.client.session, goOn)
          }
        }
      },
      onEnd: { [self, connection] failure in
        DispatchQueue.main.async { [self] in
          withExtendedLifetime(connection) {}
          handle(failure == nil ? .endOfInput : .inputFailed, number)
        }
      })
  }

  private nonisolated func handle(_ input: Session.Input, _ number: Int) {
    onMain {
      guard let carried = carried[number] else { return }
      carried.client.session.handle(input)
      carried.pace.outputHadRoom(carried.client.session)
    }
  }

  /// Closes the connection of an ended session if its client reads nothing while bytes wait.
  private func awaitReader(of number: Int) {
    guard let session = carried[number]?.client.session else { return }
    let writtenCount = session.writtenCount
    let inFlightCount = session.inFlightCount
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.readerTimeout) { [self] in
      onMain {
        guard let session = carried[number]?.client.session else { return }
        let isStalled = session.writtenCount == writtenCount && session.inFlightCount == inFlightCount
        if isStalled || isEnding { remove(number) } else { awaitReader(of: number) }
      }
    }
  }

  /// Closes a connection and forgets its session.
  private func remove(_ number: Int) {
    // NB: later, because the session is running: nothing else may keep it.
    DispatchQueue.main.async { [self] in
      onMain {
        guard let gone = carried.removeValue(forKey: number) else { return }
        gone.connection.shutDown()
        exitIfDone()
      }
    }
  }

  private func exitIfDone() {
    guard isEnding, carried.isEmpty else { return }
    let isKept = onExit?() ?? true
    CurrentProcess.exit(isKept ? 0 : 1)
  }
}
