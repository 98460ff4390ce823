import Foundation
import JSON
import JSONRPC
import Models
import Streams
import ViewModels

/// Writes a session down while it happens: whatever comes to it from outside, and every frame that it says.
///
/// The session's clocks stand still during a turn, and its source of chance is one that can be asked again from the
/// same seed, so the lines of a recording are all that a replay needs. No secret is in them, and no amount that no frame
/// shows.
@MainActor final class Recorder {
  /// What the session was started with.
  let header: RecordingHeader

  private let write: ([UInt8]) -> Void
  private let uptime: () -> Int
  private let clock: () -> Date
  private var secrets = Secrets()
  private lazy var mask = Mask { [unowned self] in secrets.marker(for: $0, $1) }
  private var at = 0
  private var time = 0
  /// A turn that nothing has come of yet: it is written down with the first thing that does.
  private var openTurn: Turn?
  private var isOver = false
  private var jobs = 0
  private var requests = 0
  /// What servers have answered and no frame has shown: a balance may be hidden.
  private var hiddenAmounts: [(request: Int, text: [UInt8])] = []

  private static let mostHidden = 256

  /// A recorder, which writes the first line at once.
  /// - Parameters:
  ///   - uptime: nanoseconds since the session began.
  ///   - clock: the time of day.
  ///   - write: takes a line, with its line feed, and never waits.
  init(
    _ header: RecordingHeader, uptime: @escaping () -> Int, clock: @escaping () -> Date = { Date() },
    write: @escaping ([UInt8]) -> Void
  ) {
    self.header = header
    self.uptime = uptime
    self.clock = clock
    self.write = write
    tick()
    line(header.text)
  }

  // MARK: - What happens

  /// Records an event of a session.
  func observe(_ event: Session.Event) {
    switch event {
    case .input(let input): begin(Turn(input))
    case .arrival(let arrival): arrived(arrival)
    case .written(let frames): said(frames)
    case .outputFull: outputIsFull()
    case .outputRoom: outputHasRoom()
    case .finished(let ending): ended(ending)
    }
  }

  /// Something happens to the session; all until the next call comes of it.
  func begin(_ turn: Turn) {
    tick()
    openTurn = turn
    // NB: bytes may be less than a frame, and room may be less than what is left of one.
    if turn != .input, turn != .outputRoom { tellTurn() }
  }

  /// A frame came in.
  func arrived(_ arrival: Arrival) {
    tellTurn()
    switch arrival {
    case .message(let message): line(RecordingLine.message(mask.text(of: message)))
    case .unreadable(let flaw, let count): line(RecordingLine.flaw(flaw, count: count))
    }
  }

  /// Frames are written, in either framing.
  func said(_ frames: ArraySlice<UInt8>) {
    tellTurn()
    for frame in frames.jsonFrames {
      if !hiddenAmounts.isEmpty { tellAmounts(in: frame) }
      line(RecordingLine.out(frame))
    }
  }

  /// The output has taken less than it was given.
  func outputIsFull() {
    tellTurn()
    line(RecordingLine.full)
  }

  /// The output has taken all that waited.
  func outputHasRoom() { tellTurn() }

  /// The session is over.
  func ended(_ ending: Session.Ending) {
    tellTurn()
    line(RecordingLine.end(ending))
    isOver = true
  }

  private func tellTurn() {
    if let turn = openTurn { line(RecordingLine.turn(turn, uptime: at, time: time)) }
    openTurn = nil
  }

  private func line(_ text: [UInt8]) {
    // NB: what still happens until the process is gone belongs to no session.
    if !isOver { write(text + "\n".utf8) }
  }

  private func tick() {
    at = uptime()
    time = Int((clock().timeIntervalSince1970 * 1_000).rounded(.down))
  }

  // MARK: - What the session asks for

  /// The time of the turn, in nanoseconds since the session began.
  var turnUptime: Int { at }

  /// The turn's time of day.
  var turnDate: Date { Date(milliseconds: time) }

  /// The number of a job that is being scheduled.
  func nextJob() -> Int {
    jobs += 1
    return jobs
  }

  /// The number of a request that is being made.
  func nextRequest() -> Int {
    requests += 1
    return requests
  }

  // MARK: - Amounts

  /// A server has answered an amount, which may have to be hidden.
  func hide(_ amount: Money, of request: Int) {
    let text = amount.json
    if hiddenAmounts.count >= Self.mostHidden { hiddenAmounts.removeFirst() }
    hiddenAmounts.append((request, text))
  }

  private func tellAmounts(in frame: ArraySlice<UInt8>) {
    hiddenAmounts.removeAll { amount in
      guard frame.contains(amount.text) else { return false }
      line(RecordingLine.shown(amount.request, amount.text))
      return true
    }
  }
}

extension Date {
  /// A date of so many milliseconds since 1970.
  init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

extension ArraySlice<UInt8> {
  /// The JSON texts of frames that this program has made.
  fileprivate var jsonFrames: [ArraySlice<UInt8>] {
    var frames: [ArraySlice<UInt8>] = []
    var rest = self
    while let first = rest.first {
      if first == UInt8(ascii: "C") {
        let count = rest.dropFirst("Content-Length: ".utf8.count).prefix { $0 != 0x0D }
        rest = rest.drop { $0 != 0x0A }.dropFirst(3)
        frames.append(rest.prefix(Int(String(decoding: count, as: UTF8.self)) ?? rest.count))
        rest = rest.dropFirst(frames[frames.count - 1].count)
      } else {
        frames.append(rest.prefix { $0 != 0x0A })
        rest = rest.dropFirst(frames[frames.count - 1].count + 1)
      }
    }
    return frames
  }
}
