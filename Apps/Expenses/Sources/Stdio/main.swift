import ClientGenerator
import Expenses
import FrontOptions
import MCP
import ScreenServer
import Transports

let transport = StdioTransport(name: "expenses-stdio")
let front = Front(
  transport.name, version: "1.0", about: "Serves a journal of expenses to a program over the standard streams.",
  app: .expenses)
let options = [
  CommandOption("--protocol", .choice("NAME", ["screens", "mcp"]), "what is spoken; \"mcp\" is for assistants"),
  CommandOption("--client", .choice("LANGUAGE", ["python", "typescript"]), "print a client, in one file"),
]
var speaksMCP = false

let session = front.startSynchronously(own: options) { option, value in
  if option == "--protocol" { speaksMCP = value == "mcp" }
  guard option == "--client", let language = ClientLanguage(rawValue: value) else { return nil }
  return language.client(of: front.app.screens, name: front.name, version: front.version)
} print: { text in
  transport.print(text)
}
transport.onExit = { session.end(isCutOff: $0 == nil) }
if speaksMCP {
  let server = MCPServer(output: transport.output, name: front.name, version: front.version) { session.app }
  transport.run(server.session, turn: session.turn)
} else {
  let server = ScreenServer(output: transport.output, name: front.name, version: front.version) { session.app }
  transport.run(server.session, turn: session.turn)
}
