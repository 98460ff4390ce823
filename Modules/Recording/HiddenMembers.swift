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
    /// Whether it came while the application was hidden.
    let cameHidden: Bool
    /// Whether a newer answer stands in its place.
    var isReplaced = false

    /// Whether the JSON of a state has it: as a value, or as whole words of a longer text.
    func stands(in json: [UInt8]) -> Bool {
      guard text.first == UInt8(ascii: "\""), text.count > 2 else { return json[...].range(of: text[...]) != nil }
      let words = text.dropFirst().dropLast()
      var rest = json[...]
      while let range = rest.range(of: words) {
        if json[..<range.lowerBound].last?.isPartOfWord != true, json[range.upperBound...].first?.isPartOfWord != true {
          return true
        }
        rest = json[(range.lowerBound + 1)...]
      }
      return false
    }
  }

  private var members: [Member] = []

  /// The greatest number of members; the oldest are forgotten.
  private static let limit = 256

  /// Takes the private members out of an answer.
  ///
  /// - Parameters:
  ///   - text: the answer.
  ///   - service: the name of its operation or feed.
  ///   - isActive: whether the application has the user's attention.
  /// - Returns: what is left.
  mutating func take(
    _ privateMembers: PrivateMembers, from text: [UInt8], of service: String, _ answer: AnswerID, isActive: Bool
  ) -> [UInt8] {
    let (rest, hidden) = privateMembers.remove(from: text)
    // NB: before the members of this answer are added, because a list has several of one name.
    let names = Set(hidden.map(\.name))
    for index in members.indices
    where members[index].cameHidden && members[index].service == service && names.contains(members[index].name) {
      members[index].isReplaced = true
    }
    for (name, text) in hidden {
      if members.count >= Self.limit { members.removeFirst() }
      members.append(Member(answer: answer, service: service, name: name, text: text, cameHidden: !isActive))
    }
    return rest
  }

  /// The lines with the members that a state shows: those that it contains, a text also among other words. While its own private
  /// fields are not hidden, all others, too, because a state may show a value in another form, and several screens may wait for one
  /// operation; but not what came while the application was hidden, and was replaced by a newer answer.
  ///
  /// - Parameter isActive: whether the application has the user's attention.
  mutating func shown(by state: any ScreenState, isActive: Bool) -> [[UInt8]] {
    guard !members.isEmpty else { return [] }
    let json = state.json
    let showsPrivateFields = isActive && state.hasPrivateFields
    var lines: [[UInt8]] = []
    members.removeAll { member in
      guard showsPrivateFields && !member.isReplaced || member.stands(in: json) else { return false }
      lines.append(RecordingLine.shown(member.answer, member.name, member.text))
      return true
    }
    return lines
  }
}

extension UInt8 {
  /// Whether a word may have this letter or digit of ASCII. Others, such as marks of direction, may stand beside a word.
  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension ScreenState {
  fileprivate var hasPrivateFields: Bool { Self.fields.hasPrivateFields }
}
