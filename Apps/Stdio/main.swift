import ClientGenerator
import FrontOptions
import ScreenServer
import StandardIO
import Transports
import ViewModels

// NB: before anything else runs, so that nothing but frames can reach the standard output.
let transport = StdioTransport(name: Options.name)
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  switch options.task {
  case .print(let text): transport.print(text)
  case .openRPC:
    transport.print(
      ScreenServer.openRPC(
        name: Options.name, version: Options.number, screens: AppCore.screens, services: Options.front.app.services))
  case .schema:
    transport.print(
      ScreenServer.schema(
        name: Options.name, version: Options.number, screens: AppCore.screens, services: Options.front.app.services))
  case .client(let language):
    transport.print(
      language.client(
        of: AppCore.screens, services: Options.front.app.services, name: Options.name, version: Options.number))
  case .screens: transport.print(ScreenReference(of: AppCore.screens, command: "\(Options.name) --screens").text)
  case .run: try transport.run(options)
  }
} catch {
  transport.report(error.message)
  CurrentProcess.exit(2)
}
