import Foundation
import JSONRPC
import Models
import Services
import ViewModels

/// Runs a recorded session again, without waiting and without a network: what happened to it happens in the same order,
/// and what it says is compared.
@MainActor final class Replay {
  /// The first frame that is not what it was.
  struct Difference: Equatable {
    /// The line of the recording.
    var line: Int
    /// What the line says; `nil` if nothing was said there.
    var expected: String?
    /// What would stand there; `nil` if nothing is said.
    var actual: String?
  }

  private let recording: Recording
  private let time = ReplayTime()
  private let said = ReplayOutput()
  private let scheduler: ReplayScheduler
  private let services: ReplayServices
  private let front: Front
  private var secrets = StandInSecrets()
  private lazy var unmask = Mask { [unowned self] value, _ in secrets.text(for: value) }

  /// A replay of a recording.
  init(_ recording: Recording) {
    self.recording = recording
    let (time, said) = (time, said)
    let scheduler = ReplayScheduler(time)
    self.scheduler = scheduler
    let services = ReplayServices(amounts: recording.amounts)
    self.services = services
    front = Front(output: said) {
      let world = RecordedWorld(header: recording.header) { MainActor.assumeIsolated { time.date } }
      return App(world.environment(world.mock(main: scheduler) ?? Backend(services), main: scheduler))
    }
    front.onFinish = { said.end($0) }
  }

  /// Plays all of it; the first difference, or `nil` if there is none.
  func run() -> Difference? {
    learnSecrets()
    var comparison = Comparison()
    for (index, turn) in recording.turns.enumerated() {
      time.begin(turn, number: index)
      guard let group = play(turn) else {
        return comparison.finish()
          ?? Difference(line: turn.line, expected: String(decoding: turn.text, as: UTF8.self), actual: nil)
      }
      let isLast = recording.isCutOff && index == recording.turns.count - 1
      if let difference = comparison.add(turn, said.take(), group: group, isCutOff: isLast) { return difference }
    }
    return comparison.finish()
  }

  /// Lets a turn happen; `nil` if it cannot. Answers what it belongs to: jobs that were scheduled in one turn are one
  /// group.
  private func play(_ turn: RecordedTurn) -> Int? {
    switch turn.turn {
    case .input: front.receive(arrivals(turn))
    case .endOfInput:
      let arrivals = arrivals(turn)
      front.session.perform {
        front.receive(arrivals)
        front.endOfInput()
      }
    case .stop: front.stop()
    case .cancelAll: front.cancelAll()
    case .job(let number): return scheduler.run(number)
    case .answer(let number, let answer): if !services.answer(number, answer) { return nil }
    }
    return -time.turn - 1
  }

  private func arrivals(_ turn: RecordedTurn) -> [Arrival] {
    turn.arrivals.map { arrival in
      guard case .message(let masked) = arrival else { return arrival }
      return .message(unmask.text(of: masked)[...])
    }
  }

  private func learnSecrets() {
    var learnt = secrets
    let mask = Mask { value, _ in
      learnt.learn(value)
      return nil
    }
    for case .message(let masked) in recording.turns.flatMap(\.arrivals) { _ = mask.text(of: masked) }
    secrets = learnt
  }
}

/// The clocks of a replay: those of the turn.
@MainActor final class ReplayTime {
  private(set) var uptime = 0
  private(set) var date = Date(milliseconds: 0)
  private(set) var turn = 0

  func begin(_ turn: RecordedTurn, number: Int) {
    uptime = turn.uptime
    date = Date(milliseconds: turn.time)
    self.turn = number
  }
}

/// What the session says, as lines of a recording.
private final class ReplayOutput: Output {
  private var lines: [ArraySlice<UInt8>] = []

  func send(_ frames: [UInt8]) {
    lines += frames.split(separator: 0x0A).map { RecordingLine.out($0)[...] }
  }

  func update(_ key: String, _ frame: [UInt8]) { send(frame) }

  func end(_ ending: Session.Ending) { lines.append(RecordingLine.end(ending)[...]) }

  /// The lines since the last look.
  func take() -> [ArraySlice<UInt8>] {
    defer { lines = [] }
    return lines
  }
}
