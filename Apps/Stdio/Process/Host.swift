import Dispatch
import FrontOptions
import JSONRPC
import Recording
import ScreenServer
import StandardIO
import ViewModels

/// The process around a front: its standard streams, its signals, and how it ends.
@MainActor final class Host {
  private let options: Options
  private let output: Descriptor
  private var signals: [any DispatchSourceSignal] = []
  private var server: ScreenServer?
  /// How many bytes the reader had read at the last check, and since when it has read no more.
  private var progress: (readCount: Int, since: DispatchTime) = (0, .now())

  /// How long requests in flight may take after the end of the input. The process ends within 2 s.
  private nonisolated static let grace = DispatchTimeInterval.milliseconds(1_900)
  /// How long the process waits at the end for a reader that reads nothing.
  private nonisolated static let readerTimeout = DispatchTimeInterval.seconds(2)
  /// How often the reader is checked meanwhile.
  private nonisolated static let readerInterval = DispatchTimeInterval.milliseconds(50)
  /// How long a signal waits for the main thread.
  private nonisolated static let signalTimeout = DispatchTimeInterval.seconds(3)
  /// How long the process waits at the end for the reader of the log.
  private nonisolated static let logTimeout = DispatchTimeInterval.milliseconds(50)

  /// A process whose frames go to `output`.
  init(_ options: Options, _ output: Descriptor) {
    self.options = options
    self.output = output
  }

  /// Prints a text to the standard output. Ends the process if that fails.
  func print(_ text: String) {
    do throws(IOFailure) {
      try output.writeAll(Array((text + "\n").utf8))
    } catch {
      Self.complain(WriteFailure(error).message)
      CurrentProcess.exit(WriteFailure(error).exitCode)
    }
  }

  /// Serves the client, or replays a session, and ends the process.
  ///
  /// - Throws: an `OptionError` if the recording cannot be written or read.
  func run() throws(OptionError) -> Never {
    let (recording, file) = try options.session.openFiles(onFailure: Self.complain)
    if let recording { replay(recording) }
    serve(file)
  }

  private func replay(_ recording: Recording) -> Never {
    Task {
      let report = await Replay(recording).report()
      if let summary = report.summary { print(summary) }
      if let problem = report.problem { try? Descriptor.standardError.writeAll("\(Options.name): \(problem)\n") }
      CurrentProcess.exit(report.exitCode)
    }
    dispatchMain()
  }

  private func serve(_ file: RecordingFile?) -> Never {
    let options = options
    let configuration = options.session.configuration(front: Options.version)
    let recorder = file.map { Recorder(configuration, write: $0.write) }
    let log = options.logs ? SessionLog.standardError : nil
    let finish = { @Sendable (code: Int32) in
      file?.finish()
      _ = log?.drain(until: .now() + Self.logTimeout)
      CurrentProcess.exit(code)
    }
    let writer = NonblockingWriter(output) {
      DispatchQueue.main.async { Self.onMain { self.server?.session.outputHasRoom() } }
    }
    let output = DescriptorOutput(writer)
    let server = ScreenServer(
      output: output, framing: options.framing, name: Options.name, version: Options.number
    ) {
      let backend = options.session.backend.server
      return recorder?.makeApp(server: backend) ?? configuration.makeApp(server: backend)
    }
    /// Whatever comes from the client is one turn of a recording.
    let turn = { @Sendable @MainActor (body: () -> Void) in
      if let recorder { recorder.turn(body) } else { body() }
    }
    self.server = server
    let session = server.session
    if let log {
      let log = SessionLog(write: log.send)
      session.observe { log.observe($0) }
      session.onMessage = { log.began($0) }
    }
    session.onOutputFailure = { failure in
      Self.complain(failure.message)
      finish(failure.exitCode)
    }
    session.onEnd = { _ in
      self.progress.since = .now()
      self.awaitReader(writer) {
        Self.complain("The output was not read for 2 s, and replies are lost.")
        finish(3)
      }
      guard session.inFlightCount > 0 else { return }
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.grace) { Self.onMain { server.session.handle(.cancelAll) } }
    }
    session.onFinish = {
      recorder?.end()
      finish($0.exitCode)
    }
    signals = Signals.onTermination(queue: .global()) {
      let isHandled = DispatchSemaphore(value: 0)
      DispatchQueue.main.async {
        isHandled.signal()
        Self.onMain { server.session.handle(.stop) }
      }
      if isHandled.wait(timeout: .now() + Self.signalTimeout) == .timedOut {
        Self.complain("The program did not react to a signal, and replies are lost.")
        CurrentProcess.exit(3)
      }
    }
    // NB: after `dispatchMain` the main queue has no thread of its own, so `sync` runs a chunk on the reader's thread,
    // without waking another one.
    DispatchQueue.main.async {
      Reader(Descriptor.standardInput).start(
        deliver: { chunk, done in
          DispatchQueue.main.sync { Self.onMain { turn { server.receive(chunk) } } }
          done()
        },
        onEnd: { failure in
          DispatchQueue.main.async {
            Self.onMain {
              guard let failure else { return turn(server.session.endOfInput) }
              Self.complain("The input cannot be read (error \(failure.number)).")
              server.session.handle(.inputFailed)
            }
          }
        })
    }
    dispatchMain()
  }

  /// Checks the reader of the output repeatedly, and calls `onStall` if it stops reading while bytes wait.
  private func awaitReader(_ writer: NonblockingWriter, onStall: @escaping () -> Void) {
    guard let session = server?.session else { return }
    let readCount = session.writtenCount - (writer.unreadCount ?? 0)
    let now = DispatchTime.now()
    if session.unwrittenCount == 0 || readCount != progress.readCount { progress = (readCount, now) }
    guard now < progress.since + Self.readerTimeout else { return onStall() }
    DispatchQueue.main.asyncAfter(deadline: now + Self.readerInterval) {
      Self.onMain { self.awaitReader(writer, onStall: onStall) }
    }
  }

  /// Writes a line to the standard error, unless that would have to wait.
  nonisolated static func complain(_ message: String) {
    Descriptor.standardError.writeIfReady("\(Options.name): \(message.prefix(400))\n")
  }

  /// The main queue runs the main actor's code, even if it does not run on the main thread.
  private nonisolated static func onMain(_ body: @MainActor () -> Void) {
    MainActor.assumeIsolated(body)
  }
}

/// Carries a session's frames to a descriptor.
private final class DescriptorOutput: Output {
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
  /// The system's number of the failure.
  fileprivate var number: Int32 { if case .refused(let number) = self { number } else { 0 } }
}

extension WriteFailure {
  fileprivate init(_ failure: IOFailure) {
    self =
      switch failure {
      case .readerGone: .readerGone
      case .overflow: .overflow
      case .refused(let number): .refused(number)
      case .fileNotEmpty, .fileInUse: .refused(0)
      }
  }

  /// The message for people.
  fileprivate var message: String {
    switch self {
    case .readerGone: "Nobody reads the output any more."
    case .overflow: "More than 64 MiB of output were not read."
    case .refused(let number): "The output cannot be written (error \(number))."
    }
  }

  fileprivate var exitCode: Int32 { self == .overflow ? 3 : 1 }
}
