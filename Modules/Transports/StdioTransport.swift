import Dispatch
public import JSONRPC
import StandardIO

/// Carries a JSON-RPC session over the standard streams, as a language server does, and ends the process with it.
///
/// ```swift
/// let transport = StdioTransport(name: "greeter")
/// let session = Session(output: transport.output)
/// session.register("greet", .immediate) { _, call in call.succeed { $0.member("text", "Hello!") } }
/// transport.run(session)
/// ```
///
/// Create it before anything else runs. From then on the standard output carries frames alone: what is printed goes to the
/// standard error. The session runs on the main queue. It does not wait for a slow reader of the output, which gets the
/// newest states when it goes on. The input waits for a client that reads and has more than 16 MiB to read; for one that
/// reads nothing it waits 2 s.
///
/// The process ends when the session has: after the end of the input, SIGTERM, SIGINT or SIGHUP, or the session's `exit`.
/// Requests in flight have 1.9 s to be answered, and are then cancelled.
///
/// | exit code | when |
/// |---|---|
/// | 0 | the input has ended, a signal has arrived, or the session has exited after a shutdown |
/// | 1 | the session has exited without a shutdown, its framing is lost, the input cannot be read, or the output not written |
/// | 1 | ``onExit`` could not keep what it had to |
/// | 1 | at the start: the system has too few threads, descriptors or memory left |
/// | 3 | replies are lost: more than `Limits.unwritten` could be read and were not, or nothing is read for 2 s at the end |
@preconcurrency @MainActor public final class StdioTransport {
  /// The program's name, which begins each line that is reported.
  public let name: String
  /// Where the frames of the session go: the standard output.
  public let output: any Output
  /// Runs before the process ends: with the session's ending, or `nil` if replies are lost. It returns whether everything
  /// is kept that had to be, such as a recording; if not, the exit code is 1 in place of 0.
  public var onExit: ((_ ending: Session.Ending?) -> Bool)?
  /// Runs when the session has ended, before ``onExit``, and calls its argument when the process may end, too: the place to
  /// end what goes on beside the session.
  public var beforeExit: ((_ goOn: @escaping () -> Void) -> Void)?

  let descriptor: Descriptor
  private let writer: NonblockingWriter
  private let carried = CarriedSession()
  private var signals: (any DispatchSourceRead)?
  private var progress = ReaderProgress(since: .now())
  private let pace: InputPace
  private var pieceSize = 1

  /// The greatest piece of input that is handled before the output is tried again, in bytes.
  private static let largestPiece = 1 << 10
  /// The replies to a piece, in bytes, from which on the next pieces are single lines.
  private static let largeReplies = 1 << 16
  /// How long requests in flight may take after the end of the input. The process ends within 2 s.
  private static let timeForShutdown = DispatchTimeInterval.milliseconds(1_900)
  /// How long a signal waits for the main queue.
  private nonisolated static let signalTimeout = DispatchTimeInterval.seconds(3)
  /// What the program reports when a signal has no effect.
  private nonisolated static let lastWords = "The program did not react to a signal, and replies are lost."

  /// Takes over the standard streams. Call it once, before anything else runs.
  ///
  /// - Parameter name: the program's name.
  public convenience init(name: String) { self.init(name: name, pace: InputPace()) }

  init(name: String, pace: InputPace) {
    self.name = name
    self.pace = pace
    Descriptor.openMissingStandardDescriptors()
    descriptor = Descriptor.takeStandardOutput()
    Signals.ignoreBrokenPipe()
    CurrentProcess.requireResources(name: name)
    writer = NonblockingWriter(descriptor) { [carried, pace] in
      DispatchQueue.main.async {
        onMain {
          guard let session = carried.session else { return }
          session.outputHasRoom()
          pace.outputHadRoom(session)
        }
      }
    }
    output = DescriptorOutput(writer)
  }

  /// Prints a text to the standard output in place of a session, as `--help` does. If that fails, a line on the standard
  /// error says so.
  ///
  /// - Returns: what `main` exits with: 0, or 1 if the text could not be written.
  public func print(_ text: String) -> Int32 {
    do throws(IOFailure) {
      try descriptor.writeAll(text + "\n")
      return 0
    } catch {
      report(WriteFailure(error).message)
      return 1
    }
  }

  /// Writes a line to the standard error, behind the program's name, unless that would have to wait.
  public nonisolated func report(_ message: String) {
    Descriptor.standardError.writeIfReady("\(name): \(message.prefix(400))\n")
  }

  /// Carries a session until the process ends. Call it on the main thread.
  ///
  /// - Parameters:
  ///   - session: the session, which was created with ``output``. Its `onEnd`, `onFinish` and `onOutputFailure` are set.
  ///   - turn: runs each piece of the input. A program that records makes it a turn of its recorder.
  public func run(_ session: Session, turn: @escaping @MainActor (_ body: () -> Void) -> Void = { $0() }) -> Never {
    start(session, turn: turn)
    dispatchMain()
  }

  /// Carries a session in a program that runs the main queue itself, by `dispatchMain()` or a run loop.
  ///
  /// - Parameters:
  ///   - session: the session, which was created with ``output``. Its `onEnd`, `onFinish` and `onOutputFailure` are set.
  ///   - turn: runs each piece of the input. A program that records makes it a turn of its recorder.
  public func start(_ session: Session, turn: @escaping @MainActor (_ body: () -> Void) -> Void = { $0() }) {
    precondition(carried.session == nil, "A transport carries one session.")
    carried.session = session
    session.onOutputFailure = { [self] failure in
      report(failure.message)
      exit(failure.exitCode, nil)
    }
    session.onEnd = { [self] ending in
      if ending == .framingLost {
        report("The framing of the input is lost: --framing headers reads Content-Length and its bytes.")
      }
      progress = ReaderProgress(since: .now())
      awaitReader(of: session)
      guard session.inFlightCount > 0 else { return }
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.timeForShutdown) { [self] in onMain { handle(.cancelAll) } }
    }
    session.onFinish = { [self] in exit($0.exitCode, $0) }
    signals = Signals.onTermination(queue: .global(), lastWords: "\(name): \(Self.lastWords)\n") { [self] in
      let isHandled = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { [self] in
        isHandled.signal()
        onMain { handle(.stop) }
      }
      if isHandled.wait(timeout: .now() + Self.signalTimeout) == .timedOut {
        report(Self.lastWords)
        CurrentProcess.exit(3)
      }
    }
    // NB: after `dispatchMain` the main queue has no thread of its own, so `sync` runs a chunk on the reader's thread,
    // without waking another one.
    DispatchQueue.main.async { [self] in
      Reader(Descriptor.standardInput).start(
        deliver: { [self] chunk, done in
          serve(chunk, turn)
          done()
        },
        onEnd: { [self] failure in
          DispatchQueue.main.async { [self] in
            onMain {
              guard let failure else { return turn { handle(.endOfInput) } }
              report("The input cannot be read: \(failure.words).")
              handle(.inputFailed)
            }
          }
        })
    }
  }

  private func handle(_ input: Session.Input) { carried.session?.handle(input) }

  /// Serves a chunk of the input, and waits on the reader's thread for a client that reads and has much to read.
  private nonisolated func serve(_ chunk: [UInt8], _ turn: @escaping @MainActor (_ body: () -> Void) -> Void) {
    var rest = chunk[...]
    while !rest.isEmpty {
      let goesOn: DispatchSemaphore?
      (rest, goesOn) = DispatchQueue.main.sync { [rest] in
        guard let session = carried.session else { return ([], nil) }
        let rest = servePieces(rest, session, turn)
        guard pace.isBehind(session) else { return (rest, nil) }
        let goesOn = DispatchSemaphore(value: 0)
        pace.whenCaughtUp(session) { goesOn.signal() }
        return (rest, goesOn)
      }
      goesOn?.wait()
    }
  }

  /// Serves a chunk in pieces, in one turn: its replies leave together while they leave at once.
  ///
  /// - Returns: what is left when the client is behind.
  private func servePieces(
    _ chunk: ArraySlice<UInt8>, _ session: Session, _ turn: (_ body: () -> Void) -> Void
  ) -> ArraySlice<UInt8> {
    var rest = chunk
    turn {
      session.perform {
        repeat {
          servePiece(of: &rest, session)
          // The client may have read in the meantime, and what it could not read yet does not count.
          if session.isOutputFull { session.outputHasRoom() }
        } while !rest.isEmpty && !pace.isBehind(session)
      }
    }
    return rest
  }

  /// Serves what a chunk begins with: line by line while the replies are large, so that those to one message are all that is
  /// made before the client is looked at again, and more at once while they are small.
  private func servePiece(of chunk: inout ArraySlice<UInt8>, _ session: Session) {
    var end = chunk.index(chunk.startIndex, offsetBy: pieceSize, limitedBy: chunk.endIndex) ?? chunk.endIndex
    if pieceSize == 1 { end = chunk.firstIndex(of: 0x0A).map { $0 + 1 } ?? chunk.endIndex }
    let count = session.writtenCount + session.unwrittenCount
    session.receive(Array(chunk[..<end]))
    chunk = chunk[end...]
    let replyCount = session.writtenCount + session.unwrittenCount - count
    pieceSize = replyCount < Self.largeReplies ? min(max(64, 4 * pieceSize), Self.largestPiece) : 1
  }

  private func exit(_ code: Int32, _ ending: Session.Ending?) {
    guard let beforeExit else { return exitNow(code, ending) }
    self.beforeExit = nil
    beforeExit { [self] in exitNow(code, ending) }
  }

  private func exitNow(_ code: Int32, _ ending: Session.Ending?) {
    let isKept = onExit?(ending) ?? true
    CurrentProcess.exit(code == 0 && !isKept ? 1 : code)
  }

  /// Checks the reader of the output repeatedly, and ends the process if it stops reading while bytes wait.
  private func awaitReader(of session: Session) {
    let unreadCount = writer.unreadCount
    // What is not yet written waits for this process if the pipe is empty.
    let isAllRead = unreadCount == 0 || session.unwrittenCount == 0
    let readCount = session.writtenCount - (unreadCount ?? 0)
    guard progress.goesOn(at: .now(), readCount: readCount, isAllRead: isAllRead) else {
      report("The output was not read for 2 s, and replies are lost.")
      return exit(3, nil)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + ReaderProgress.interval) { [self] in
      onMain { carried.session.map(awaitReader) }
    }
  }
}

/// The session that a transport carries, for what was created before it.
@MainActor private final class CarriedSession {
  var session: Session?
}

/// The main queue runs the main actor's code, even if it does not run on the main thread.
func onMain(_ body: @MainActor () -> Void) {
  MainActor.assumeIsolated(body)
}

/// Carries a session's frames to a descriptor.
final class DescriptorOutput: Output {
  private let writer: NonblockingWriter

  init(_ writer: NonblockingWriter) { self.writer = writer }

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) throws(WriteFailure) -> Int {
    do throws(IOFailure) {
      return try writer.write(bytes, ends: ends)
    } catch {
      throw WriteFailure(error)
    }
  }
}

extension IOFailure {
  /// The failure in the system's words.
  var words: String { systemMessage ?? "the system refuses it" }
}

extension WriteFailure {
  init(_ failure: IOFailure) {
    self =
      switch failure {
      case .readerGone: .readerGone
      case .refused(let number): .refused(number)
      case .fileNotEmpty, .fileInUse: .refused(0)
      }
  }

  /// The message for people.
  var message: String {
    switch self {
    case .readerGone: "Nobody reads the output any more."
    case .overflow: "Too much output was not read, and replies are lost."
    case .refused(let number): "The output cannot be written: \(IOFailure.refused(number).words)."
    }
  }

  fileprivate var exitCode: Int32 { self == .overflow ? 3 : 1 }
}
