import Words

/// A value with members: its name, and a line for each member below it.
@MainActor final class NestedValue: LocalizedElement, CardElement {
  /// A member: its name, its label for people, and its text, which may be several lines.
  struct Member {
    var depth: Int
    var name: String
    var label: String
    var text: String?
    /// The text as people in the locale write it.
    var localText: String?
  }

  let name: String
  var words = Words.english
  /// The members; `nil` without a value.
  var members: [Member]?

  init(_ name: String) { self.name = name }

  var isVisible: Bool { members != nil }

  var line: Line { isVisible ? Line("\(name):") : Line("\(name): ").appending(words.text("(none)"), .secondary) }

  var lines: [Line] { [line] + (members ?? []).map { Self.line($0.depth, $0.name, $0.text) } }

  var cardLines: [Line] { [line] + (members ?? []).map { Self.line($0.depth, $0.label, $0.localText) } }

  private static func line(_ depth: Int, _ name: String, _ text: String?) -> Line {
    let line = Line(String(repeating: "  ", count: depth) + name + ":")
    return text.map { line.appending(" " + $0) } ?? line
  }
}
