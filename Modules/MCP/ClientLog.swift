import JSONRPC

/// How much something that is logged matters, from the least on.
enum LogLevel: String, CaseIterable, Comparable {
  case debug, info, notice, warning, error, critical, alert, emergency

  static func < (one: LogLevel, other: LogLevel) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a client hears of that is no answer: which screens open and close, and mistakes of the app's code. It hears of nothing
/// that it has not asked for, and no line has a value of a state.
@MainActor final class ClientLog {
  /// From which level on the client has asked to hear of everything; `nil` if it has not.
  var level: LogLevel?
  private let session: Session
  private let name: String

  init(_ session: Session, name: String) {
    self.session = session
    self.name = name
  }

  /// Sends a line to a client that wants it.
  ///
  /// - Parameter requests: The levels that open requests have asked for.
  func send(_ level: LogLevel, _ text: String, requests: [LogLevel?]) {
    guard ([self.level] + requests).contains(where: { $0.map { $0 <= level } ?? false }) else { return }
    session.notify("notifications/message") { [name] in
      $0.member("data", text)
      $0.member("level", level.rawValue)
      $0.member("logger", name)
    }
  }
}
