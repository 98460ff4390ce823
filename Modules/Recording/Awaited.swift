/// What a turn of a replay waits for, which may not come.
struct Awaited {
  private let line: Int
  private let what: String

  /// Something in words, for the sake of a line.
  init(_ line: RecordedLine, _ what: String) {
    self.line = line.number
    self.what = what
  }

  /// A request that a recorded answer needs.
  init(_ line: RecordedLine, request operation: String) {
    self.init(line, "a request of \"\(operation)\"")
  }

  /// A feed that a recorded event needs.
  init(_ line: RecordedLine, feed: String) { self.init(line, "the feed \"\(feed)\"") }

  /// The message for people.
  ///
  /// - Parameter seconds: how much longer the replay waits.
  func message(seconds: Double) -> String {
    "Line \(line) of the recording: still waiting for \(what), at most \(Int(seconds.rounded(.up))) s more."
  }
}
