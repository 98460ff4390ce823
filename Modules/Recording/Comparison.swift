import JSON
import Screens
import Words

/// Compares a replay with its recording, group by group.
///
/// A turn of the front, or an answer, begins a group, and the jobs after it belong to it. A notification center calls its
/// observers in any order, and threads may overtake each other; so in a group the states of different instances may change
/// places. The states of one instance must not.
struct Comparison {
  /// What came of a turn for an instance.
  struct Actual {
    let instance: String
    let line: [UInt8]
    /// The state that the line is about, if it is about one.
    let state: (any ScreenState)?
  }

  private let comparesPrinted: Bool
  private var states = RecordedStates()
  private var turn: RecordedTurn?
  private var expected: [RecordedTurn.Result] = []
  private var actual: [Actual] = []
  /// Printed lines are compared in their order over the whole session.
  private var expectedPrinted: ArraySlice<(line: RecordedLine, text: String)> = []
  private var actualPrinted: ArraySlice<String> = []

  /// - Parameter comparesPrinted: Whether printed lines are compared, too.
  init(comparesPrinted: Bool) { self.comparesPrinted = comparesPrinted }

  /// Whether the group has fewer states in the replay than in the recording.
  var isBehind: Bool { actual.count < expected.count }

  /// What the group lacks; `nil` if it lacks nothing.
  var awaited: Awaited? {
    guard isBehind else { return nil }
    // The states of an instance come in their order.
    let counts = Dictionary(grouping: actual, by: \.instance).mapValues(\.count)
    var seen: [String: Int] = [:]
    let missing = expected.first { result in
      seen[result.instance, default: 0] += 1
      return seen[result.instance, default: 0] > counts[result.instance, default: 0]
    }
    return missing.map { Awaited($0.line, Words.text("a state of \($0.instance)")) }
  }

  /// Begins a turn, and with it a group unless the turn runs a job.
  ///
  /// - Returns: the first difference in the group before it.
  mutating func begin(_ turn: RecordedTurn) -> Replay.Difference? {
    if !turn.runsJob {
      if let difference = compareStates(isCutOff: false) { return first(difference, missingLine) }
      for result in expected { states.read(result) }
      expected = []
      actual = []
    }
    self.turn = turn
    expected += turn.results
    if comparesPrinted { expectedPrinted += turn.printed }
    return nil
  }

  /// Adds what came of the turn.
  mutating func add(_ results: [Actual]) { actual += results }

  /// Whether the session had printed more by the end of the turn.
  ///
  /// - Parameter printed: what the replay has printed since the last comparison.
  func lacksLines(after printed: [String]) -> Bool { expectedPrinted.count > actualPrinted.count + printed.count }

  /// Ends the turn.
  ///
  /// - Returns: the first difference in what was printed.
  mutating func end(_ printed: [String]) -> Replay.Difference? {
    guard let difference = comparePrinted(printed) else { return nil }
    // The group may go on, so only a state that is there counts.
    return first(difference, compareStates(isCutOff: true))
  }

  /// Returns the first difference in the last group, or in what was printed up to its end.
  ///
  /// - Parameters:
  ///   - printed: the lines that the front held back.
  ///   - isCutOff: whether the end may be missing in the recording.
  mutating func finish(_ printed: [String], isCutOff: Bool) -> Replay.Difference? {
    let states = compareStates(isCutOff: isCutOff)
    if let difference = comparePrinted(printed) { return first(states, difference) }
    guard comparesPrinted, !isCutOff, let turn else { return states }
    let surplus = actualPrinted.first.map {
      Replay.Difference(turn.line, expected: nil, actual: RecordingLine.output($0))
    }
    return first(states, missingLine ?? surplus)
  }

  /// The first recorded line that was not printed.
  private var missingLine: Replay.Difference? {
    expectedPrinted.first.map {
      .init($0.line, expected: $0.line.text, actual: nil, reason: Words.text("nothing more is printed"))
    }
  }

  private func first(_ one: Replay.Difference?, _ other: Replay.Difference?) -> Replay.Difference? {
    guard let one, let other else { return one ?? other }
    return other.line < one.line ? other : one
  }

  /// Returns the first difference in the states of the last group.
  private func compareStates(isCutOff: Bool) -> Replay.Difference? {
    // NB: a copy, because what is compared here is compared again when the group goes on, and a patch counts once.
    var states = states
    var rest = actual
    for expected in expected {
      states.read(expected)
      let index = rest.firstIndex { $0.instance == expected.instance }
      if let index, states.isEqual(expected, rest[index]) {
        rest.remove(at: index)
      } else if index != nil || !isCutOff {
        let actual = index.map { rest[$0] } ?? rest.first
        let texts = states.texts(expected, actual)
        return .init(
          expected.line, expected: texts.expected, actual: texts.actual,
          reason: index == nil ? Words.text("\(expected.instance) has no further state") : nil)
      }
    }
    guard let surplus = rest.first, let turn, !isCutOff else { return nil }
    return .init(expected.last?.line ?? turn.line, expected: nil, actual: RecordedStates.short(surplus.line))
  }

  private mutating func comparePrinted(_ actual: [String]) -> Replay.Difference? {
    guard comparesPrinted else { return nil }
    actualPrinted += actual
    while let expected = expectedPrinted.first, let actual = actualPrinted.first {
      guard expected.text.hasSameBytes(as: actual) else {
        return .init(expected.line, expected: expected.line.text, actual: RecordingLine.output(actual))
      }
      expectedPrinted.removeFirst()
      actualPrinted.removeFirst()
    }
    return nil
  }
}
