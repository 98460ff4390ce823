import Foundation
import FrontOptions
import Recording
import StandardIO
import TextUI
import ViewModels

Descriptor.openMissingStandardDescriptors()
Signals.ignoreBrokenPipe()

@Sendable func complain(_ message: String) { try? Descriptor.standardError.writeAll("\(Options.name): \(message)\n") }

let options: Options
let recording: Recording?
let session: FrontSession
let script: Descriptor?
do {
  options = try Options(CommandLine.arguments.dropFirst())
  script = try options.openScript()
  recording = try options.session.openRecording()
  session = try FrontSession(Options.front, options.session, onFailure: complain)
} catch {
  complain(error.message)
  exit(2)
}
switch options.task {
case .help: try? Descriptor.standardOutput.writeAll(Options.help + "\n")
case .version: try? Descriptor.standardOutput.writeAll(Options.front.title + "\n")
case .run:
  Task {
    if let recording {
      let isOwn = recording.configuration.front.hasPrefix(Options.name)
      let report = await Replay(recording, .tributary).report(isOwn ? { ConsoleReplay($0, print: $1) } : nil)
      if let summary = report.summary { try? Descriptor.standardOutput.writeAll(summary + "\n") }
      report.problem.map(complain)
      exit(report.exitCode)
    }
    let source: CommandSource? =
      options.commands.isEmpty
      ? script.map { .script(LineReader($0), name: options.script ?? "") } : .commandLine(options.commands)
    let front = TextFront(ConsoleApp(core: session.app), input: source, isPlain: options.plain)
    if let recorder = session.recorder { front.record(to: recorder) }
    await front.run()
    session.end()
    exit(front.exitCode(strict: options.strict))
  }
  // NB: unlike `dispatchMain`, a run loop also serves timers and `RunLoop.main`.
  RunLoop.main.run()
}
