import Foundation
import FrontOptions
import Recording
import StandardIO
import TextUI
import ViewModels

Descriptor.openMissingStandardDescriptors()
Signals.ignoreBrokenPipe()
CurrentProcess.requireResources(name: Options.name)

@Sendable func complain(_ message: String) { try? Descriptor.standardError.writeAll("\(Options.name): \(message)\n") }

/// Prints a text in place of a session. If that fails, the program ends with 1.
@MainActor func show(_ text: String) {
  let display = Display(Descriptor.standardOutput, style: .plain)
  display.print(text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(String($0)) })
  guard display.isClosed else { return }
  display.problem.map(complain)
  exit(1)
}

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
case .print(let text): show(text)
case .run:
  Task {
    if let recording {
      let isOwn = recording.configuration.front.hasPrefix(Options.name)
      let report = await Replay(recording, .tributary, onWait: complain).report(
        isOwn ? { ConsoleReplay($0, print: $1) } : nil)
      if let summary = report.summary { show(summary) }
      report.problem.map(complain)
      exit(report.exitCode)
    }
    let source: CommandSource? =
      options.commands.isEmpty
      ? script.map { .script(LineReader($0), name: options.script ?? "") } : .commandLine(options.commands)
    let front = TextFront(ConsoleApp(core: session.app), input: source, isPlain: options.plain || options.json)
    front.printsJSON = options.json
    if options.strict { front.stopsAtFailure = true }
    if let recorder = session.recorder { front.record(to: recorder) }
    front.keepHistory(in: HistoryFile(program: Options.name))
    await front.run()
    front.outputProblem.map(complain)
    session.exit(front.exitCode)
  }
  // NB: unlike `dispatchMain`, a run loop also serves timers and `RunLoop.main`.
  RunLoop.main.run()
}
