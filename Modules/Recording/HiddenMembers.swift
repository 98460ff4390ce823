import JSON
import Requests
import Screens

/// Tells the answers and elements of a session apart.
struct AnswerID: Hashable {
  /// The number of the request, or of the feed, from 1.
  let request: Int
  /// The number of the event of the feed, from 1; 0 for an answer.
  var event = 0
}

/// The private members of answers and elements that no state has shown yet.
struct HiddenMembers {
  private struct Member {
    let answer: AnswerID
    let service: String
    let name: String
    let text: [UInt8]
  }

  private var members: [Member] = []
  /// The last answer that had a private member, by operation or feed and member. A member that was shown counts, too: an
  /// older answer is not the newest one when the newest was shown.
  private var newest: [String: AnswerID] = [:]

  /// The greatest number of members; the oldest are forgotten.
  private static let limit = 256

  /// Takes the private members out of an answer.
  ///
  /// - Parameters:
  ///   - text: the answer.
  ///   - service: the name of its operation or feed.
  /// - Returns: what is left.
  mutating func take(
    _ privateMembers: PrivateMembers, from text: [UInt8], of service: String, _ answer: AnswerID
  ) -> [UInt8] {
    let (rest, hidden) = privateMembers.remove(from: text)
    for (name, text) in hidden {
      if members.count >= Self.limit { members.removeFirst() }
      members.append(Member(answer: answer, service: service, name: name, text: text))
      newest[service + "/" + name] = answer
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
      let isShown = showsPrivateFields && newest[member.service + "/" + member.name] == member.answer
      guard isShown || json[...].contains(member.text) else { return false }
      lines.append(RecordingLine.shown(member.answer, member.name, member.text))
      return true
    }
    return lines
  }
}

extension ScreenState {
  fileprivate var hasPrivateFields: Bool { Self.fields.hasPrivateFields }
}
