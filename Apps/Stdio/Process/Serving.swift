import Dispatch
import FrontOptions
import JSONRPC
import MCP
import ScreenServer
import StandardIO
import Transports
import ViewModels

/// What the program does with its clients.
extension StdioTransport {
  /// How long the process waits at the end for the reader of the log.
  private static var logTimeout: Duration { .milliseconds(50) }

  /// Serves the client, or those of a socket, and ends the process.
  ///
  /// - Throws: an `OptionError` if the socket cannot be made.
  func run(_ options: Options, _ frontSession: FrontSession) throws(OptionError) -> Never {
    if let path = options.socketPath { try listen(options, path, frontSession) }
    serve(options, frontSession)
  }

  private func serve(_ options: Options, _ frontSession: FrontSession) -> Never {
    let log = options.logs ? SessionLog.standardError : nil
    let client = makeClient(options, frontSession, output, log) { frontSession.app(asking: $0) }
    onExit = { ending in
      // A recording whose replies are lost is cut off.
      let isRecorded = frontSession.end(isCutOff: ending == nil)
      _ = log?.drain(atMost: Self.logTimeout)
      withExtendedLifetime(client) {}
      return isRecorded
    }
    run(client.session, turn: frontSession.turn)
  }

  private func listen(_ options: Options, _ path: String, _ frontSession: FrontSession) throws(OptionError) -> Never {
    let log = options.logs ? SessionLog.standardError : nil
    do throws(SocketFailure) {
      let sockets = try SocketTransport(name: name, path: path)
      sockets.onExit = {
        let isRecorded = frontSession.end()
        _ = log?.drain(atMost: Self.logTimeout)
        return isRecorded
      }
      sockets.run { [self] output in makeClient(options, frontSession, output, log) { frontSession.makeApp(asking: $0) }
      }
    } catch {
      throw OptionError("--listen: \(error.message)")
    }
  }

  private func makeClient(
    _ options: Options, _ frontSession: FrontSession, _ output: any Output, _ log: Writer?,
    _ makeApp: @escaping @MainActor (_ services: ClientServices) -> AppCore
  ) -> SocketTransport.Client {
    let client: SocketTransport.Client
    let services = ClientServices(Options.front.app.services, isAsked: frontSession.asksClient)
    switch options.wireProtocol {
    case .screens:
      let server = ScreenServer(
        output: output, framing: options.framing, name: name, version: Options.number, services: services
      ) { makeApp(services) }
      client = SocketTransport.Client(server.session, keeping: server)
    case .mcp:
      let server = MCPServer(
        output: output, name: name, version: Options.number, offersSecrets: options.offersSecrets
      ) { makeApp(services) }
      client = SocketTransport.Client(server.session, keeping: server)
    }
    if let log {
      let log = SessionLog(write: log.send)
      client.session.onUnreadable = { log.refused($0, size: $1) }
      client.session.onMessage = { log.began($0) }
    }
    return client
  }
}
