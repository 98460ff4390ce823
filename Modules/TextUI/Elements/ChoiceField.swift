public import Streams
import Words

/// One of several options, which the user takes with `choose NAME OPTION`.
///
/// ```swift
/// enum Category: String, CaseIterable {
///   case food, travel
/// }
///
/// let category = ChoiceField<Category>("category")
/// let choices = category.optionPublisher.sink { print($0) }
/// try category.choose("tra")  // prints "travel"
/// ```
@MainActor public final class ChoiceField<Option: Hashable>: Control, LocalizedElement {
  public let name: String
  /// The options, in the order of help.
  public private(set) var options: [Option]
  /// The option that is shown; `nil` if there is none. Setting it publishes nothing.
  public var selection: Option?
  var words = Words.english

  private var optionNames: [String]
  private var label: (Option, Words) -> String
  private var actions = Actions<Option>()

  /// A choice without a selection.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - options: the options.
  ///   - word: the word by which commands address an option; no other option has it.
  ///   - label: the option as the user reads it; by default, its word.
  public init(
    _ name: String, options: [Option], word: (Option) -> String, label: ((Option) -> String)? = nil
  ) {
    self.name = name
    self.options = options
    let words = options.map(word)
    optionNames = words
    let label = label ?? { option in options.firstIndex(of: option).map { words[$0] } ?? "" }
    self.label = { $1.string(LocalizedText(english: label($0))) }
  }

  /// Replaces the options by others, such as those that a list of the state has.
  func setOptions(_ options: [Option], names: [String], label: @escaping (Option, Words) -> String) {
    self.options = options
    optionNames = names
    self.label = label
  }

  /// A choice between the cases of an enumeration of words.
  public convenience init(_ name: String, label: ((Option) -> String)? = nil)
  where Option: CaseIterable & RawRepresentable, Option.RawValue == String {
    self.init(name, options: Array(Option.allCases), word: \.rawValue, label: label)
  }

  /// Publishes the option each time the user chooses one. It never completes.
  public var optionPublisher: AnyPublisher<Option, Never> { actions.publisher }

  /// Adds a closure that runs each time the user chooses, before ``optionPublisher`` publishes.
  ///
  /// If it throws, the command fails, and the selection stays as it was.
  public func addAction(_ action: @escaping (Option) throws -> Void) {
    actions.add(action)
  }

  /// Chooses the option that a word stands for, as the user does, and publishes it. The word may be shortened. The text that
  /// the user reads stands for an option as well, where no word does.
  ///
  /// - Throws: a ``CommandError`` if the word stands for no option, or for several.
  public func choose(_ word: String) throws(CommandError) {
    let index = try index(of: word)
    let old = selection
    selection = options[index]
    do throws(CommandError) { try actions.run(options[index]) } catch {
      selection = old
      throw error
    }
  }

  private func index(of text: String) throws(CommandError) -> Int {
    let labels = zip(optionNames, optionLabels).filter {
      $0.0.asLabel.lowercased() != $0.1.lowercased() && !$0.1.hasPrefix($0.0)
    }
    let matcher = NameMatcher(
      kind: Words.text("option"), names: optionNames, labels: Dictionary(labels) { first, _ in first })
    if matcher.matches(text).isEmpty {
      let labels = options.map { said($0).lowercased() }
      let text = text.lowercased()
      let whole = labels.indices.filter { labels[$0] == text }
      let beginning = whole.isEmpty ? labels.indices.filter { labels[$0].hasPrefix(text) } : whole
      if beginning.count == 1 { return beginning[0] }
    }
    let word = try matcher.match(text)
    guard let index = optionNames.firstIndex(of: word) else {
      throw CommandError(Words.text("There is no such option."))
    }
    return index
  }

  /// An option as the user reads it, in the language of the app.
  private func said(_ option: Option) -> String { label(option, words) }

  public var isVisible: Bool { true }

  public var line: Line {
    let line = Line("\(name): ")
    return selection.map { line.appending(words.isolated(said($0))) }
      ?? line.appending(words.text("(none)"), .secondary)
  }

  public var usage: String {
    "choose \(name) " + optionWords.map(\.quotedIfNeeded).beginning(separator: "|", self.words)
  }

  public var example: String? {
    let other = zip(options, optionNames).first { $0.0 != selection } ?? zip(options, optionNames).first { _ in true }
    return other.map { "choose \(name) \($0.1.quotedIfNeeded)" }
  }
}

/// A choice between options of any type.
@MainActor protocol AnyChoiceField: Control {
  /// The words that stand for the options.
  var optionWords: [String] { get }
  /// The options as a person reads them, in the language of the app.
  var optionLabels: [String] { get }
  /// Whether a person reads the options in another language than English, so that their words are not what is read.
  var isTranslated: Bool { get }
  var words: Words { get }
  func choose(_ word: String) throws(CommandError)
}

extension ChoiceField: AnyChoiceField {
  var optionWords: [String] { optionNames }
  var optionLabels: [String] { options.map(said) }
  var isTranslated: Bool { options.contains { said($0) != label($0, .english) } }
}

extension AnyChoiceField {
  /// The options as they stand behind the one that is shown: the words to type, and what is read where that is another word; in another
  /// language than English what is read, which can be typed as well.
  var optionsText: String {
    guard !optionWords.isEmpty else { return "" }
    let options = zip(optionWords, optionLabels).map { word, label in
      if isTranslated || label.hasPrefix(word) { return label }
      return word.asLabel.lowercased() == label.lowercased() ? word : "\(word): \(label)"
    }
    let separator = options.contains { $0.contains(",") || $0.contains(":") } ? "; " : ", "
    return "  (\(options.beginning(separator: separator, words)))"
  }
}

extension AnyChoiceField {
  /// What a person begins to type: what they read. With quotes where it has blanks.
  var typedOptions: [String] { (isTranslated ? optionLabels : optionWords).map(\.quotedIfNeeded) }
}

extension String {
  /// The text as one word of a command.
  fileprivate var quotedIfNeeded: String { contains(where: \.isBlank) ? "\"\(self)\"" : self }
}

extension [String] {
  /// The first dozen words, and how many there are if that is not all.
  func beginning(separator: String, _ words: Words) -> String {
    let limit = 12
    return prefix(limit).joined(separator: separator)
      + (count > limit ? separator + words.text("… (\(count: count) options)") : "")
  }
}
