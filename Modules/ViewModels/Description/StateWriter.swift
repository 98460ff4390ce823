/// Writes the states of one screen as JSON, one after the other. A property that is what it was is not encoded again.
@MainActor final class StateWriter<State: ScreenState> {
  /// The state of the moment.
  var state: State

  private let fields = State.fields.sorted { $0.name < $1.name }
  private var written: State?
  /// The members of the state that was written last, `"name":value`, in the order of their names.
  private var members: [[UInt8]] = []

  /// A writer of a first state and those that follow.
  init(_ state: State) { self.state = state }

  /// The state as one line of JSON, the same that `JSONCoding` makes of it.
  func json() throws -> [UInt8] {
    let (old, new) = (written, state)
    // NB: none while it is not whole: a property that cannot be encoded must not leave another state's beside it.
    written = nil
    if old == nil { members = Array(repeating: [], count: fields.count) }
    for index in fields.indices {
      if let old, fields[index].isSame(old, new) { continue }
      members[index] = try fields[index].member(new)
    }
    written = new
    return line
  }

  private var line: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(members.reduce(2) { $0 + $1.count + 1 })
    for index in members.indices {
      line.append(UInt8(ascii: index == 0 ? "{" : ","))
      line += members[index]
    }
    line += members.isEmpty ? "{}".utf8 : "}".utf8
    return line
  }
}
