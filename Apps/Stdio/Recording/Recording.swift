import Foundation
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

  /// How many frames went out.
  var frameCount: Int { turns.reduce(0) { $0 + $1.said.count } - (isCutOff ? 0 : 1) }

  /// Reads a recording. A last line that is not whole is left out.
  ///
  /// - Throws: a `RecordingError`.
  init(_ bytes: [UInt8]) throws(RecordingError) {
    var rest = bytes[...]
    guard let first = rest.takeLine() else { throw .noRecording }
    header = try RecordingHeader(first)
    while let line = rest.takeLine() {
      guard isCutOff, read(line, number: lastLine + 1) else { throw .damaged(line: lastLine + 1) }
      lastLine += 1
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, number: Int) -> Bool {
    guard let list = JSONMembers(scanning: line) else { return false }
    var members: [String: ArraySlice<UInt8>] = [:]
    for member in list { members[String(decoding: member.name, as: UTF8.self)] = member.value }
    func integer(_ name: String) -> Int? { members[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    if members["turn"] != nil {
      guard let turn = RecordedTurn(members, line: number, text: line) else { return false }
      turns.append(turn)
      return true
    }
    guard !turns.isEmpty else { return false }
    let turn = turns.count - 1
    if let message = members["in"] {
      if let flaw = members["flaw"]?.jsonStringValue {
        guard let flaw = Arrival.Flaw(rawValue: flaw) else { return false }
        turns[turn].arrivals.append(.flawed(flaw, count: integer("size")))
      } else {
        turns[turn].arrivals.append(.message(message))
      }
    } else if let request = integer("shown"), let value = members["value"] {
      guard let amount = try? JSONDecoder().decode(Money.self, from: Data(value)) else { return false }
      amounts[request] = amount
    } else if members["out"] != nil || members["end"] != nil {
      isCutOff = members["end"] == nil
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

  /// A turn from the members of its line; `nil` if they make none.
  init?(_ members: [String: ArraySlice<UInt8>], line: Int, text: ArraySlice<UInt8>) {
    func integer(_ name: String) -> Int? { members[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
    guard let uptime = integer("at"), let time = integer("time") else { return nil }
    (self.line, self.text, self.uptime, self.time) = (line, text, uptime, time)
    switch members["turn"]?.jsonStringValue {
    case "input": turn = .input
    case "endOfInput": turn = .endOfInput
    case "stop": turn = .stop
    case "cancelAll": turn = .cancelAll
    case "job":
      guard let job = integer("job") else { return nil }
      turn = .job(job)
    case "answer":
      guard let request = integer("request"), let answer = members["answer"].flatMap(ServiceAnswer.init) else {
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

extension ArraySlice<UInt8> {
  /// Takes the next line, without its line feed; `nil` if there is no whole one.
  fileprivate mutating func takeLine() -> ArraySlice<UInt8>? {
    guard let end = firstIndex(of: 0x0A) else { return nil }
    defer { self = self[(end + 1)...] }
    return self[..<end]
  }
}
