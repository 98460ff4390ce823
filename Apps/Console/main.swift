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
let file: RecordingFile?
let script: Descriptor?
do {
  options = try Options(CommandLine.arguments.dropFirst())
  script = try options.openScript()
  (recording, file) = try options.session.openFiles(onFailure: complain)
} catch {
  complain(error.message)
  exit(2)
}
switch options.task {
case .help: try? Descriptor.standardOutput.writeAll(Options.help + "\n")
case .version: try? Descriptor.standardOutput.writeAll(Options.version + "\n")
case .run:
  Task {
    if let recording {
      let isOwn = recording.configuration.front.hasPrefix(Options.name)
      let report = await Replay(recording).report(isOwn ? { ConsoleReplay($0, print: $1) } : nil)
      if let summary = report.summary { try? Descriptor.standardOutput.writeAll(summary + "\n") }
      report.problem.map(complain)
      exit(report.exitCode)
    }
    let configuration = options.session.configuration(front: Options.version)
    let server = options.session.backend.server
    let recorder = file.map { Recorder(configuration, write: $0.write) }
    let core = recorder?.makeApp(server: server) ?? configuration.makeApp(server: server)
    let source: CommandSource? =
      options.commands.isEmpty
      ? script.map { .script(LineReader($0), name: options.script ?? "") } : .commandLine(options.commands)
    let front = TextFront(ConsoleApp(core: core), input: source, isPlain: options.plain)
    recorder.map(front.record)
    await front.run()
    recorder?.end()
    file?.finish()
    exit(front.exitCode(strict: options.strict))
  }
  // NB: unlike `dispatchMain`, a run loop also serves timers and `RunLoop.main`.
  RunLoop.main.run()
}
