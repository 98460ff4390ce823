import Foundation
import FrontOptions
import ScreenServer
import Services

@testable import ServerSupport
@testable import Stdio

/// A front whose session is written down, played in process as text.
@MainActor final class RecordedStage {
  let server: ScreenServer
  let scheduler = HandScheduler()
  private let transcript = Transcript()
  private let lines: Lines

  @MainActor private final class Lines {
    var text = ""
  }

  /// A front with the mock that the options name, or with a backend that stands for a server.
  /// - Parameter output: where the frames go; to the stage's own transcript unless told otherwise.
  init(
    _ options: Options = Options(), output: (any Output)? = nil, server makeServer: ((HandScheduler) -> Backend)? = nil
  ) {
    let lines = Lines()
    self.lines = lines
    var options = options
    if makeServer != nil { options.backend.url = URL(string: "http://localhost") }
    let scheduler = scheduler
    server = ScreenServer.recorded(
      options, seed: 7, timeZone: .gmt, output: output ?? transcript, main: scheduler,
      clock: { ServerStage.date + Double(scheduler.now.dispatchTime.uptimeNanoseconds) / 1e9 },
      backend: makeServer?(scheduler),
      write: { line in lines.text += String(decoding: line, as: UTF8.self) })
  }

  /// Options with a slow mock.
  static func slow(_ latency: Int = 100, failures: MockFailures = []) -> Options {
    var options = Options()
    options.backend = BackendOptions(latency: latency, failures: failures)
    return options
  }

  /// What was written down.
  var recording: String { lines.text }

  /// Says lines, all in one chunk; answers what comes of them at once.
  @discardableResult
  func say(_ lines: String...) -> [String] { say(Array((lines.joined(separator: "\n") + "\n").utf8)) }

  /// Says bytes, in one chunk.
  @discardableResult
  func say(_ bytes: [UInt8]) -> [String] {
    server.receive(bytes)
    return transcript.take()
  }

  /// Lets time pass.
  @discardableResult
  func wait(_ milliseconds: Int = 0) -> [String] {
    scheduler.advance(by: milliseconds)
    return transcript.take()
  }

  /// Ends the session.
  func end() { server.session.endOfInput() }

  /// The first difference of a replay; `nil` if all frames are equal.
  func replay() throws -> Replay.Difference? { Replay(try Recording(Array(recording.utf8))).run() }
}

/// The first difference of a replay of a recording; `nil` if all frames are equal.
@MainActor func replay(_ recording: String) throws -> Replay.Difference? {
  Replay(try Recording(Array(recording.utf8))).run()
}
