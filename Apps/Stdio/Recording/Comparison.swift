import JSON

/// Finds the first line in which a replay differs from its recording.
///
/// What the jobs of one group say is compared when all of them have run. A notification center tells its observers in no
/// order, so the updates of two instances that hear of one event may change places there; each instance's own must
/// not.
struct Comparison {
  private var group: Int?
  private var turn: RecordedTurn?
  private var turnCount = 0
  private var expected: [Said] = []
  private var actual: [ArraySlice<UInt8>] = []
  private var isCutOff = false

  /// Takes what a turn's lines say, and what the replay said; the difference in what came before, if there is one.
  mutating func add(
    _ turn: RecordedTurn, _ actual: [ArraySlice<UInt8>], group: Int, isCutOff: Bool
  ) -> Replay.Difference? {
    if group != self.group {
      if let difference = finish() { return difference }
      self.group = group
      (expected, self.actual, turnCount) = ([], [], 0)
    }
    self.turn = turn
    turnCount += 1
    self.isCutOff = isCutOff
    expected += turn.said
    self.actual += actual
    return nil
  }

  /// The difference in what was taken last.
  func finish() -> Replay.Difference? {
    if expected.count == actual.count, zip(expected, actual).allSatisfy({ $0.text == $1 }) { return nil }
    let wanted = expected.map { Line(text: $0.text) }
    let found = inOrder(of: wanted)
    for (index, said) in expected.enumerated()
    where index >= found.count || found[index].canonical != wanted[index].canonical {
      return difference(said.line, said.text, index < found.count ? found[index].text : nil)
    }
    // NB: a recording that ends in the middle of a turn may lack what the turn said.
    guard !isCutOff, found.count > expected.count else { return nil }
    return difference(expected.last?.line ?? turn?.line ?? 1, nil, found[expected.count].text)
  }

  /// A line, and what counts of it.
  private struct Line {
    let text: ArraySlice<UInt8>
    let canonical: [UInt8]
    /// The instance that the line is an update of.
    let instance: [UInt8]?

    init(text: ArraySlice<UInt8>) {
      self.text = text
      canonical = JSONText(scanned: text).canonical
      let update = Array(#"{"out":{"jsonrpc":"2.0","method":"screen/update","params":{"instance":""#.utf8)
      instance =
        canonical.starts(with: update)
        ? Array(canonical.dropFirst(update.count).prefix { $0 != UInt8(ascii: "\"") }) : nil
    }
  }

  /// What was said, with the updates of different instances in the recording's order where nothing else differs.
  private func inOrder(of wanted: [Line]) -> [Line] {
    let found = actual.map { Line(text: $0) }
    // NB: within a turn everything has its order.
    var updates: [[UInt8]: [Line]] = [:]
    for line in found { if let instance = line.instance { updates[instance, default: []].append(line) } }
    guard turnCount > 1, updates.count > 1, found.count >= wanted.count else { return found }
    return found.indices.map { index in
      guard found[index].instance != nil, index < wanted.count, let instance = wanted[index].instance,
        updates[instance]?.isEmpty == false
      else { return found[index] }
      return updates[instance]?.removeFirst() ?? found[index]
    }
  }

  private func difference(
    _ line: Int, _ expected: ArraySlice<UInt8>?, _ actual: ArraySlice<UInt8>?
  ) -> Replay.Difference {
    Replay.Difference(
      line: line, expected: expected.map { String(decoding: $0, as: UTF8.self) },
      actual: actual.map { String(decoding: $0, as: UTF8.self) })
  }
}
