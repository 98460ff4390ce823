/// The form of the terms screen (seed 002).
public struct TermsForm: Hashable, Sendable {
  /// Whether the terms switch is on.
  public var acceptedTerms: Bool
  /// Whether the privacy switch is on.
  public var acceptedPrivacy: Bool
  /// The name of the person who accepts.
  public var name: String

  /// Creates a form, which is empty by default.
  public init(acceptedTerms: Bool = false, acceptedPrivacy: Bool = false, name: String = "") {
    self.acceptedTerms = acceptedTerms
    self.acceptedPrivacy = acceptedPrivacy
    self.name = name
  }

  /// Whether the form can be submitted: both switches are on, and the name is more than white space, without invisible
  /// characters.
  public var validToSubmit: Bool {
    acceptedTerms && acceptedPrivacy && !name.trimmed.isEmpty && !nameHasInvisibleCharacters
  }

  /// Whether the name contains control or format characters other than the joiners that its letters need.
  public var nameHasInvisibleCharacters: Bool { name.trimmed.hasInvisibleCharacters }
}
