import JSON

/// The states of a recording, as far as a replay has read them: a line has a whole state, or what has changed since the
/// line before it.
struct RecordedStates {
  private struct State {
    var whole: JSONText
    /// What has changed since then.
    var patches: [JSONText] = []
  }

  /// Longer lines are not repeated in a message.
  private static let longestLine = 2_000

  private var states: [String: State] = [:]

  /// Reads the next line about an instance.
  mutating func read(_ result: RecordedTurn.Result) {
    let text = result.line.text
    if let whole = text["state"] {
      states[result.instance] = State(whole: whole)
    } else if let patch = text["patch"] {
      states[result.instance]?.patches.append(patch)
    }
  }

  /// Whether a replay has the result of the line that was read last.
  mutating func isEqual(_ expected: RecordedTurn.Result, _ actual: Comparison.Actual) -> Bool {
    let text = JSONText(scanned: actual.line[...])
    if expected.line.text.canonical == text.canonical { return true }
    guard let state = actual.state, expected.isState, let recorded = whole(expected.instance),
      expected.line.text["rev"]?.canonical == text["rev"]?.canonical
    else { return false }
    return JSONText(scanned: state.json[...]).canonical == recorded.canonical
  }

  /// The recorded state of an instance; `nil` if its lines do not make one.
  private mutating func whole(_ instance: String) -> JSONText? {
    guard let state = states[instance] else { return nil }
    var whole = state.whole
    for patch in state.patches {
      guard let patched = try? JSONPatch(patch).apply(to: whole, depthLimit: 128) else { return nil }
      whole = JSONText(scanned: patched[...])
    }
    states[instance] = State(whole: whole)
    return whole
  }

  /// What a message shows of a line that was read last and of what a replay has in its place: the lines, or what differs
  /// in them if they are long or of two kinds.
  mutating func texts(
    _ expected: RecordedTurn.Result, _ actual: Comparison.Actual?
  ) -> (expected: JSONText, actual: [UInt8]?) {
    let line = expected.line.text
    guard let actual, let state = actual.state, expected.isState, actual.instance == expected.instance else {
      return (JSONText(scanned: Self.short(Array(line.bytes))[...]), actual.map { Self.short($0.line) })
    }
    let text = JSONText(scanned: actual.line[...])
    let isShort = max(line.bytes.count, text.bytes.count) <= Self.longestLine
    guard !isShort || (line["state"] == nil) != (text["state"] == nil), let recorded = whole(expected.instance),
      let difference = recorded.firstDifference(from: JSONText(scanned: state.json[...]))
    else { return (JSONText(scanned: Self.short(Array(line.bytes))[...]), Self.short(actual.line)) }
    func differing(_ line: JSONText, _ value: JSONText?) -> [UInt8] {
      var writer = JSONWriter()
      writer.object {
        $0.member("instance", expected.instance)
        $0.member("member", difference.pointer.description)
        if let revision = line["rev"] { $0.member("rev", revision) }
        if let value { $0.member("value", value) }
      }
      return Self.short(writer.bytes)
    }
    return (JSONText(scanned: differing(line, difference.one)[...]), differing(text, difference.other))
  }

  /// The beginning of a line.
  static func short(_ line: [UInt8]) -> [UInt8] {
    guard line.count > longestLine else { return line }
    // The bytes of a code point that is cut are left out.
    let end = line[...longestLine].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return Array(line[..<end]) + "…".utf8
  }
}
