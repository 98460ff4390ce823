/// A mistake in a catalogue. The text that it concerns is shown in English.
public struct CatalogProblem: Hashable, Sendable, CustomStringConvertible {
  /// The key of the entry.
  public var key: String
  /// The language; `nil` if the entry as a whole is meant.
  public var language: Language?
  /// What is wrong.
  public var reason: Reason

  /// What is wrong with an entry. More reasons may be added.
  public struct Reason: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistake in words.
    public let description: String

    /// There is neither a text nor a choice of texts.
    static let noText = Reason(description: "has no text")
    /// A choice by number has no form `other`, which every language needs.
    static let noOtherForm = Reason(description: "has no plural form \"other\"")
    /// A choice by device has no `other`.
    static let noOtherDevice = Reason(description: "has no device \"other\"")
    /// The entry is missing in a language.
    static let missing = Reason(description: "is missing")
    /// The translation is marked as one to look at again.
    static let needsReview = Reason(description: "is to be reviewed")

    /// A choice by number is about a text, or about no value.
    static let noNumber = Reason(description: "chooses a plural form without a number")

    static func newerVersion(_ version: String) -> Reason {
      Reason(description: "is \(version), which is newer than 1, so the catalogue may have what is not read")
    }
    static func unknownLanguage(_ name: String) -> Reason {
      Reason(description: "has a text in \"\(name)\", which is not a language")
    }
    static func unknownForm(_ name: String) -> Reason { Reason(description: "has an unknown plural form \"\(name)\"") }
    static func unusedForm(_ form: PluralCategory) -> Reason {
      Reason(description: "has the plural form \"\(form.rawValue)\", which the language does not use")
    }
    static func missingForm(_ form: PluralCategory) -> Reason {
      Reason(description: "lacks the plural form \"\(form.rawValue)\"")
    }
    static func badSpecifier(_ text: String) -> Reason { Reason(description: "has \"\(text)\", which cannot be read") }
    static func unknownSubstitution(_ name: String) -> Reason {
      Reason(description: "refers to \"\(name)\", which it does not have")
    }
    static func recursiveSubstitution(_ name: String) -> Reason {
      Reason(description: "refers to \"\(name)\" within itself")
    }
    static func otherArguments(_ expected: String, _ found: String) -> Reason {
      Reason(description: "has the values \(found), and the English text has \(expected)")
    }
  }

  /// The mistake in words, such as `de: "%lld files" lacks the plural form "one"`.
  public var description: String {
    let prefix = language.map { "\($0): " } ?? ""
    return "\(prefix)\"\(key)\" \(reason)"
  }
}
