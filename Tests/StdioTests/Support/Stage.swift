import Dispatch
import Foundation
import JSONRPC
import Models
import Services
import StreamsExtras
import ViewModels

@testable import Stdio

/// A front with an app of which nothing is left to chance, played in process as text: a line in, its frames out.
@MainActor final class Stage {
  let front: Front
  let scheduler = HandScheduler()
  private let transcript = Transcript()

  /// 2026-11-20 15:04:05 UTC.
  nonisolated static let date = Date(timeIntervalSince1970: 1_795_187_045)

  /// How the conversation ended, once every request is answered.
  private(set) var ending: Session.Ending?
  /// Whether the conversation has ended with requests in flight.
  private(set) var isGraceGiven = false

  /// A front whose backend takes `latency` milliseconds, and whose frames go to the transcript unless told otherwise.
  init(
    latency: Int? = nil, failures: MockFailures = [], limits: Limits = Limits(), framing: Framing = .lines,
    output: (any Output)? = nil
  ) {
    let scheduler = scheduler
    front = Front(output: output ?? transcript, framing: framing, limits: limits) {
      let now = { @Sendable in Self.date }
      let world = MockWorld(now: now, random: Chance())
      let main = scheduler.eraseToAnyScheduler()
      return AppCore(
        AppEnvironment(
          backend: .mock(world: world, latency: latency ?? 0, failures: failures, scheduler: main), main: main,
          now: now,
          formats: .init(locale: Locale(identifier: "en_US"), timeZone: .gmt, now: now), random: RandomSource(Chance()),
          notificationCenter: NotificationCenter()))
    }
    front.onFinish = { [weak self] in self?.ending = $0 }
    front.onGrace = { [weak self] in self?.isGraceGiven = true }
  }

  /// Says lines, all in one chunk; answers what comes of them at once.
  @discardableResult
  func say(_ lines: String...) -> [String] {
    front.receive(Array((lines.joined(separator: "\n") + "\n").utf8))
    return transcript.take()
  }

  /// Lets time pass; answers what comes meanwhile.
  @discardableResult
  func wait(_ milliseconds: Int = 0) -> [String] {
    scheduler.advance(by: milliseconds)
    return transcript.take()
  }

  /// Does something that is no input; answers what comes of it.
  @discardableResult
  func watch(_ body: () -> Void) -> [String] {
    body()
    return transcript.take()
  }

  /// Everything that was ever sent.
  var everything: String { transcript.everything }
}

/// Everything a front sends, frame by frame.
final class Transcript: Output {
  private var fresh: [UInt8] = []
  private(set) var everything = ""

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    fresh += bytes
    return bytes.count
  }

  /// The lines since the last look.
  func take() -> [String] {
    let text = String(decoding: fresh, as: UTF8.self)
    fresh = []
    everything += text
    return text.split(separator: "\n").map(String.init)
  }
}

/// A source of chance that everybody can foresee.
struct Chance: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
