#if canImport(FoundationEssentials) || canImport(Foundation)
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// Who accepted the terms and the privacy statement, and when.
  public struct TermsAcceptance: Hashable, Sendable, Codable {
    /// Who accepted, without white space around the name.
    public let name: String
    /// When the form was submitted.
    public let date: Date

    /// What a form says at a date; `nil` unless it is valid to submit.
    public init?(_ form: TermsForm, at date: Date) {
      guard form.validToSubmit else { return nil }
      name = form.name.trimmed
      self.date = date
    }
  }
#endif
