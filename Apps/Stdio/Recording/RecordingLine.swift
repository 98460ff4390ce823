import JSONRPC
import Models
import Services

/// What began a turn of the session: one thing at a time happens to it, and all else follows.
enum Turn: Equatable {
  /// Bytes came, and with them at least one frame.
  case input
  /// The input ended.
  case endOfInput
  /// A signal asked to stop.
  case stop
  /// The input could not be read any more.
  case inputFailed
  /// The time for what was in flight was over.
  case cancelAll
  /// The output, which was full, took more.
  case outputRoom
  /// A job of the main scheduler ran: the one that was scheduled as the n-th.
  case job(Int)
  /// A server's answer came, to the n-th request.
  case answer(Int, ServiceAnswer)
}

/// The lines of a recording, behind the first one.
///
/// A turn's line comes before what belongs to the turn: the frames that came in, and those that went out.
enum RecordingLine {
  /// A turn.
  /// - Parameters:
  ///   - uptime: the scheduler's time, in nanoseconds since the session began.
  ///   - time: the clock's time, in milliseconds since 1970.
  static func turn(_ turn: Turn, uptime: Int, time: Int) -> [UInt8] {
    var text = Array("{".utf8)
    if case .answer(_, let answer) = turn { text += #""answer":"#.utf8 + answer.text + ",".utf8 }
    text += #""at":\#(uptime),"#.utf8
    if case .job(let number) = turn { text += #""job":\#(number),"#.utf8 }
    if case .answer(let number, _) = turn { text += #""request":\#(number),"#.utf8 }
    text += #""time":\#(time),"turn":"\#(turn.name)"}"#.utf8
    return text
  }

  /// A message that came in, masked.
  static func message(_ masked: [UInt8]) -> [UInt8] { Array(#"{"in":"#.utf8) + masked + "}".utf8 }

  /// A frame that came in and cannot be understood: no byte of it.
  static func flaw(_ flaw: Arrival.Defect, count: Int?) -> [UInt8] {
    let size = count.map { #","size":\#($0)"# } ?? ""
    return Array(#"{"flaw":"\#(flaw.rawValue)","in":null\#(size)}"#.utf8)
  }

  /// A frame that went out.
  static func out(_ frame: ArraySlice<UInt8>) -> [UInt8] { Array(#"{"out":"#.utf8) + frame + "}".utf8 }

  /// The output is full: what else is sent waits until it has room.
  static let full = Array(#"{"full":true}"#.utf8)

  /// The amount that a server has answered to a request, once a frame shows it.
  static func shown(_ request: Int, _ amount: [UInt8]) -> [UInt8] {
    Array(#"{"shown":\#(request),"value":"#.utf8) + amount + "}".utf8
  }

  /// The end of the session.
  static func end(_ ending: Session.Ending) -> [UInt8] {
    let name =
      switch ending {
      case .endOfInput: "endOfInput"
      case .framingLost: "framingLost"
      case .inputFailed: "inputFailed"
      case .exit: "exit"
      }
    return Array(#"{"end":"\#(name)","exit":\#(ending.exitCode)}"#.utf8)
  }
}

extension Turn {
  /// The turn that an input begins.
  init(_ input: Session.Input) {
    self =
      switch input {
      case .bytes, .frames: .input
      case .endOfInput: .endOfInput
      case .stop: .stop
      case .inputFailed: .inputFailed
      case .outputHasRoom: .outputRoom
      case .cancelAll: .cancelAll
      }
  }

  fileprivate var name: String {
    switch self {
    case .input: "input"
    case .endOfInput: "endOfInput"
    case .stop: "stop"
    case .inputFailed: "inputFailed"
    case .cancelAll: "cancelAll"
    case .outputRoom: "outputRoom"
    case .job: "job"
    case .answer: "answer"
    }
  }
}
