import FrontOptions
import ScreenServer
import StandardIO

// NB: before anything else runs, so that nothing but frames can reach the standard output.
Descriptor.openMissingStandardDescriptors()
let output = Descriptor.takeStandardOutput()
Signals.ignoreBrokenPipe()
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  let host = Host(options, output)
  switch options.task {
  case .help: host.print(Options.help)
  case .version: host.print(Options.version)
  case .openRPC:
    host.print(String(decoding: ScreenServer.openRPC(name: Options.name, version: Options.number).json, as: UTF8.self))
  case .client(let language): host.print(ScreenServer.client(language, name: Options.name, version: Options.number))
  case .screens: host.print(ScreenServer.screenReference())
  case .run: try host.run()
  }
} catch {
  Host.complain(error.message)
  CurrentProcess.exit(2)
}
