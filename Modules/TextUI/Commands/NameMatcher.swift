public import Words

/// Finds the name that a user means.
///
/// ```swift
/// let fields = NameMatcher(kind: Words.text("field"), names: ["username", "password"])
/// try fields.match("user")  // "username"
/// fields.suggestion(for: "pasword")  // "password"
/// ```
public struct NameMatcher: Sendable {
  /// What the names stand for, in one word: "button".
  public let kind: LocalizedText
  /// The names.
  public let names: [String]
  /// What stands on the screen in place of a name, where that is something else.
  private let labels: [String: String]

  /// A matcher of names.
  public init(kind: LocalizedText, names: [String]) {
    self.init(kind: kind, names: names, labels: [:])
  }

  /// A matcher whose errors have the labels of names behind them: "amount (Betrag)".
  init(kind: LocalizedText, names: [String], labels: [String: String]) {
    self.kind = kind
    self.names = names
    self.labels = labels
  }

  /// The name that a word stands for: the name itself, or the only name with this prefix. Without such a name, a prefix
  /// of a later word in a name counts too: "terms" stands for "acceptedTerms". Case does not matter.
  ///
  /// - Throws: a ``CommandError`` with the names that match, or the nearest name.
  public func match(_ word: String) throws(CommandError) -> String {
    let matches = matches(word)
    if let name = names.first(where: { $0.lowercased() == word.lowercased() }) { return name }
    if matches.count == 1 { return matches[0] }
    if matches.count > 1 {
      throw CommandError(Words.text("Several begin like that: \(list(matches))."))
    }
    guard !names.isEmpty else { throw CommandError(Words.text("There is no \(kind) here.")) }
    if let nearest = suggestion(for: word) {
      throw CommandError(correction: .init(kind: kind, word: word, name: nearest))
    }
    throw CommandError(Words.text("There is no such \(kind). Known: \(list(names))."))
  }

  private func list(_ names: [String]) -> String {
    names.map { name in labels[name].map { "\(name) (\($0))" } ?? name }.joined(separator: ", ")
  }

  /// The names that a word stands for, by the rules of ``match(_:)``.
  public func matches(_ word: String) -> [String] {
    let word = word.lowercased()
    let byPrefix = names.filter { $0.lowercased().hasPrefix(word) }
    return byPrefix.isEmpty ? names.filter { $0.laterWords.contains { $0.hasPrefix(word) } } : byPrefix
  }

  /// The nearest name: its edit distance from the word is at most a third of the word's length, or one of both begins with
  /// the other; `nil` if there is none.
  public func suggestion(for word: String) -> String? {
    nearestName(to: word, among: names)
  }

  /// Whether a word stands for a name, or for several, or was probably meant to.
  func resembles(_ word: String) -> Bool {
    !matches(word).isEmpty || similarName(to: word, among: names) != nil
  }
}

extension String {
  /// The suffixes that begin with a capital letter, in lower case: "passwordAgain" has "again".
  fileprivate var laterWords: [String] {
    indices.dropFirst().filter { self[$0].isUppercase }.map { self[$0...].lowercased() }
  }
}
