import Foundation
import JSON
import JSONRPC
import Models

/// A recording that was read: what happened to a session, turn by turn, and what it said.
struct Recording {
  /// What the session was started with.
  let header: RecordingHeader
  /// What happened, in order.
  private(set) var turns: [RecordedTurn] = []
  /// The amounts that servers have answered, by request, as far as a frame showed them.
  private(set) var amounts: [Int: Money] = [:]
  /// Whether the end of the session is missing: the program was killed, or the file was cut.
  private(set) var isCutOff = true
  /// The number of the last line that was read.
  private(set) var lastLine = 1

  /// How many frames were written.
  var frameCount: Int { turns.reduce(0) { $0 + $1.frameCount } }

  /// A recording without a line behind the first.
  init(_ header: RecordingHeader) { self.header = header }

  /// Reads a recording.
  ///
  /// - Throws: a `RecordingError`.
  init(_ bytes: [UInt8]) throws(RecordingError) {
    var reader = RecordingReader()
    try reader.read(bytes)
    self = try reader.finish()
  }

  /// Reads the next line; whether it can be one.
  mutating func read(_ line: ArraySlice<UInt8>, number: Int) -> Bool {
    // NB: nothing follows the end.
    guard isCutOff else { return false }
    lastLine = number
    guard let members = try? JSONText(scanning: line, depthLimit: 128), members.kind == .object else { return false }
    func integer(_ name: String) -> Int? { members[name]?.integer() }

    if members["turn"] != nil {
      guard let turn = RecordedTurn(members, line: number, text: line) else { return false }
      turns.append(turn)
      return true
    }
    guard !turns.isEmpty else { return false }
    let turn = turns.count - 1
    if let message = members["in"] {
      if let flaw = members["flaw"]?.string {
        guard let flaw = Arrival.Defect(rawValue: flaw) else { return false }
        turns[turn].arrivals.append(.unreadable(flaw, count: integer("size")))
      } else {
        turns[turn].arrivals.append(.message(message.bytes))
      }
    } else if let request = integer("shown"), let value = members["value"] {
      guard let amount = try? JSONDecoder().decode(Money.self, from: Data(value.bytes)) else { return false }
      amounts[request] = amount
    } else if members["out"] != nil || members["end"] != nil || members["full"] != nil {
      isCutOff = members["end"] == nil
      if members["out"] != nil { turns[turn].frameCount += 1 }
      if members["full"] != nil { turns[turn].isOutputFull = true }
      turns[turn].said.append(Said(line: number, text: line))
    } else {
      return false
    }
    return true
  }
}

/// What happened at once, and what the session said to it.
struct RecordedTurn {
  /// The line of the recording.
  let line: Int
  /// The text of that line.
  let text: ArraySlice<UInt8>
  let turn: Turn
  /// The scheduler's time.
  let uptime: Int
  /// The clock's time.
  let time: Int
  /// The frames that came in, masked.
  var arrivals: [Arrival] = []
  /// What went out.
  var said: [Said] = []
  /// How many frames were written.
  var frameCount = 0
  /// Whether the output was full after them.
  var isOutputFull = false

  /// A turn from the members of its line; `nil` if they make none.
  init?(_ members: JSONText, line: Int, text: ArraySlice<UInt8>) {
    func integer(_ name: String) -> Int? { members[name]?.integer() }
    guard let uptime = integer("at"), let time = integer("time") else { return nil }
    (self.line, self.text, self.uptime, self.time) = (line, text, uptime, time)
    switch members["turn"]?.string {
    case "input": turn = .input
    case "endOfInput": turn = .endOfInput
    case "stop": turn = .stop
    case "inputFailed": turn = .inputFailed
    case "cancelAll": turn = .cancelAll
    case "outputRoom": turn = .outputRoom
    case "job":
      guard let job = integer("job") else { return nil }
      turn = .job(job)
    case "answer":
      guard let request = integer("request"), let answer = members["answer"].flatMap({ ServiceAnswer($0.bytes) }) else {
        return nil
      }
      turn = .answer(request, answer)
    default: return nil
    }
  }
}

/// A line that says what the session said.
struct Said: Equatable {
  var line: Int
  var text: ArraySlice<UInt8>
}
