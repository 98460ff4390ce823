import Foundation
import FrontOptions
import Recording
import StandardIO

Descriptor.openMissingStandardDescriptors()
Signals.ignoreBrokenPipe()
Ending.restoreEchoWhenInterrupted()
let options: Options
var recording: RecordingFile?
var replay: Replay?

func complain(_ message: String) { StandardStream.error.write("tributary-console: \(message)\n") }

do {
  options = try Options(CommandLine.arguments.dropFirst())
  recording = try options.session.recording.map { try RecordingFile($0, onFailure: complain) }
  replay = try options.session.replay.map { Replay(try Recording(file: $0)) }
} catch {
  complain((error as? OptionError)?.message ?? (error as? RecordingError)?.message ?? "")
  exit(2)
}
switch options.task {
case .help: StandardStream.output.write(Options.help + "\n")
case .version: StandardStream.output.write(Options.version + "\n")
case .run:
  if let replay {
    Task {
      let report = await replay.report()
      if let summary = report.summary { StandardStream.output.write(summary + "\n") }
      if let problem = report.problem { complain(problem) }
      exit(report.exitCode)
    }
    RunLoop.main.run()
  }
  let configuration = options.session.configuration(front: Options.version)
  let recorder = recording.map { Recorder(configuration, write: $0.write) }
  let front = ConsoleFront(options, recorder: recorder)
  Task {
    await front.run()
    recorder?.end()
    recording?.finish()
    exit(front.exitCode(strict: options.strict))
  }
  // NB: unlike a dispatch main, a run loop serves timers and `RunLoop.main` as well.
  RunLoop.main.run()
}
