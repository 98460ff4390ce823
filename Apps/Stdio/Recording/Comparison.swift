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
    let actual = inExpectedOrder
    for (index, said) in expected.enumerated() where index >= actual.count || actual[index] != said.text {
      return difference(said.line, said.text, index < actual.count ? actual[index] : nil)
    }
    // NB: a recording that ends in the middle of a turn may lack what the turn said.
    guard !isCutOff, actual.count > expected.count else { return nil }
    return difference(expected.last?.line ?? turn?.line ?? 1, nil, actual[expected.count])
  }

  /// What was said, with the updates of different instances in the recording's order where nothing else differs.
  private var inExpectedOrder: [ArraySlice<UInt8>] {
    // NB: within a turn everything has its order.
    var updates: [ArraySlice<UInt8>: [ArraySlice<UInt8>]] = [:]
    for line in actual { if let instance = Self.instance(of: line) { updates[instance, default: []].append(line) } }
    guard turnCount > 1, updates.count > 1, actual.count >= expected.count else { return actual }
    return actual.indices.map { index in
      guard Self.instance(of: actual[index]) != nil, index < expected.count,
        let instance = Self.instance(of: expected[index].text), updates[instance]?.isEmpty == false
      else { return actual[index] }
      return updates[instance]?.removeFirst() ?? actual[index]
    }
  }

  private static let update = Array(#"{"out":{"jsonrpc":"2.0","method":"screen/update","params":{"instance":""#.utf8)

  /// The instance that a line tells an update of.
  private static func instance(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    line.starts(with: update) ? line.dropFirst(update.count).prefix { $0 != UInt8(ascii: "\"") } : nil
  }

  private func difference(
    _ line: Int, _ expected: ArraySlice<UInt8>?, _ actual: ArraySlice<UInt8>?
  ) -> Replay.Difference {
    Replay.Difference(
      line: line, expected: expected.map { String(decoding: $0, as: UTF8.self) },
      actual: actual.map { String(decoding: $0, as: UTF8.self) })
  }
}
