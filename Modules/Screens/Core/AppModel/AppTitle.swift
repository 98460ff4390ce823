import Descriptions
public import Words

/// What people call an app: its name, the sign that stands for it, and what a front greets with.
///
///     AppTitle("Library", sign: "📚", greeting: "All that can be borrowed.")
///
/// A page has it in its bar, in the title of its tab and in its icon. The texts are looked up in the app's catalogues.
public struct AppTitle: Hashable, Sendable {
  /// The name as people read it.
  public let name: String
  /// One or two characters that stand for the app, such as an emoji; `nil` for the first letter of its name.
  public let sign: String?
  /// A sentence or two for those who see the app for the first time; `nil` without one.
  public let greeting: String?

  /// What people call an app.
  ///
  /// - Parameters:
  ///   - name: The name as people read it.
  ///   - sign: One or two characters that stand for the app.
  ///   - greeting: A sentence or two for those who see the app for the first time.
  public init(_ name: String, sign: String? = nil, greeting: String? = nil) {
    self.name = name
    self.sign = sign
    self.greeting = greeting
  }
}

extension AppTitle {
  /// What a front in another process is told of it, in the language of some words.
  public func json(in words: Words) -> JSON {
    func text(_ english: String) -> JSON { .string(words.string(LocalizedText(english: english))) }
    var members: [String: JSON] = ["name": text(name)]
    if let sign { members["sign"] = .string(sign) }
    if let greeting { members["greeting"] = text(greeting) }
    return .object(members)
  }

  var mistakes: [DescriptionMistake] {
    var sentences: [String] = []
    if name.isEmpty { sentences.append("the name of the app is empty.") }
    if let sign, !(1...2).contains(sign.count) {
      sentences.append("the sign \"\(sign)\" has not one or two characters.")
    }
    return sentences.map { DescriptionMistake("title", $0) }
  }
}
