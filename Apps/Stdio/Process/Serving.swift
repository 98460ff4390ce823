import Dispatch
import FrontOptions
import JSONRPC
import Recording
import ScreenServer
import StandardIO
import StdioTransport
import ViewModels

/// What the program does with a client, or without one, before it ends.
extension StdioTransport {
  /// How long the process waits at the end for the reader of the log.
  private static var logTimeout: DispatchTimeInterval { .milliseconds(50) }

  /// Serves the client, or replays a session, and ends the process.
  ///
  /// - Throws: an `OptionError` if the recording cannot be written or read.
  func run(_ options: Options) throws(OptionError) -> Never {
    let (recording, file) = try options.session.openFiles(onFailure: report)
    if let recording { replay(recording) }
    serve(options, file)
  }

  private func replay(_ recording: Recording) -> Never {
    Task {
      let report = await Replay(recording).report()
      if let summary = report.summary { print(summary) }
      if let problem = report.problem { try? Descriptor.standardError.writeAll("\(name): \(problem)\n") }
      CurrentProcess.exit(report.exitCode)
    }
    dispatchMain()
  }

  private func serve(_ options: Options, _ file: RecordingFile?) -> Never {
    let configuration = options.session.configuration(front: Options.version)
    let recorder = file.map { Recorder(configuration, write: $0.write) }
    let server = ScreenServer(output: output, framing: options.framing, name: name, version: Options.number) {
      let backend = options.session.backend.server
      return recorder?.makeApp(server: backend) ?? configuration.makeApp(server: backend)
    }
    let log = options.logs ? SessionLog.standardError : nil
    if let log {
      let log = SessionLog(write: log.send)
      server.session.observe { log.observe($0) }
      server.session.onMessage = { log.began($0) }
    }
    onExit = { ending in
      // A recording whose replies are lost is cut off.
      if ending != nil { recorder?.end() }
      file?.finish()
      _ = log?.drain(until: .now() + Self.logTimeout)
    }
    run(server.session) { input in if let recorder { recorder.turn(input) } else { input() } }
  }
}
