import Dispatch
import FrontOptions
import JSONRPC
import MCP
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
    if let recording = try options.session.openRecording() { replay(recording) }
    serve(options, try FrontSession(Options.front, options.session, onFailure: report))
  }

  private func replay(_ recording: Recording) -> Never {
    Task {
      let report = await Replay(recording, .tributary).report()
      if let summary = report.summary { print(summary) }
      if let problem = report.problem { try? Descriptor.standardError.writeAll("\(name): \(problem)\n") }
      CurrentProcess.exit(report.exitCode)
    }
    dispatchMain()
  }

  private func serve(_ options: Options, _ frontSession: FrontSession) -> Never {
    let session = makeSession(options) { frontSession.app }
    let log = options.logs ? SessionLog.standardError : nil
    if let log {
      let log = SessionLog(write: log.send)
      session.onUnreadable = { log.refused($0, size: $1) }
      session.onMessage = { log.began($0) }
    }
    onExit = { ending in
      // A recording whose replies are lost is cut off.
      frontSession.end(isCutOff: ending == nil)
      _ = log?.drain(until: .now() + Self.logTimeout)
    }
    run(session, turn: frontSession.turn)
  }

  private func makeSession(_ options: Options, _ makeApp: @escaping @MainActor () -> AppCore) -> Session {
    switch options.wireProtocol {
    case .screens:
      let server = ScreenServer(
        output: output, framing: options.framing, name: name, version: Options.number, makeApp)
      Self.server = server
      return server.session
    case .mcp:
      let server = MCPServer(
        output: output, name: name, version: Options.number, offersSecrets: options.offersSecrets, makeApp)
      Self.server = server
      return server.session
    }
  }

  /// The server, until the process ends.
  private static var server: AnyObject?
}
