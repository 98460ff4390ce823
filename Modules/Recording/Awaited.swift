import Words

/// What a turn of a replay waits for, which may not come.
struct Awaited {
  private let line: Int
  private let what: LocalizedText

  /// Something in words, for the sake of a line.
  init(_ line: RecordedLine, _ what: LocalizedText) {
    self.line = line.number
    self.what = what
  }

  /// A request that a recorded answer needs.
  init(_ line: RecordedLine, request operation: String) {
    self.init(line, Words.text("a request of \"\(operation)\""))
  }

  /// A feed that a recorded event needs.
  init(_ line: RecordedLine, feed: String) { self.init(line, Words.text("the feed \"\(feed)\"")) }

  /// The message for people.
  ///
  /// - Parameter seconds: how much longer the replay waits.
  func message(seconds: Double) -> LocalizedText {
    let seconds = Int(seconds.rounded(.up))
    return Words.text(
      "Line \(count: line, isGrouped: false) of the recording: still waiting for \(what), at most \(count: seconds, isGrouped: false) s more."
    )
  }
}
