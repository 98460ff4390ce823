import ClientGenerator
import Foundation
import FrontOptions
import JSONRPC
import Library
import MCP
import ScreenServer
import StandardIO
import Transports

let transport = StdioTransport(name: "library-stdio")
let front = Front(
  "library-stdio", version: "1.0", app: .library, hasClient: true,
  own: [
    CommandOption("--client", .choice("LANGUAGE", ["python", "typescript"]), "print a client, in one file"),
    CommandOption("--listen", .file("PATH"), "serve clients at a Unix socket"),
    CommandOption("--protocol", .choice("NAME", ["screens", "mcp"]), "what is spoken; \"mcp\" is for assistants"),
  ])
var speaksMCP = false
var socketPath: String?

/// The server of one client, over a pipe or a socket.
@MainActor func serve(
  _ session: FrontSession, _ output: any Output, speaksMCP: Bool, readFile: FileReader? = nil,
  _ app: @escaping @MainActor (ClientServices) -> AppCore
) -> SocketTransport.Client {
  if speaksMCP {
    let services = ClientServices([], isAsked: false)
    let server = MCPServer(output: output, name: front.name, version: front.version) { app(services) }
    return SocketTransport.Client(server.session, keeping: server)
  }
  let services = ClientServices(front.app.services, isAsked: session.asksClient)
  let server = ScreenServer(
    output: output, name: front.name, version: front.version, services: services, readFile: readFile
  ) {
    app(services)
  }
  return SocketTransport.Client(server.session, keeping: server)
}

exit(
  front.serve { option, value in
    if option == "--protocol" { speaksMCP = value == "mcp" }
    if option == "--listen" { socketPath = value }
    guard option == "--client", let language = ClientLanguage(rawValue: value) else { return nil }
    return language.client(
      of: front.app, services: front.app.services, name: front.name, version: front.version)
  } print: { text in
    transport.print(text)
  } run: { session throws(OptionError) in
    let speaksMCP = speaksMCP
    guard let socketPath else {
      let client = serve(
        session, transport.output, speaksMCP: speaksMCP, readFile: { try SmallFile.read($0, limit: $1) }
      ) { session.app(asking: $0) }
      transport.onExit = { session.end(isCutOff: $0 == nil) }
      transport.run(client.session, turn: session.turn)
    }
    do throws(SocketFailure) {
      let sockets = try SocketTransport(name: front.name, path: socketPath)
      sockets.onExit = { session.end() }
      sockets.run { output, _ in serve(session, output, speaksMCP: speaksMCP) { session.makeApp(asking: $0) } }
    } catch {
      throw OptionError("--listen: \(error.message)")
    }
  })
