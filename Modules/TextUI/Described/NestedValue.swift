import Words

/// A value with members: its name, and a line for each member below it.
@MainActor final class NestedValue: LocalizedElement {
  let name: String
  var words = Words.english
  /// The members, each with its text, which may be several lines; `nil` if there is no value.
  var members: [(depth: Int, name: String, text: String?)]?

  init(_ name: String) { self.name = name }

  var isVisible: Bool { members != nil }

  var line: Line { isVisible ? Line("\(name):") : Line("\(name): ").appending(words.text("(none)"), .secondary) }

  var lines: [Line] {
    [line]
      + (members ?? []).map { member in
        let line = Line(String(repeating: "  ", count: member.depth) + member.name + ":")
        return member.text.map { line.appending(" " + $0) } ?? line
      }
  }
}
