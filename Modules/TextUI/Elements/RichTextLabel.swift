import Screens
import Words

/// A text with emphasis, in a line. Where a link leads stands behind its words.
@MainActor final class RichTextLabel: LocalizedElement {
  let name: String
  var words = Words.english
  /// The text; `nil` while there is none.
  var text: RichText?

  /// A label without a text.
  init(_ name: String) { self.name = name }

  private var spans: [(text: String, role: Line.Role)] {
    (text?.blocks ?? []).enumerated().flatMap { index, block -> [(text: String, role: Line.Role)] in
      let start = index == 0 ? [] : [(text: " ", role: Line.Role.content)]
      switch block {
      case .paragraph(let spans): return start + spans.flatMap(Self.spans)
      case .item(let number, let spans):
        return start + [(number.map { "\($0). " } ?? "- ", .secondary)] + spans.flatMap(Self.spans)
      case .code(let text): return start + [(text.replacing("\n", with: " "), .content)]
      }
    }
  }

  private static func spans(_ span: RichText.Span) -> [(text: String, role: Line.Role)] {
    let role: Line.Role = span.isStrong ? .heading : span.isEmphasized ? .emphasis : .content
    let text = (text: span.text.replacing("\n", with: " "), role: role)
    guard let link = span.link, link.description != span.text else { return [text] }
    return [text, (text: " (\(link))", role: .secondary)]
  }

  var isVisible: Bool { text?.markdown.isEmpty == false }

  var line: Line {
    let line = Line("\(name): ")
    guard isVisible else { return line.appending(words.text("(none)"), .secondary) }
    return spans.reduce(line) { $0.appending($1.text, $1.role) }
  }
}
