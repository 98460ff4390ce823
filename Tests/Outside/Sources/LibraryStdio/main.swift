import FrontOptions
import Library
import ScreenServer
import StdioTransport

let transport = StdioTransport(name: "library-stdio")
let screens = AppDefinition.library.screens
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--client",
  let language = ClientLanguage(rawValue: CommandLine.arguments[2])
{
  transport.print(ScreenServer.client(language, name: "library-stdio", version: "1.0", screens: screens))
} else {
  let session = Front("library-stdio", version: "1.0", app: .library).startSynchronously(print: transport.print)
  let server = ScreenServer(output: transport.output, name: "library-stdio", version: "1.0") { session.app }
  transport.onExit = { session.end(isCutOff: $0 == nil) }
  transport.run(server.session, turn: session.turn)
}
