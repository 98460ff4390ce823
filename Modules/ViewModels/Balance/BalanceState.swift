import Formatting
public import Foundation
public import Models
import Services

/// What a front may show of the balance. While it is redacted the value is in it in no form.
public struct BalanceState: ScreenState {
  /// The balance; `nil` before the first one, and while it is hidden.
  public let value: Money?
  /// The balance in words: "$1,234.56", "--" before the first one, or what stands in for a hidden one.
  public let valueText: String
  /// When the balance was acquired.
  public let lastUpdate: Date?
  /// What there is to say: "Loading... Last update: Today at 3:04:05 PM."
  public let infoText: String
  /// In what tone to say it.
  public let infoTone: InfoTone
  /// Why the last refresh failed, in words for the user; `nil` if it did not, and while the application is inactive.
  public let failureText: String?
  /// Whether a refresh is on its way: the activity indicator runs, and the refresh button is hidden.
  public let isRefreshing: Bool
  /// Whether the last refresh failed.
  public let didFail: Bool
  /// Whether the overlay that stands for hidden things is shown.
  public let isRedacted: Bool

  public var isBusy: Bool { isRefreshing }

  /// What the facts allow a front to show.
  init(_ facts: BalanceFacts, _ formats: Formats) {
    let isHidden = facts.isRedacted && facts.lastResponse != nil
    value = isHidden ? nil : facts.lastResponse?.value
    valueText = Redaction.text(formats.currency.text(facts.lastResponse?.value), hidden: isHidden)
    lastUpdate = facts.lastResponse?.date
    infoText = facts.infoText(formats)
    infoTone = facts.didFail ? .failure : .regular
    // NB: a backend may name an amount in its own words.
    failureText = facts.isRedacted ? nil : facts.failure?.message
    isRefreshing = facts.isRefreshing
    didFail = facts.didFail
    isRedacted = facts.isRedacted
  }

  public static let fields: [Field<BalanceState>] = [
    Field("value", "The balance; null before the first one, and while it is hidden.", \.value),
    Field("valueText", "The balance in words, or what stands in for it.", \.valueText),
    Field("lastUpdate", "When the balance was acquired.", \.lastUpdate),
    Field("infoText", "What there is to say.", \.infoText),
    Field("infoTone", "In what tone to say it.", \.infoTone),
    Field("failureText", "Why the last refresh failed; null if it did not, and while hidden.", \.failureText),
    Field("isRefreshing", "Run the activity indicator, and hide the refresh button.", \.isRefreshing),
    Field("didFail", "Whether the last refresh failed.", \.didFail),
    Field("isRedacted", "Show the overlay that stands for hidden things.", \.isRedacted),
  ]
}

/// In what tone a screen speaks.
public enum InfoTone: String, CaseIterable, Sendable, Codable, Described {
  /// As always.
  case regular
  /// Something failed.
  case failure
}

/// What the balance screen knows; not all of it may be shown.
struct BalanceFacts {
  var lastResponse: BalanceResponse?
  var isRefreshing = false
  /// Why the last refresh failed.
  var failure: ServiceError?
  var isRedacted = false

  var didFail: Bool { failure != nil }

  /// The info text, its parts joined by a space.
  func infoText(_ formats: Formats) -> String {
    let progress = didFail ? "Failed to update." : isRefreshing ? "Loading..." : nil
    let lastUpdate = lastResponse.map { "Last update: \(formats.date.text($0.date))." }
    return [progress, lastUpdate].compactMap(\.self).joined(separator: " ")
  }
}
