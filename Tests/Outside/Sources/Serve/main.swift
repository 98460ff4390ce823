import ScreenServer
import Transports
import ViewModels

let transport = StdioTransport(name: "outside")
let server = ScreenServer(output: transport.output) {
  AppCore(.live(backend: .mock()), AppDefinition(screens: AppCore.screens + [AnyScreen(.tally)]))
}
transport.run(server.session)
