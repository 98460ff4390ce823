import Expenses
import FrontOptions
import MCP
import ScreenServer
import StdioTransport

// Usage: expenses-stdio [--protocol mcp] [OPTIONS], or expenses-stdio --client python|typescript
let name = "expenses-stdio"
let version = "1.0"
let transport = StdioTransport(name: name)
var arguments = Array(CommandLine.arguments.dropFirst())

if arguments.first == "--client", let language = arguments.last.flatMap(ClientLanguage.init) {
  transport.print(ScreenServer.client(language, name: name, version: version, screens: AppDefinition.expenses.screens))
} else {
  let speaksMCP = arguments.starts(with: ["--protocol", "mcp"])
  if speaksMCP { arguments.removeFirst(2) }
  let front = Front(name, version: version, about: "Serves a journal of expenses as JSON-RPC.", app: .expenses)
  let session = front.startSynchronously(arguments, print: transport.print)
  transport.onExit = { session.end(isCutOff: $0 == nil) }
  if speaksMCP {
    let server = MCPServer(output: transport.output, name: name, version: version) { session.app }
    transport.run(server.session, turn: session.turn)
  } else {
    let server = ScreenServer(output: transport.output, name: name, version: version) { session.app }
    transport.run(server.session, turn: session.turn)
  }
}
