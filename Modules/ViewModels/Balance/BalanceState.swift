import Formatting
public import Foundation
public import JSON
public import Models
import Services

/// What a front shows of the balance. A redacted state contains the value in no form.
public struct BalanceState: ScreenState {
  /// The balance; `nil` before the first one, and while it is hidden.
  public let value: Money?
  /// The balance as text: "$1,234.56", "--" before the first one, or a placeholder for a hidden one.
  public let valueText: String
  /// When the balance was acquired.
  public let lastUpdate: Date?
  /// The progress and the date: "Loading... Last update: Today at 3:04:05 PM."
  public let infoText: String
  /// The tone of the info text.
  public let infoTone: InfoTone
  /// Why the last refresh failed, for the user; `nil` if it did not fail, and while the application is inactive.
  public let failureText: String?
  /// Whether a refresh is in flight: the activity indicator runs.
  public let isRefreshing: Bool
  /// Whether the refresh button is hidden: during a refresh.
  public let refreshButtonHidden: Bool
  /// Whether the last refresh failed.
  public let didFail: Bool
  /// Whether the overlay for hidden values is shown.
  public let isRedacted: Bool

  public var isBusy: Bool { isRefreshing }

  init(_ facts: BalanceFacts, _ formats: Formats) {
    let isHidden = facts.isRedacted && facts.lastResponse != nil
    value = isHidden ? nil : facts.lastResponse?.value
    valueText = Redaction.text(formats.currency.text(facts.lastResponse?.value), hidden: isHidden)
    lastUpdate = facts.lastResponse?.date
    infoText = facts.infoText(formats)
    infoTone = facts.failure == nil ? .regular : .failure
    // NB: a backend may repeat an amount in its message.
    failureText = facts.isRedacted ? nil : facts.failure?.message
    isRefreshing = facts.isRefreshing
    refreshButtonHidden = facts.isRefreshing
    didFail = facts.failure != nil
    isRedacted = facts.isRedacted
  }

  public static let fields: Fields<BalanceState> = [
    Field(\.value, "The balance; null before the first one, and while it is hidden."),
    Field(\.valueText, "The balance as text, or a placeholder."),
    Field(\.lastUpdate, "When the balance was acquired."),
    Field(\.infoText, "The progress and the date of the balance."),
    Field(\.infoTone, "The tone of the info text."),
    Field(\.failureText, "Why the last refresh failed; null if it did not, and while hidden."),
    Field(\.isRefreshing, "Run the activity indicator."),
    Field(\.refreshButtonHidden, "Hide the refresh button."),
    Field(\.didFail, "Whether the last refresh failed."),
    Field(\.isRedacted, "Show the overlay for hidden values."),
  ]
}

/// The tone of a text.
public enum InfoTone: String, CaseIterable, Sendable, Described, JSONWritable {
  /// The usual tone.
  case regular
  /// Something failed.
  case failure
}

/// What the balance screen knows. The state decides what of it is shown.
struct BalanceFacts {
  var lastResponse: BalanceResponse?
  var isRefreshing = false
  /// Why the last refresh failed.
  var failure: ServiceError?
  var isRedacted = false

  /// The info text, its parts joined by a space.
  func infoText(_ formats: Formats) -> String {
    let progress = failure != nil ? "Failed to update." : isRefreshing ? "Loading..." : nil
    let lastUpdate = lastResponse.map { "Last update: \(formats.date.text($0.date))." }
    return [progress, lastUpdate].compactMap(\.self).joined(separator: " ")
  }

  mutating func beginRefresh() {
    failure = nil
    isRefreshing = true
  }

  mutating func receive(_ result: Result<BalanceResponse, ServiceError>) {
    isRefreshing = false
    switch result {
    case .success(let response): lastResponse = response
    case .failure(let error): failure = error
    }
  }
}
