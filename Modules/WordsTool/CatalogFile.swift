import JSON

/// A String Catalog as a file: what the code has is added to it, and it is written as Xcode writes it.
struct CatalogFile {
  private let root: JSONText

  /// - Throws: a `JSONScanner.Defect` if the text is not JSON.
  init(_ text: String) throws { root = try JSONText(scanning: text.utf8) }

  /// A catalogue without texts.
  static func empty() throws -> CatalogFile {
    try CatalogFile(#"{"sourceLanguage":"en","strings":{},"version":"1.0"}"#)
  }

  /// The members of the entries, by their keys.
  private var entries: [String: JSONText] {
    var result: [String: JSONText] = [:]
    guard let strings = root["strings"] else { return result }
    for member in strings.members { result[member.name.string ?? ""] = member.value }
    return result
  }

  /// The file with the texts of the code: what it lacks is added, and what the code does not have any more is marked as stale,
  /// unless it is an entry that was made by hand.
  func updated(with texts: [SourceText]) -> String {
    var entries = entries.mapValues { entry in
      var members: [String: String] = [:]
      for member in entry.members { members[member.name.string ?? ""] = Self.text(member.value) }
      return members
    }
    let found = Dictionary(texts.map { ($0.key, $0) }) { first, _ in first }
    for (key, entry) in entries where found[key] == nil && entry["extractionState"] != "\"manual\"" {
      entries[key]?["extractionState"] = "\"stale\""
    }
    for (key, text) in found {
      var entry = entries[key] ?? [:]
      if entry["extractionState"] == "\"stale\"" { entry["extractionState"] = nil }
      if let comment = text.comment { entry["comment"] = Self.quoted(comment) }
      if let english = text.english, entry["localizations"] == nil {
        entry["localizations"] = #"{"en":{"stringUnit":{"state":"new","value":\#(Self.quoted(english))}}}"#
      }
      entries[key] = entry
    }
    let strings = entries.map { key, members in
      Self.quoted(key) + ":{" + members.map { Self.quoted($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
    }
    let language = root["sourceLanguage"].map(Self.text) ?? "\"en\""
    let version = root["version"].map(Self.text) ?? "\"1.0\""
    let json = #"{"sourceLanguage":\#(language),"strings":{\#(strings.joined(separator: ","))},"version":\#(version)}"#
    // NB: it was put together from texts that were scanned, and from quoted ones.
    return (try? JSONText(scanning: json.utf8)).map(Self.pretty) ?? json
  }

  /// A module in JavaScript with an object for each language.
  func javaScriptFile(name: String) -> String {
    let languages = tables().map { language, texts in
      "  \(Self.quoted(language)): {\n"
        + texts.map { "    \(Self.quoted($0.key)): \($0.value)" }.joined(separator: ",\n") + "\n  }"
    }
    return """
      // Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.

      export const \(name) = {
      \(languages.joined(separator: ",\n"))
      };

      """
  }

  /// The texts of each language that has some, in the order of their keys.
  private func tables() -> [(language: String, texts: [(key: String, value: String)])] {
    var languages: [String: [(key: String, value: String)]] = [:]
    let source = root["sourceLanguage"]?.string ?? "en"
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let localizations = entry["localizations"] else { continue }
      for member in localizations.members {
        guard let language = member.name.string, let value = Self.embedded(member.value, key: key, language) else {
          continue
        }
        guard language == source || entry["shouldTranslate"]?.bool != false else { continue }
        languages[language, default: []].append((key, value))
      }
    }
    return languages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A Swift file with a literal for each language: an object with the texts that the language has.
  ///
  /// - Parameter isLibrary: Whether the texts of the module come from the catalogue wherever no other has them.
  func swiftFile(name: String, isLibrary: Bool = false) -> String {
    let tables = tables().map { language, texts in
      let json = texts.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ",\n")
      let fence = Self.fence(for: json)
      return "    \"\(language)\": \(fence)\"\"\"\n{\(json)}\n\"\"\"\(fence),\n"
    }
    return """
      // Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
      // swift-format-ignore-file
      import Words

      enum \(name) {
        /// The texts in each language.
        static let catalog = StringCatalog(embedded: [
      \(tables.joined())\(tables.isEmpty ? "    :\n" : "")  ])
      }
      \(isLibrary ? Self.ownTexts(of: name) : "")
      """
  }

  /// What lets the texts of a module come from its own catalogue.
  private static func ownTexts(of name: String) -> String {
    """

    // In this module these are called in place of those of Words.
    extension Words {
      static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
        LocalizedText(english, key: key, from: \(name).catalog)
      }

      func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
        string(Self.text(english, key: key))
      }
    }

    extension LocalizedText {
      init(english text: String) { self.init(english: text, from: \(name).catalog) }
    }

    """
  }

  /// The part of a translation that an embedded catalogue needs; `nil` for an English text that is its key. A translation without
  /// forms is a text alone.
  private static func embedded(_ json: JSONText, key: String, _ language: String) -> String? {
    if json["substitutions"] == nil, let value = json["stringUnit"]?["value"]?.string {
      let isEmpty = value.isEmpty && json["stringUnit"]?["state"]?.string == "new"
      return isEmpty || value == key && language == "en" ? nil : quoted(value)
    }
    return compact(json)
  }

  /// JSON in one line, so that a language has a line for each text.
  private static func compact(_ json: JSONText) -> String {
    switch json.kind {
    case .object:
      "{" + json.members.map { quoted($0.name.string ?? "") + ":" + compact($0.value) }.joined(separator: ",") + "}"
    case .array: "[" + json.elements.map(compact).joined(separator: ",") + "]"
    default: text(json)
    }
  }

  /// The number signs that a raw literal needs.
  private static func fence(for text: String) -> String {
    var fence = "#"
    while text.contains("\"\"\"" + fence) || text.contains("\\" + fence) { fence += "#" }
    return fence
  }

  private static func text(_ json: JSONText) -> String { String(decoding: json.bytes, as: UTF8.self) }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.write(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

// MARK: - Xcode's layout

extension CatalogFile {
  /// JSON as Xcode writes a catalogue: members in order, a space before and behind each colon, two spaces a level.
  static func pretty(_ json: JSONText) -> String { pretty(json, indentation: "") + "\n" }

  private static func pretty(_ json: JSONText, indentation: String) -> String {
    let inner = indentation + "  "
    switch json.kind {
    case .object:
      let members = json.members.map { (name: $0.name.string ?? "", value: $0.value) }.sorted { $0.name < $1.name }
      guard !members.isEmpty else { return "{\n\n\(indentation)}" }
      let lines = members.map { inner + quoted($0.name) + " : " + pretty($0.value, indentation: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    case .array:
      let elements = json.elements.map { inner + pretty($0, indentation: inner) }
      return elements.isEmpty ? "[\n\n\(indentation)]" : "[\n" + elements.joined(separator: ",\n") + "\n\(indentation)]"
    default: return text(json)
    }
  }
}
