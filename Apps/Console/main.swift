import Foundation
import FrontOptions
import StandardIO

Descriptor.openMissingStandardDescriptors()
Signals.ignoreBrokenPipe()
Ending.restoreEchoWhenInterrupted()
let options: Options
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  StandardStream.error.write("tributary-console: \(error.message)\n")
  exit(2)
}
switch options.task {
case .help: StandardStream.output.write(Options.help + "\n")
case .version: StandardStream.output.write(Options.version + "\n")
case .run:
  let front = ConsoleFront(options)
  Task {
    await front.run()
    exit(front.exitCode(strict: options.strict))
  }
  // NB: unlike a dispatch main, a run loop serves timers and `RunLoop.main` as well.
  RunLoop.main.run()
}
