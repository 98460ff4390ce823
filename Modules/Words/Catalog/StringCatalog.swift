public import JSON
import Synchronization

/// A catalogue of texts in several languages: Apple's String Catalog, the `.xcstrings` of Xcode.
///
/// ```swift
/// let json = #"{"sourceLanguage": "en", "version": "1.0", "strings": {"Buy": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Kaufen"}}}}}}"#
/// let catalog = try StringCatalog(JSONText(scanning: json.utf8))
/// let words = Words(language: Language("de") ?? .english, catalogs: [catalog])
/// print(words.text("Buy"))  // Kaufen
/// ```
///
/// Read are texts, their variations by plural and by device (of which the one for `other` is shown, or else the one for `mac`), also
/// nested, and substitutions. What cannot be read is among the ``problems(in:)``, and is shown in English.
///
/// An app embeds its catalogue: `tributary-words` makes a Swift file of it, in which each language is a literal that is read
/// when the first text in that language is shown.
public struct StringCatalog: Sendable {
  /// The language of the texts in the code.
  public let sourceLanguage: Language
  /// The mistakes that were found by reading.
  let readingProblems: [CatalogProblem]
  /// The entries, without their texts. A catalogue that is embedded has none.
  let entries: [String: Entry]
  private let tables: TextTables

  /// What a catalogue says about a text, whatever the language.
  struct Entry: Sendable {
    /// What helps the translator.
    var comment: String?
    var isTranslated = true
    /// How the entry came into the catalogue: `manual`, `stale`, …
    var extractionState: String?
  }

  /// Reads a catalogue.
  ///
  /// - Throws: a `CatalogError` if the file as a whole is not a String Catalog.
  public init(_ json: JSONText) throws(CatalogError) {
    guard let strings = json["strings"], strings.kind == .object else { throw .notACatalog }
    sourceLanguage = json["sourceLanguage"]?.string.flatMap { Language($0) } ?? .english
    var problems: [CatalogProblem] = []
    if let version = json["version"]?.string, Int(version.prefix { $0 != "." }).map({ $0 > 1 }) ?? true {
      problems.append(CatalogProblem(key: "version", reason: .newerVersion(version)))
    }
    var entries: [String: Entry] = [:]
    var texts: [Language: [String: Localization]] = [:]
    for member in strings.members {
      guard let key = member.name.string else { continue }
      let isTranslated = member.value["shouldTranslate"]?.bool ?? true
      entries[key] = Entry(
        comment: member.value["comment"]?.string, isTranslated: isTranslated,
        extractionState: member.value["extractionState"]?.string)
      guard let localizations = member.value["localizations"] else { continue }
      for localization in localizations.members {
        let name = localization.name.string ?? ""
        guard let language = Language(name) else {
          problems.append(CatalogProblem(key: key, reason: .unknownLanguage(name)))
          continue
        }
        // What is not to be translated is shown as it is in the code, with its forms.
        guard isTranslated || language == sourceLanguage else { continue }
        do throws(CatalogProblem.Reason) {
          texts[language, default: [:]][key] = try Localization(localization.value)
        } catch {
          problems.append(CatalogProblem(key: key, language: language, reason: error))
        }
      }
    }
    self.entries = entries
    readingProblems = problems
    tables = TextTables(texts.mapValues { TextTable($0) })
  }

  /// Creates a catalogue from what `tributary-words` has made of a file: for each language a JSON object with its texts.
  ///
  /// A text that cannot be read is shown in English.
  public init(embedded tables: KeyValuePairs<String, String>) {
    sourceLanguage = .english
    readingProblems = []
    entries = [:]
    self.tables = TextTables(named: tables)
  }

  /// The keys of all entries of a file, in alphabetical order.
  public var keys: [String] { entries.keys.sorted() }

  /// The keys that the code does not have, apart from those that were added by hand; in alphabetical order.
  public func unusedKeys(besides used: Set<String>) -> [String] {
    keys.filter { !used.contains($0) && entries[$0]?.extractionState != "manual" }
  }

  /// The keys of entries that the code did not have when the catalogue was made up to date; in alphabetical order.
  public var staleKeys: [String] { keys.filter { entries[$0]?.extractionState == "stale" } }

  /// The languages that have texts.
  public var languages: [Language] { tables.contents.all.keys.sorted { $0.description < $1.description } }

  /// Whether there is a text for a key in any language.
  func has(_ key: String) -> Bool { tables.contents.all.values.contains { $0[key] != nil } }

  /// The languages with texts for one that is asked for, the best first; without English, and what is not nearer than English.
  func languages(for language: Language) -> [Language] { tables.languages(for: language) }

  /// What stands for a key in a language; `nil` if there is nothing.
  func localization(of key: String, in language: Language) -> Localization? { tables.contents.all[language]?[key] }

  /// What stands for a key in English. Most catalogues have nothing there, which each text asks.
  func englishForms(of key: String) -> Localization? { tables.contents.english?[key] }
}

/// The texts by their languages, whose names are read when the first text is needed.
private final class TextTables: Sendable {
  final class Contents: Sendable {
    let all: [Language: TextTable]
    let english: TextTable?

    init(_ tables: [Language: TextTable]) {
      all = tables
      english = tables[.english]
    }
  }

  private let named: KeyValuePairs<String, String>
  private let read = AtomicLazyReference<Contents>()
  /// The languages for those that were asked for.
  private let matches = Mutex<[Language: [Language]]>([:])

  init(_ tables: [Language: TextTable]) {
    named = [:]
    _ = read.storeIfNil(Contents(tables))
  }

  init(named: KeyValuePairs<String, String>) { self.named = named }

  func languages(for language: Language) -> [Language] {
    if let languages = matches.withLock({ $0[language] }) { return languages }
    let languages = Array(
      language.matches(in: Array(Set(contents.all.keys).union([.english]))).prefix { $0 != .english })
    matches.withLock {
      // NB: a client may ask for any number of languages.
      if $0.count >= 64 { $0 = [:] }
      $0[language] = languages
    }
    return languages
  }

  var contents: Contents {
    if let contents = read.load() { return contents }
    let pairs = named.compactMap { tag, json in Language(tag).map { ($0, TextTable(json: json)) } }
    return read.storeIfNil(Contents(Dictionary(pairs) { first, _ in first }))
  }
}

/// The texts in one language, which are read when the first of them is needed.
private final class TextTable: Sendable {
  private final class Contents: Sendable {
    let texts: [String: Localization]

    init(_ texts: [String: Localization]) { self.texts = texts }
  }

  private let json: String
  private let contents = AtomicLazyReference<Contents>()

  init(_ texts: [String: Localization]) {
    json = ""
    _ = contents.storeIfNil(Contents(texts))
  }

  init(json: String) { self.json = json }

  subscript(key: String) -> Localization? {
    let contents = contents.load() ?? contents.storeIfNil(Contents(Self.texts(json)))
    return contents.texts[key]
  }

  private static func texts(_ json: String) -> [String: Localization] {
    guard let json = try? JSONText(scanning: json.utf8) else { return [:] }
    var result: [String: Localization] = [:]
    for member in json.members {
      guard let key = member.name.string else { continue }
      result[key] = try? Localization(member.value)
    }
    return result
  }
}

/// Why a file is not a catalogue. More reasons may be added.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in words.
  public let description: String

  /// The file has no member `strings` with the entries.
  public static let notACatalog = CatalogError(
    description: "The file has no object \"strings\", as a String Catalog has.")
}
