import Foundation
import JSONRPC
import Models
import ScreenServer
import Services
import StreamsExtras
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
  private let server: ScreenServer
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
    server = ScreenServer(output: said, name: Options.name, version: Options.number) {
      let world = RecordedWorld(header: recording.header) { MainActor.assumeIsolated { time.date } }
      let main = scheduler.eraseToAnyScheduler()
      return AppCore(world.environment(world.mock(main: main) ?? Backend(services), main: main))
    }
    server.session.observe { event in
      switch event {
      case .written(let frames): said.add(frames)
      case .outputFull: said.add(RecordingLine.full)
      case .finished(let ending): said.add(RecordingLine.end(ending))
      case .input, .arrival, .outputRoom: break
      }
    }
  }

  /// Plays all of it; the first difference, or `nil` if there is none.
  func run() -> Difference? {
    learnSecrets()
    var comparison = Comparison()
    for (index, turn) in recording.turns.enumerated() {
      time.begin(turn, number: index)
      said.begin(turn)
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
    let session = server.session
    switch turn.turn {
    case .input: session.handle(.frames(arrivals(turn)))
    case .endOfInput:
      let arrivals = arrivals(turn)
      session.perform {
        session.handle(.frames(arrivals))
        session.handle(.endOfInput)
      }
    case .stop: session.handle(.stop)
    case .inputFailed: session.handle(.inputFailed)
    case .outputRoom: session.handle(.outputHasRoom)
    case .cancelAll: session.handle(.cancelAll)
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

/// What the session says, as lines of a recording. It takes as many frames in a turn as the recorded output did.
private final class ReplayOutput: Output {
  private var lines: [ArraySlice<UInt8>] = []
  /// How many frames there is room for in this turn; `nil` if there is for all.
  private var room: Int?
  /// Whether a frame is begun and not ended.
  private var isFrameOpen = false

  func begin(_ turn: RecordedTurn) { room = turn.isOutputFull ? turn.frameCount : nil }

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    guard var room else {
      isFrameOpen = false
      return bytes.count
    }
    guard room > 0 else { return 0 }
    for index in bytes.indices where bytes[index] == 0x0A {
      if isFrameOpen {
        isFrameOpen = false
        continue
      }
      room -= 1
      if room == 0 {
        // NB: the last byte stays out, so that the output is full also where nothing else waits.
        isFrameOpen = true
        self.room = 0
        return index
      }
    }
    self.room = room
    return bytes.count
  }

  func add(_ frames: ArraySlice<UInt8>) {
    lines += frames.split(separator: 0x0A).map { RecordingLine.out($0)[...] }
  }

  func add(_ line: [UInt8]) { lines.append(line[...]) }

  /// The lines since the last look.
  func take() -> [ArraySlice<UInt8>] {
    defer { lines = [] }
    return lines
  }
}
