import AppTesting
import Foundation
import JSONRPC
import Recording
import ScreenServer
import Services
import StreamsTesting
import ViewModels

@testable import ServerSupport
@testable import Stdio

/// A server whose session is recorded, played in process as text.
@MainActor final class RecordedStage {
  let server: ScreenServer
  let scheduler = TestScheduler()
  private let recorder: Recorder
  private let transcript = Transcript()
  private let lines: Lines

  @MainActor private final class Lines {
    var text = ""
  }

  /// A server with a mock.
  ///
  /// - Parameter output: where the frames go; to the stage's transcript by default.
  init(_ mock: SessionConfiguration.Mock = .init(), output: (any Output)? = nil) {
    let lines = Lines()
    self.lines = lines
    let main = scheduler.mainQueue
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: mock, seed: 7, timeZone: .gmt),
      main: main,
      clock: { ServerStage.date + Double(main.now.dispatchTime.uptimeNanoseconds) / 1e9 - 0.999 },
      write: { lines.text += String(decoding: $0, as: UTF8.self) })
    self.recorder = recorder
    server = ScreenServer(output: output ?? transcript) { recorder.makeApp(.tributary) }
    server.session.onFinish = { _ in recorder.end() }
  }

  /// A slow mock.
  static func slow(_ latency: Int = 100) -> SessionConfiguration.Mock { .init(latency: .milliseconds(latency)) }

  /// What was recorded.
  var recording: String { lines.text }

  /// Says lines, all in one chunk, and returns what comes of them at once.
  @discardableResult
  func say(_ lines: String...) -> [String] { say(Array((lines.joined(separator: "\n") + "\n").utf8)) }

  /// Says bytes, in one chunk.
  @discardableResult
  func say(_ bytes: [UInt8]) -> [String] {
    recorder.turn { server.receive(bytes) }
    return transcript.take()
  }

  /// Lets time pass.
  @discardableResult
  func wait(_ milliseconds: Int = 0) -> [String] {
    scheduler.advance(by: .milliseconds(milliseconds))
    return transcript.take()
  }

  /// Ends the session.
  func end() { recorder.turn(server.session.endOfInput) }

  /// The first difference of a replay; `nil` if all states are equal.
  func replay() async throws -> Replay.Difference? {
    await Replay(try Recording(Array(recording.utf8)), .tributary).run()
  }
}
