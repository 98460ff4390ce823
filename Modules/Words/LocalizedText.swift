public import struct Foundation.Decimal

/// A text for people that is in no language yet: a key of a catalogue, and the values in the text. ``Words`` says it in a
/// language.
///
/// `Words.text` makes one where the text is known before the language is, such as in an error or in a description:
///
/// ```swift
/// let name = "Ada"
/// let text = Words.text("\(name) has \(count: 3) files")
/// print(Words(language: .english).string(text))  // Ada has 3 files
/// ```
public struct LocalizedText: Hashable, Sendable {
  /// A value in a text.
  enum Argument: Hashable, Sendable {
    case text(LocalizedText)
    case integer(Int, isGrouped: Bool)
    case number(Decimal, fractionDigits: Int)
    case bytes(Int)

    var kind: ArgumentKind {
      switch self {
      case .text, .bytes: .text
      case .integer: .integer
      case .number: .number
      }
    }
  }

  enum Content: Hashable, Sendable {
    /// A text that is the same in each language, such as one that a person has typed.
    case verbatim(String)
    /// An English text that is not a literal of the code.
    case lookup(String, Origin)
    indirect case entry(key: String, english: FormatText, arguments: [Argument], Origin)
  }

  /// The catalogue of the module that has the text. Texts that say the same are equal, wherever they are from.
  struct Origin: Hashable, Sendable {
    var catalog: StringCatalog?

    static func == (_: Origin, _: Origin) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  let content: Content

  /// Creates a text that is the same in each language: a name, or what a person has typed.
  public init(verbatim text: String) { content = .verbatim(text) }

  /// Creates a text whose English form is known when the program runs, such as the label that a description has. A catalogue has it
  /// as an entry that was made by hand; where none has, the text is shown as it is.
  public init(english text: String) { self.init(english: text, from: nil) }

  /// Creates a text that is looked up in the catalogue of its module, too, after those of the app. The file that
  /// `tributary-words generate --library` makes calls it.
  public init(_ english: Format, key: String?, from catalog: StringCatalog?) {
    content = .entry(
      key: key ?? english.key, english: FormatText(parts: english.parts), arguments: english.arguments,
      Origin(catalog: catalog))
  }

  /// Creates a text, as ``init(english:)`` does, that is looked up in the catalogue of its module, too.
  public init(english text: String, from catalog: StringCatalog?) { content = .lookup(text, Origin(catalog: catalog)) }

  /// The key in a catalogue; `nil` for a text that is the same in each language.
  public var key: String? {
    switch content {
    case .verbatim: nil
    case .lookup(let text, _): Format(stringLiteral: text).key
    case .entry(let key, _, _, _): key
    }
  }
}

extension LocalizedText: ExpressibleByStringInterpolation {
  /// The English text as a literal, for a parameter of this type.
  public init(stringLiteral text: String) { self.init(english: text) }

  /// The English text as a literal with values in it, for a parameter of this type.
  public init(stringInterpolation: Format.StringInterpolation) {
    self.init(Format(stringInterpolation: stringInterpolation), key: nil, from: nil)
  }
}

extension LocalizedText: CustomStringConvertible {
  /// The text in English.
  public var description: String { Words.english.string(self) }
}

extension LocalizedText {
  /// An English text with values in it, as a string literal. A value has a label unless it is a text:
  /// `"\(name) has \(count: 3) files of \(number: size, fractionDigits: 1) MB"`.
  ///
  /// The key of the text writes a value as a String Catalog does: `%@ has %lld files of %lf MB`.
  public struct Format: ExpressibleByStringInterpolation, Sendable {
    var key = ""
    var parts: [FormatText.Part] = []
    var arguments: [Argument] = []

    public init(stringLiteral text: String) { appendLiteral(text) }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.format }

    fileprivate init() {}

    fileprivate mutating func appendLiteral(_ text: String) {
      guard !text.isEmpty else { return }
      // NB: without generic algorithms, because each program makes some texts at its start.
      if text.utf8.contains(UInt8(ascii: "%")) {
        for character in text {
          if character == "%" { key.append("%") }
          key.append(character)
        }
      } else {
        key += text
      }
      parts.append(.literal(text))
    }

    fileprivate mutating func append(_ argument: Argument, _ specifier: String) {
      key += specifier
      parts.append(.argument(arguments.count, nil))
      arguments.append(argument)
    }

    /// The parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var format = Format()

      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Adds the text between two values.
      public mutating func appendLiteral(_ text: String) { format.appendLiteral(text) }

      /// Adds a text that is the same in each language.
      public mutating func appendInterpolation(_ text: String) {
        appendInterpolation(LocalizedText(verbatim: text))
      }

      /// Adds a text that is said in the same language.
      public mutating func appendInterpolation(_ text: LocalizedText) { format.append(.text(text), "%@") }

      /// Adds an integer, by which a catalogue may choose a plural form.
      ///
      /// - Parameters:
      ///   - count: the integer.
      ///   - isGrouped: whether its thousands are set apart.
      public mutating func appendInterpolation(count: Int, isGrouped: Bool = true) {
        format.append(.integer(count, isGrouped: isGrouped), "%lld")
      }

      /// Adds a number of bytes in the largest unit that it fills: "50 MB".
      public mutating func appendInterpolation(bytes count: Int) { format.append(.bytes(count), "%@") }

      /// Adds a number with so many fraction digits, rounded to them.
      public mutating func appendInterpolation(number: Decimal, fractionDigits: Int) {
        format.append(.number(number, fractionDigits: fractionDigits), "%lf")
      }
    }
  }
}
