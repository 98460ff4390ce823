public import Foundation

/// The acceptance of the terms and the privacy statement by a person at a date.
public struct TermsAcceptance: Hashable, Sendable {
  /// The person's name, without surrounding white space.
  public let name: String
  /// When the form was submitted.
  public let date: Date

  /// Creates the acceptance that a form states at a date; `nil` if the form is not valid to submit.
  public init?(_ form: TermsForm, at date: Date) {
    guard form.validToSubmit else { return nil }
    name = form.name.trimmed
    self.date = date
  }
}
