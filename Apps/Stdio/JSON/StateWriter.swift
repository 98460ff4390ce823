import JSONRPC
import ViewModels

/// Writes the states of one screen, as `ValueWriter` would.
///
/// What all states of a screen have in common, their members' names in order, is made once; the rest is a copy of bytes
/// for each member, because the front is a hot path: a state out for every event in.
final class StateWriter {
  private let values = Values()
  /// What stands before the members' values, one after the other: `{"a":`, `,"b":`.
  private var keys: [UInt8] = []
  /// The members in the order of their names: which field each is, and where its key ends.
  private var members: [(field: Int, keyEnd: Int)] = []

  /// The state's JSON, appended to `text`. A writer takes the states of one type alone.
  func write(_ state: some ScreenState, to text: inout [UInt8]) throws {
    values.clear()
    try state.visitFields(values)
    if members.isEmpty { arrange(values.names) }
    text.reserveCapacity(text.count + keys.count + values.text.count + 2)
    keys.withUnsafeBufferPointer { keys in
      values.text.withUnsafeBufferPointer { all in
        var start = 0
        for (field, keyEnd) in members {
          text.append(contentsOf: UnsafeBufferPointer(rebasing: keys[start..<keyEnd]))
          text.append(contentsOf: UnsafeBufferPointer(rebasing: all[values.range(field)]))
          start = keyEnd
        }
      }
    }
    text.append(contentsOf: members.isEmpty ? "{}".utf8 : "}".utf8)
  }

  private func arrange(_ names: [String]) {
    for (field, name) in names.enumerated().sorted(by: { $0.element < $1.element }) {
      keys.append(members.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      keys.append(jsonString: name)
      keys.append(UInt8(ascii: ":"))
      members.append((field, keys.count))
    }
  }
}

/// The values of a state's members, one after the other.
private final class Values: FieldVisitor {
  // NB: unchecked because nobody else comes near them while a state shows itself.
  @exclusivity(unchecked) private(set) var text: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  /// The names of the first state's fields; those of the others are the same.
  @exclusivity(unchecked) private(set) var names: [String] = []

  func clear() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  func range(_ field: Int) -> Range<Int> { (field == 0 ? 0 : ends[field - 1])..<ends[field] }

  func visit<Value: Encodable>(_ name: String, _ value: Value) throws {
    if try !text.append(leaf: value) { try ValueWriter.write(value, to: &text) }
    if names.count == ends.count { names.append(name) }
    ends.append(text.count)
  }
}
