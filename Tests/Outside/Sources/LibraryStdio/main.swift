import FrontOptions
import Library
import ScreenServer
import StdioTransport

let transport = StdioTransport(name: "library-stdio")
let session = Front("library-stdio", version: "1.0", app: .library).startSynchronously(print: transport.print)
let server = ScreenServer(output: transport.output, name: "library-stdio", version: "1.0") { session.app }
transport.onExit = { session.end(isCutOff: $0 == nil) }
transport.run(server.session, turn: session.turn)
