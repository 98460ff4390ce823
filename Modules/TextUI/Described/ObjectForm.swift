import Foundation
import Screens
import Words

/// The values of an event, or the parameters of a screen, as the user gives them: `id=3 text=so good`.
///
/// A value ends where the next name begins. In quotes it may have anything: `text="a=b"`.
struct ObjectForm {
  struct Member {
    let name: String
    /// What people call it.
    let label: String
    let form: ValueText
    let isRequired: Bool
    /// What the member is, in words; empty if its description has none.
    let about: String
  }

  /// What the members are, in one word: "parameter".
  let kind: LocalizedText
  let members: [Member]

  /// The members of a record, or the values of an event, in their order.
  init(_ members: [Shape.Member], kind: LocalizedText, clock: DateClock) {
    self.kind = kind
    self.members = members.map { member in
      Member(
        name: member.name, label: member.label ?? member.name.asLabel,
        form: ValueText(member.shape, role: member.role, clock: clock), isRequired: member.isRequired,
        about: member.about)
    }
  }

  /// How the values are given: "id=NUMBER [filter=TEXT]".
  var usage: String {
    members.map { member in
      let usage = "\(member.name)=\(member.form.usage)"
      return member.isRequired ? usage : "[\(usage)]"
    }.joined(separator: " ")
  }

  /// The members' texts in what the user entered. A text without a name is that of the only member, or of the only one that
  /// is required.
  func texts(_ entered: String) throws(CommandError) -> [String: String] {
    let values = NamedValues(entered)
    var texts: [String: String] = [:]
    let matcher = NameMatcher(kind: kind, names: members.map(\.name))
    for (name, text) in values.named {
      let name = try matcher.match(name)
      guard texts.updateValue(text, forKey: name) == nil else {
        throw CommandError(Words.text("The \(kind) \(name) is given twice."))
      }
    }
    guard !values.unnamed.isEmpty else { return texts }
    let required = members.filter(\.isRequired)
    guard let only = members.count == 1 ? members.first : required.count == 1 ? required.first : nil else {
      throw CommandError(
        members.isEmpty
          ? Words.text("Nothing can follow here.") : Words.text("Give each \(kind) its name: \(usage)"))
    }
    guard texts.updateValue(values.unnamed, forKey: only.name) == nil else {
      throw CommandError(Words.text("The \(kind) \(only.name) is given twice."))
    }
    return texts
  }

  /// The members that are missing in what the user entered.
  func missing(in texts: [String: String]) -> [Member] { members.filter { $0.isRequired && texts[$0.name] == nil } }

  /// The JSON of the members, which were entered in a language.
  ///
  /// - Parameter isScript: whether the texts are those of a script.
  /// - Throws: a ``CommandError`` that names a member that is missing, or whose text is not such a value.
  func json(
    _ texts: [String: String], _ words: Words, isScript: Bool
  ) throws(CommandError) -> [String: [UInt8]] {
    let missing = missing(in: texts).map(\.name)
    guard missing.isEmpty else {
      throw CommandError(
        missing.count == 1
          ? Words.text("The \(kind) \(missing[0]) is missing: \(usage)")
          : Words.text("The \(kind)s \(missing.joined(separator: " and ")) are missing: \(usage)"))
    }
    var json: [String: [UInt8]] = [:]
    for member in members {
      guard let text = texts[member.name] else { continue }
      do throws(TypedValue.Failure) {
        json[member.name] =
          isScript ? try member.form.scriptJSON(text, words) : try member.form.json(text, words)
      } catch {
        throw CommandError(Words.text("The \(kind) \(member.name) takes \(error.expectation)."))
      }
    }
    return json
  }
}

/// A text in which values have names.
struct NamedValues {
  /// What stands before the first name.
  private(set) var unnamed = ""
  private(set) var named: [(name: String, text: String)] = []

  init(_ text: String) {
    var rest = text[...].drop(while: \.isBlank)
    unnamed = String(Self.popValue(&rest, isAfterName: false))
    while let end = rest.firstIndex(of: "=") {
      let name = String(rest[..<end])
      rest = rest[end...].dropFirst()
      if let quoted = Self.popQuoted(&rest) {
        named.append((name, quoted))
        rest = rest.drop(while: \.isBlank)
        // What stands behind the quotes belongs to no name.
        let more = Self.popValue(&rest, isAfterName: false)
        if !more.isEmpty { unnamed += (unnamed.isEmpty ? "" : " ") + more }
      } else {
        named.append((name, String(Self.popValue(&rest, isAfterName: true))))
      }
    }
  }

  /// Removes all that stands before the next name.
  ///
  /// - Parameter isAfterName: whether the text begins directly behind the "=" of a name, so that no name begins there.
  private static func popValue(_ rest: inout Substring, isAfterName: Bool) -> Substring {
    var end = rest.startIndex
    var isWordStart = !isAfterName
    while end < rest.endIndex, !(isWordStart && beginsWithName(rest[end...])) {
      isWordStart = rest[end].isBlank
      end = rest.index(after: end)
    }
    let value = rest[..<end]
    rest = rest[end...]
    guard let last = value.lastIndex(where: { !$0.isBlank }) else { return value.prefix(0) }
    return value[...last]
  }

  /// Removes a value in quotes; `nil` if there is none. A quote within it has no blank after it.
  private static func popQuoted(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else { return nil }
    let content = rest.dropFirst()
    let end = content.indices.first { index in
      content[index] == "\"" && content[index...].dropFirst().first?.isBlank != false
    }
    guard let end else { return nil }
    rest = content[end...].dropFirst()
    return String(content[..<end])
  }

  private static func beginsWithName(_ text: Substring) -> Bool {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return !name.isEmpty && name.first?.isNumber != true && text[name.endIndex...].first == "="
  }
}
