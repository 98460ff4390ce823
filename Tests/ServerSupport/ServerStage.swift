import AppTesting
import Dispatch
import Foundation
import JSON
import Models
import ScreenServer
import Services
import StreamsExtras
import StreamsTesting
import ViewModels

/// A screen server with a deterministic app, driven in process as text: a line in, its frames out.
@MainActor final class ServerStage {
  let server: ScreenServer
  let scheduler = TestScheduler()
  private let transcript = Transcript()

  /// 2026-11-20 15:04:05 UTC.
  nonisolated static let date = Date(timeIntervalSince1970: 1_795_187_045)

  // NB: of its first 600 numbers for the counter no two neighbours are equal, so each of them is an update.
  private static let generator = SeededGenerator(seed: 52_851)

  /// How the conversation ended, once every request is answered.
  private(set) var ending: Session.Ending?

  /// A server whose backend takes `latency` milliseconds, and whose frames go to the transcript by default.
  init(
    latency: Int? = nil, failures: RequestFailures = [], limits: Limits = Limits(), framing: Framing = .lines,
    output: (any Output)? = nil, screens: [AnyScreen] = AppCore.screens, definition: AppDefinition? = nil
  ) {
    let scheduler = scheduler
    server = ScreenServer(output: output ?? transcript, framing: framing, limits: limits, name: "core", version: "1.0")
    {
      let now = { @Sendable in Self.date }
      let world = MockWorld(now: now, random: Self.generator)
      let main = scheduler.mainQueue
      var environment = AppEnvironment(main: main, now: now, random: RandomSource(Self.generator))
      environment.backend = .mock(
        world: world, latency: .milliseconds(latency ?? 0), failures: failures, scheduler: main)
      environment.timeZone = .gmt
      return AppCore(environment, definition ?? AppDefinition(screens: screens))
    }
    server.session.onFinish = { [weak self] in self?.ending = $0 }
  }

  /// Sends lines, all in one chunk. Returns the frames that are written at once.
  @discardableResult
  func say(_ lines: String...) -> [String] {
    server.receive(Array((lines.joined(separator: "\n") + "\n").utf8))
    return transcript.take()
  }

  /// Advances the time. Returns the frames that are written meanwhile.
  @discardableResult
  func wait(_ milliseconds: Int = 0) -> [String] {
    scheduler.advance(by: .milliseconds(milliseconds))
    return transcript.take()
  }

  /// Runs a closure. Returns the frames that it causes.
  @discardableResult
  func watch(_ body: () -> Void) -> [String] {
    body()
    return transcript.take()
  }

  /// Every frame that was written.
  var everything: String { transcript.everything }
}

/// An output that collects frames.
final class Transcript: Output {
  private var fresh: [UInt8] = []
  private(set) var everything = ""

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    fresh += bytes
    return bytes.count
  }

  /// The lines since the last call.
  func take() -> [String] {
    let text = String(decoding: fresh, as: UTF8.self)
    fresh = []
    everything += text
    return text.split(separator: "\n").map(String.init)
  }
}
