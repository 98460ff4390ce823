/// What the terms screen holds (seed 002).
public struct TermsForm: Hashable, Sendable {
  /// Whether the switch for the terms is on.
  public var acceptedTerms: Bool
  /// Whether the switch for the privacy statement is on.
  public var acceptedPrivacy: Bool
  /// Who accepts.
  public var name: String

  /// A form; empty unless told otherwise.
  public init(acceptedTerms: Bool = false, acceptedPrivacy: Bool = false, name: String = "") {
    self.acceptedTerms = acceptedTerms
    self.acceptedPrivacy = acceptedPrivacy
    self.name = name
  }

  /// Whether the form may be submitted: both switches are on, and there is a name. White space alone is no name.
  public var validToSubmit: Bool { acceptedTerms && acceptedPrivacy && !name.trimmed.isEmpty }
}
