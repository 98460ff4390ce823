import Foundation
import Streams

// The parts of seeds 000 and 001 around their Combine code.

struct BalanceResponse: Equatable {
  var balance: Double
  var date: Date
}

protocol BalanceService: AnyObject {
  func refreshBalance(completion: @escaping (Result<BalanceResponse, Error>) -> Void)
}

final class BalanceServiceSpy: BalanceService {
  struct Failure: Error {}

  private(set) var completions: [(Result<BalanceResponse, Error>) -> Void] = []

  func refreshBalance(completion: @escaping (Result<BalanceResponse, Error>) -> Void) {
    completions.append(completion)
  }
}

struct BalanceViewState: Equatable {
  var didFail = false
  var isRefreshing = false
  var isRedacted = false
  var lastResponse: BalanceResponse?
}

extension BalanceViewState {
  var formattedBalance: String {
    lastResponse.map { "$\($0.balance)" } ?? "--"
  }

  var infoColor: UIColor { didFail ? .red : .black }

  func infoText(formatDate: (Date) -> String) -> String {
    var parts: [String] = []
    if didFail { parts.append("Failed to update.") } else if isRefreshing { parts.append("Loading...") }
    if let lastResponse { parts.append("Last update: \(formatDate(lastResponse.date)).") }
    return parts.joined(separator: " ")
  }
}

final class BalanceView: UIView {
  static let alphaForRedactedValueLabel = 0.1

  let refreshButton = CustomButton()
  let valueLabel = UILabel()
  let infoLabel = UILabel()
  let redactedOverlay = UIView()
  let activityIndicator = UIActivityIndicatorView()
}

class CustomButton: UIButton {
  private lazy var touchUpInsideSubject: PassthroughSubject<Void, Never> = {
    let subject = PassthroughSubject<Void, Never>()
    addAction(for: .touchUpInside) { [weak self] in self?.handleTap() }
    return subject
  }()

  private func handleTap() {
    touchUpInsideSubject.send()
  }

  var touchUpInsidePublisher: AnyPublisher<Void, Never> {
    touchUpInsideSubject.eraseToAnyPublisher()
  }
}

let response = BalanceResponse(balance: 1_234.5, date: Date(timeIntervalSince1970: 0))

/// Posts a notification of the application.
func post(_ name: Notification.Name) {
  NotificationCenter.default.post(name: name, object: nil)
}
