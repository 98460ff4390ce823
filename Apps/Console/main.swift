import Foundation
import FrontOptions
import StandardIO
import TextUI
import ViewModels

Descriptor.openMissingStandardDescriptors()
Signals.ignoreBrokenPipe()
Terminal.restoreEchoOnSignals()

let options: Options
do { options = try Options(CommandLine.arguments.dropFirst()) } catch {
  try? Descriptor.standardError.writeAll("tributary-console: \(error.message)\n")
  exit(2)
}
switch options.task {
case .help: try? Descriptor.standardOutput.writeAll(Options.help + "\n")
case .version: try? Descriptor.standardOutput.writeAll(Options.version + "\n")
case .run:
  let core = AppCore(.live(backend: options.backend.makeBackend()))
  let front = TextFront(ConsoleApp(core: core), style: options.plain ? .plain : .standard)
  Task {
    await front.run()
    exit(front.exitCode(strict: options.strict))
  }
  // NB: unlike `dispatchMain`, a run loop also serves timers and `RunLoop.main`.
  RunLoop.main.run()
}
