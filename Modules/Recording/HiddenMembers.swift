import JSON
import Requests
import Screens

/// The private members of answers that no state has shown yet.
struct HiddenMembers {
  private struct Member {
    let request: Int
    let operation: String
    let name: String
    let text: [UInt8]
  }

  private var members: [Member] = []
  /// The last request whose answer had a private member, by operation and member. A member that was shown counts, too: an
  /// older answer is not the newest one when the newest was shown.
  private var newest: [String: Int] = [:]

  /// The greatest number of members; the oldest are forgotten.
  private static let limit = 256

  /// Takes the private members out of an answer.
  ///
  /// - Returns: what is left.
  mutating func take<Input, Answer>(
    from answer: [UInt8], isFailure: Bool, of operation: ServiceOperation<Input, Answer>, request: Int
  ) -> [UInt8] {
    let (rest, hidden) = PrivateMembers(of: operation, isFailure: isFailure).remove(from: answer)
    for (name, text) in hidden {
      if members.count >= Self.limit { members.removeFirst() }
      members.append(Member(request: request, operation: operation.name, name: name, text: text))
      newest[operation.name + "/" + name] = request
    }
    return rest
  }

  /// The lines with the members that a state shows: those that it contains and, while its own private fields are not hidden,
  /// those of the newest answer of each operation, because a state may show a value in another form.
  ///
  /// - Parameter isActive: whether the application has the user's attention.
  mutating func shown(by state: any ScreenState, isActive: Bool) -> [[UInt8]] {
    guard !members.isEmpty else { return [] }
    let json = state.json
    let showsPrivateFields = isActive && state.hasPrivateFields
    var lines: [[UInt8]] = []
    members.removeAll { member in
      let isShown = showsPrivateFields && newest[member.operation + "/" + member.name] == member.request
      guard isShown || json[...].contains(member.text) else { return false }
      lines.append(RecordingLine.shown(member.request, member.name, member.text))
      return true
    }
    return lines
  }
}

extension ScreenState {
  fileprivate var hasPrivateFields: Bool { Self.fields.hasPrivateFields }
}
