import ClientGenerator
import Expenses
import Foundation
import FrontOptions
import MCP
import ScreenServer
import Transports

let transport = StdioTransport(name: "expenses-stdio")
let front = Front(
  transport.name, version: "1.0", about: "Serves a journal of expenses to a program over the standard streams.",
  app: .expenses,
  own: [
    CommandOption("--protocol", .choice("NAME", ["screens", "mcp"]), "what is spoken; \"mcp\" is for assistants"),
    CommandOption("--client", .choice("LANGUAGE", ["python", "typescript"]), "print a client, in one file"),
  ])
var speaksMCP = false

exit(
  front.serve { option, value in
    if option == "--protocol" { speaksMCP = value == "mcp" }
    guard option == "--client" else { return nil }
    return ClientLanguage(rawValue: value)?
      .client(of: front.app.screens, name: front.name, version: front.version)
  } print: { text in
    transport.print(text)
  } run: { session in
    transport.onExit = { session.end(isCutOff: $0 == nil) }
    if speaksMCP {
      let server = MCPServer(output: transport.output, name: front.name, version: front.version) { session.app }
      transport.run(server.session, turn: session.turn)
    } else {
      let server = ScreenServer(output: transport.output, name: front.name, version: front.version) { session.app }
      transport.run(server.session, turn: session.turn)
    }
  })
