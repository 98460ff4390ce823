import Foundation
import JSON

/// What starts a turn of a session. One turn happens at a time, and everything else follows from it.
enum Turn {
  /// The front does something to the app.
  case input
  /// A job of the main scheduler runs: the n-th that was scheduled.
  case job(Int)
  /// A service answers the n-th request, with a value or a failure as JSON.
  case answer(Int, operation: String, isFailure: Bool, [UInt8])
}

/// The clocks of a session, which stand still during a turn.
@MainActor final class TurnClock {
  /// Nanoseconds since the session began.
  private(set) var uptime = 0
  /// Milliseconds since 1970.
  private(set) var time = 0
  /// How many turns have begun.
  private(set) var turn = 0

  func begin(uptime: Int, time: Int) {
    (self.uptime, self.time) = (uptime, time)
    turn += 1
  }

  nonisolated var now: @Sendable () -> Date {
    { [self] in MainActor.assumeIsolated { Date(timeIntervalSince1970: Double(time) / 1_000) } }
  }
}

/// The texts of a recording's lines. Each is one JSON object.
///
/// The line of a turn precedes what belongs to the turn: what the front did, and what came of it.
enum RecordingLine {
  static let end = object(["end": "true".utf8])

  static func turn(_ turn: Turn, uptime: Int, time: Int) -> [UInt8] {
    let (at, time) = (uptime.json, time.json)
    switch turn {
    case .input: return object(["at": at, "time": time, "turn": "input".json])
    case .job(let number): return object(["at": at, "job": number.json, "time": time, "turn": "job".json])
    case .answer(let number, let operation, let isFailure, let value):
      return object([
        "at": at, "operation": operation.json, "request": number.json, "time": time, "turn": "answer".json,
        isFailure ? "failure" : "value": value,
      ])
    }
  }

  static func open(_ instance: String, screen: String, parameters: [UInt8]) -> [UInt8] {
    object(["open": instance.json, "params": parameters, "screen": screen.json])
  }

  static func event(_ event: [UInt8], instance: String) -> [UInt8] {
    object(["event": event, "instance": instance.json])
  }

  static func close(_ instance: String) -> [UInt8] { object(["close": instance.json]) }

  /// A view model of a closed instance was released after the turn in which the instance was closed.
  static func release(_ instance: String) -> [UInt8] { object(["release": instance.json]) }

  static func application(_ event: [UInt8]) -> [UInt8] { object(["application": event]) }

  static func state(_ state: [UInt8], revision: Int, instance: String) -> [UInt8] {
    object(["instance": instance.json, "rev": revision.json, "state": state])
  }

  /// A command line of the front, in parts: texts and masked secrets; `nil` if it failed.
  static func command(_ parts: [[UInt8]]?) -> [UInt8] {
    var writer = JSONWriter()
    if let parts { writer.array { for part in parts { $0.raw(part) } } } else { writer.null() }
    return object(["command": writer.bytes])
  }

  static func output(_ line: String) -> [UInt8] { object(["print": line.json]) }

  /// A part of an answer that was hidden until a state shows it.
  static func shown(_ request: Int, _ value: [UInt8]) -> [UInt8] { object(["shown": request.json, "value": value]) }

  static func object(_ members: KeyValuePairs<String, some Sequence<UInt8>>) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in members {
        writer.name(name)
        writer.raw(value)
      }
    }
    return writer.bytes
  }
}
