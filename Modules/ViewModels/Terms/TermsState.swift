import Formatting
public import Foundation
import Models

/// What a front may show of the terms.
public struct TermsState: ScreenState {
  /// Whether the switch for the terms is on.
  public let acceptedTerms: Bool
  /// Whether the switch for the privacy statement is on.
  public let acceptedPrivacy: Bool
  /// What the name's field holds.
  public let name: String
  /// Whether the form can be submitted.
  public let submitEnabled: Bool
  /// Who accepted; `nil` before the form was submitted.
  public let acceptedBy: String?
  /// When; `nil` before the form was submitted.
  public let acceptedAt: Date?
  /// What was accepted, by whom and when, in words.
  public let acceptanceText: String?

  public var isBusy: Bool { false }

  /// What a form and the last submitted one look like.
  init(_ form: TermsForm, _ acceptance: TermsAcceptance?, _ formats: Formats) {
    acceptedTerms = form.acceptedTerms
    acceptedPrivacy = form.acceptedPrivacy
    name = form.name
    submitEnabled = form.validToSubmit
    acceptedBy = acceptance?.name
    acceptedAt = acceptance?.date
    acceptanceText =
      if let acceptance {
        "\(acceptance.name) accepted the terms and the privacy statement. \(formats.date.text(acceptance.date))."
      } else {
        nil
      }
  }

  public static let fields: [Field<TermsState>] = [
    Field("acceptedTerms", "Whether the switch for the terms is on.", \.acceptedTerms),
    Field("acceptedPrivacy", "Whether the switch for the privacy statement is on.", \.acceptedPrivacy),
    Field("name", "What the name's field holds.", \.name),
    Field("submitEnabled", "Whether the form can be submitted.", \.submitEnabled),
    Field("acceptedBy", "Who accepted; null before the form was submitted.", \.acceptedBy),
    Field("acceptedAt", "When; null before the form was submitted.", \.acceptedAt),
    Field("acceptanceText", "What was accepted, by whom and when.", \.acceptanceText),
  ]
}
