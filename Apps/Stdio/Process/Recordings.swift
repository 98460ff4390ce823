import Dispatch
import Foundation
import FrontOptions
import JSONRPC
import ScreenServer
import Services
import StandardIO
import Streams
import StreamsExtras
import ViewModels

extension ScreenServer {
  /// A front whose session is written down, with the process's own clocks.
  static func recorded(_ options: Options, to file: RecordingFile, output: any Output) -> ScreenServer {
    recorded(
      options, seed: .random(in: 0 ... .max), output: output, main: DispatchQueue.main, clock: { Date() },
      write: file.write)
  }

  /// A front whose session is written down.
  /// - Parameters:
  ///   - seed: where the numbers of its source of chance come from.
  ///   - main: the main scheduler, and the clock of its jobs.
  ///   - clock: the time of day.
  ///   - backend: the backend, if it is not the one that the options name.
  ///   - write: takes the lines of the recording.
  static func recorded<Main: Scheduler & Sendable>(
    _ options: Options, seed: UInt64, timeZone: TimeZone = .current, output: any Output, main: Main,
    clock: @escaping () -> Date, backend: Backend? = nil, write: @escaping ([UInt8]) -> Void
  ) -> ScreenServer where Main.SchedulerTimeType == DispatchQueue.SchedulerTimeType {
    let start = main.now
    let header = RecordingHeader(options, seed: seed, timeZone: timeZone)
    let recorder = Recorder(header, uptime: { start.distance(to: main.now).magnitude }, clock: clock, write: write)
    let server = ScreenServer(
      output: output, framing: options.framing, name: Options.name, version: Options.number
    ) {
      let world = RecordedWorld(header: header) { MainActor.assumeIsolated { recorder.turnDate } }
      let jobs = RecordingScheduler(main, since: start, recorder).eraseToAnyScheduler()
      let backend =
        world.mock(main: jobs)
        ?? Backend(RecordingServices(backend ?? options.backend.makeBackend(), main: main, recorder))
      return AppCore(world.environment(backend, main: jobs))
    }
    server.session.observe { recorder.observe($0) }
    return server
  }
}

extension Host {
  /// Runs a recorded session again, tells what came of it, and leaves the process.
  ///
  /// - Throws: an `OptionError` if the file is no recording.
  func replay(_ path: String) throws(OptionError) {
    let recording = try RecordingFile.read(path)
    if let difference = Replay(recording).run() {
      Self.tell(difference.message)
      CurrentProcess.exit(1)
    }
    print("All \(recording.frameCount) frames are equal.")
    if recording.isCutOff {
      Self.tell("The recording is cut off after line \(recording.lastLine).")
      CurrentProcess.exit(4)
    }
  }

  /// Writes to the standard error, and waits until that is done: there is no front that could be kept waiting.
  private static func tell(_ message: String) {
    FileHandle.standardError.write(Data("\(Options.name): \(message)\n".utf8))
  }
}

extension Replay.Difference {
  /// What to tell the user.
  var message: String {
    """
    Line \(line) of the recording differs.
    expected: \(expected ?? "nothing more")
    actual:   \(actual ?? "nothing")
    """
  }
}
