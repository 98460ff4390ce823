import Formatting
public import Foundation
import Models

/// What a front shows of the terms.
public struct TermsState: ScreenState {
  /// Whether the switch for the terms is on.
  public let acceptedTerms: Bool
  /// Whether the switch for the privacy statement is on.
  public let acceptedPrivacy: Bool
  /// The text in the name's field.
  public let name: String
  /// Whether the form can be submitted.
  public let submitEnabled: Bool
  /// The name of the person that accepted; `nil` before the form was submitted.
  public let acceptedBy: String?
  /// When the form was submitted; `nil` before that.
  public let acceptedAt: Date?
  /// What was accepted, by whom and when.
  public let acceptanceText: String?

  public var isBusy: Bool { false }

  init(_ form: TermsForm, _ acceptance: TermsAcceptance?, _ formats: Formats) {
    acceptedTerms = form.acceptedTerms
    acceptedPrivacy = form.acceptedPrivacy
    name = form.name
    submitEnabled = form.validToSubmit
    acceptedBy = acceptance?.name
    acceptedAt = acceptance?.date
    acceptanceText = acceptance.map {
      "\($0.name) accepted the terms and the privacy statement. \(formats.date.text($0.date))."
    }
  }

  public static let fields: Fields<TermsState> = [
    Field(\.acceptedTerms, "Whether the switch for the terms is on."),
    Field(\.acceptedPrivacy, "Whether the switch for the privacy statement is on."),
    Field(\.name, "The text in the name's field."),
    Field(\.submitEnabled, "Whether the form can be submitted."),
    Field(\.acceptedBy, "Who accepted; null before the form was submitted."),
    Field(\.acceptedAt, "When; null before the form was submitted."),
    Field(\.acceptanceText, "What was accepted, by whom and when."),
  ]
}
