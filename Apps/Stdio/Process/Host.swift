import Dispatch
import FrontOptions
import JSONRPC
import ViewModels

/// The process around a front: its standard streams, its signals, and how it ends.
@MainActor final class Host {
  private let options: Options
  private let output: Descriptor
  private var signals: [any DispatchSourceSignal] = []
  private var prompt: PromptOutput?

  /// How long requests in flight are waited for when the input has ended. The process is gone within 2 s.
  private nonisolated static let grace = DispatchTimeInterval.milliseconds(1_900)
  /// How long the reader of the output is waited for once something asked to end.
  private nonisolated static let patience = DispatchTimeInterval.milliseconds(2_000)
  /// How long whoever reads the log is waited for at the end.
  private nonisolated static let logPatience = DispatchTimeInterval.milliseconds(50)

  /// A process whose frames go to `output`.
  init(_ options: Options, _ output: Descriptor) {
    self.options = options
    self.output = output
  }

  /// Prints a text to the standard output.
  func print(_ text: String) {
    Array((text + "\n").utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty, let count = try? output.write(UnsafeRawBufferPointer(rebasing: rest)) {
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Serves the front until something ends it, and leaves the process.
  ///
  /// - Throws: an `OptionError` if the session cannot be recorded as it should.
  func serve() throws(OptionError) -> Never {
    let options = options
    let file: RecordingFile?
    if let path = options.recording {
      file = try RecordingFile(path, onFailure: Self.complain)
    } else {
      file = nil
    }
    let log = options.logs ? SessionLog.standardError : nil
    let finish = { @Sendable (code: Int32) in
      file?.finish()
      _ = log?.drain(until: .now() + Self.logPatience)
      Self.leave(code)
    }
    let writer = Writer(output) { failure in
      Self.complain(failure.message)
      finish(failure.exitCode)
    }
    let prompt = PromptOutput(writer, output)
    self.prompt = prompt
    let front =
      if let file {
        Front.recorded(options, to: file, output: prompt)
      } else {
        Front(output: prompt, framing: options.framing) {
          App(Environment(backend: options.backend.makeBackend(), main: DispatchQueue.main))
        }
      }
    front.log = log.map { SessionLog(write: $0.send) }
    front.onGrace = {
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.grace) { Self.onMain { front.cancelAll() } }
    }
    front.onFinish = { ending in
      prompt.flush()
      if case .exit = ending { Self.leave(ending.exitCode, after: Self.patience) }
      // NB: a writer that fails leaves the process by itself.
      writer.whenDrained { if $0 { finish(ending.exitCode) } }
    }
    signals = Signals.onTermination(queue: .main) {
      Self.leave(0, after: Self.patience)
      Self.onMain { front.stop() }
    }
    // NB: once `dispatchMain` has given the main queue away, to enter it from the reader's thread is to stay on that
    // thread where nothing else runs: an event is read, applied and answered without waking another one.
    DispatchQueue.main.async {
      Reader(Descriptor.standardInput).start(
        deliver: { chunk, done in
          DispatchQueue.main.sync { Self.onMain { self.prompt?.gather { front.receive(chunk) } } }
          done()
        },
        onEnd: {
          DispatchQueue.main.async { Self.onMain { front.endOfInput() } }
        })
    }
    dispatchMain()
  }

  /// The main queue is the main actor's, also where it runs on no main thread.
  private nonisolated static func onMain(_ body: @MainActor () -> Void) {
    MainActor.assumeIsolated(body)
  }
}

extension WriteFailure {
  /// What to tell people.
  fileprivate var message: String {
    switch self {
    case .readerGone: "Nobody reads the output any more."
    case .overflow: "More than 64 MiB of output were not read."
    case .refused(let number): "The output cannot be written (error \(number))."
    }
  }

  fileprivate var exitCode: Int32 { self == .overflow ? 3 : 1 }
}
