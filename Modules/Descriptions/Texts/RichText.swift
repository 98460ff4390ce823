public import JSON

/// A text with emphasis, code, links and lists, in a part of Markdown. It never contains HTML: `<b>` is shown as these three
/// characters.
///
/// ```swift
/// let text = RichText("Buy **milk** at [the shop](https://example.com).")
/// print(text.plainText)  // Buy milk at the shop.
/// ```
///
/// | notation | meaning |
/// |---|---|
/// | `*word*`, `_word_` | emphasis |
/// | `**word**`, `__word__` | strong emphasis |
/// | a word between two backticks | code |
/// | `[words](address)` | a link; see ``Link`` |
/// | `- item`, `* item`, `1. item` at the beginning of a line | an item of a list |
/// | a line of three backticks before and behind | lines of code |
/// | an empty line | a new paragraph |
/// | `\*` | the character as it is |
///
/// Everything else is text. JSON has it as a text.
public struct RichText: Hashable, Sendable {
  /// The text as it was written.
  public var markdown: String

  /// A text in Markdown.
  public init(_ markdown: String) { self.markdown = markdown }

  /// A paragraph, an item of a list, or lines of code.
  public enum Block: Hashable, Sendable {
    case paragraph([Span])
    /// An item of a list, with its number if the list has numbers.
    case item(number: Int?, [Span])
    case code(String)
  }

  /// A part of a text that is shown in one way.
  public struct Span: Hashable, Sendable {
    public var text: String
    public var isEmphasized = false
    public var isStrong = false
    public var isCode = false
    /// What the part links to.
    public var link: Link?

    public init(
      _ text: String, isEmphasized: Bool = false, isStrong: Bool = false, isCode: Bool = false, link: Link? = nil
    ) {
      self.text = text
      self.isEmphasized = isEmphasized
      self.isStrong = isStrong
      self.isCode = isCode
      self.link = link
    }
  }

  /// The paragraphs, items and lines of code.
  public var blocks: [Block] {
    var reader = BlockReader()
    for line in markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { reader.read(line) }
    return reader.finished()
  }

  /// The text without any notation: a line for each block.
  public var plainText: String {
    blocks.map { block in
      switch block {
      case .paragraph(let spans): spans.map(\.text).joined()
      case .item(let number, let spans): (number.map { "\($0). " } ?? "- ") + spans.map(\.text).joined()
      case .code(let text): text
      }
    }.joined(separator: "\n")
  }
}

extension RichText: JSONReadable, JSONWritable {
  public static var shape: Shape { .text(format: .markdown) }
  public static var example: RichText { RichText("") }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  public func write(to writer: inout JSONWriter) { writer.write(markdown) }
}

/// Reads the blocks of a text line by line.
private struct BlockReader {
  private var blocks: [RichText.Block] = []
  private var paragraph: [Substring] = []
  /// The lines of code that were not closed yet.
  private var code: [Substring]?

  mutating func read(_ line: Substring) {
    if line.hasPrefix("```") {
      if let code { blocks.append(.code(code.joined(separator: "\n"))) } else { endParagraph() }
      code = code == nil ? [] : nil
    } else if code != nil {
      code?.append(line)
    } else if line.allSatisfy(\.isWhitespace) {
      endParagraph()
    } else if let (number, text) = Self.item(line) {
      endParagraph()
      blocks.append(.item(number: number, SpanReader.spans(text)))
    } else {
      paragraph.append(line)
    }
  }

  mutating func finished() -> [RichText.Block] {
    if let code { blocks.append(.code(code.joined(separator: "\n"))) }
    endParagraph()
    return blocks
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    blocks.append(.paragraph(SpanReader.spans(paragraph.joined(separator: "\n"))))
    paragraph = []
  }

  /// The number and the text of an item; `nil` for another line.
  private static func item(_ line: Substring) -> (number: Int?, text: String)? {
    let line = line.drop { $0 == " " }
    if line.hasPrefix("- ") || line.hasPrefix("* ") { return (nil, String(line.dropFirst(2))) }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard (1...9).contains(digits.count), line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return (Int(digits), String(line.dropFirst(digits.count + 2)))
  }
}
