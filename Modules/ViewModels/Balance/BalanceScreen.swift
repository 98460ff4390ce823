public import Descriptions
import Formatting
public import Foundation
public import Models
import Services

extension Screen<BalanceViewModel> {
  /// The user's account balance.
  public static var balance: Self {
    Screen("balance", about: "The balance of the user's account.", appearance: .viewDidAppear) { BalanceViewModel($1) }
  }
}

/// What the user did on the balance screen (seed 000).
public enum BalanceViewEvent: CaseIterable, ScreenEvent {
  /// The screen appeared.
  case viewDidAppear
  /// The user asked for a newer value.
  case refreshButtonWasTapped

  public static let title = "BalanceEvent"

  public static let cases: [EventCase<BalanceViewEvent>] = [
    EventCase(.viewDidAppear, "The screen appeared."),
    EventCase(.refreshButtonWasTapped, "Ask for a newer value.").purpose(.refresh).idempotent(),
  ]
}

/// What a front shows of the balance. Where what is private is hidden, it contains the value in no form.
public struct BalanceState: ScreenState {
  /// The balance; `nil` before the first one, and where it is hidden.
  public private(set) var value: Money?
  /// The balance as text: "$1,234.56", "--" before the first one, or a placeholder for a hidden one.
  public private(set) var valueText: String
  /// When the balance was acquired.
  public let lastUpdate: Date?
  /// The progress and the date: "Loading... Last update: Today at 3:04:05 PM."
  public let infoText: String
  /// The tone of the info text.
  public let infoTone: InfoTone
  /// Why the last refresh failed, for the user; `nil` if it did not fail, and where it is hidden.
  public private(set) var failureText: String?
  /// Whether a refresh is in flight: the activity indicator runs.
  public let isRefreshing: Bool
  /// Whether the refresh button is hidden: during a refresh.
  public let refreshButtonHidden: Bool
  /// Whether the last refresh failed.
  public let didFail: Bool
  /// Whether the overlay for hidden values is shown, because what is private is hidden.
  public private(set) var isRedacted: Bool

  public var isBusy: Bool { isRefreshing }

  init(_ facts: BalanceFacts, _ environment: AppEnvironment) {
    // Each is looked up once.
    let (formats, words) = (environment.formats, environment.words)
    value = facts.lastResponse?.value
    valueText = formats.currency.text(facts.lastResponse?.value)
    lastUpdate = facts.lastResponse?.date
    infoText = facts.infoText(formats, words)
    infoTone = facts.failure == nil ? .regular : .failure
    failureText = (facts.failure?.text).map(words.string)
    isRefreshing = facts.isRefreshing
    refreshButtonHidden = facts.isRefreshing
    didFail = facts.failure != nil
    isRedacted = false
  }

  public static let fields: Fields<BalanceState> = [
    Field(\.value, "The balance; null before the first one, and while it is hidden.", .isPrivate(as: nil))
      .forPrograms(),
    Field(\.valueText, "The balance as text, or a placeholder.", .isPrivate(as: hiddenText), as: .title),
    Field(\.lastUpdate, "When the balance was acquired.").forPrograms(),
    Field(\.infoText, "The progress and the date of the balance.", as: .note),
    Field(\.infoTone, "The tone of the info text.").forPrograms(),
    // A backend may repeat an amount in its message.
    Field(
      \.failureText, "Why the last refresh failed; null if it did not, and while hidden.", .isPrivate(as: nil),
      as: .failure),
    Field(\.isRefreshing, "Run the activity indicator.", as: .activity),
    Field(\.refreshButtonHidden, "Hide the refresh button.").forPrograms(),
    Field(\.didFail, "Whether the last refresh failed.").forPrograms(),
    Field(\.isRedacted, "Show the overlay for hidden values.", .saysWhetherHidden).forPrograms(),
  ]

  public static var samples: [BalanceState] { [BalanceState(BalanceFacts(), AppEnvironment())] }

  /// The placeholder of the text. Where there is no balance, there is nothing to hide.
  private static func hiddenText(_ text: String) -> String {
    text == CurrencyFormat.placeholder ? text : Redaction.text
  }
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
  /// What the backend has told without being asked.
  var lastChange: BalanceResponse?
  var isRefreshing = false
  /// Why the last refresh failed.
  var failure: ServiceError?

  /// The info text, its parts joined by a space.
  func infoText(_ formats: Formats, _ words: Words) -> String {
    let progress =
      failure != nil ? words.text("Failed to update.") : isRefreshing ? words.text("Loading...") : nil
    guard let lastResponse else { return progress ?? "" }
    let lastUpdate = words.text("Last update: \(formats.date.text(lastResponse.date)).")
    return progress.map { "\($0) \(lastUpdate)" } ?? lastUpdate
  }

  mutating func beginRefresh() {
    failure = nil
    isRefreshing = true
  }

  mutating func receive(_ result: Result<BalanceResponse, ServiceError>) {
    isRefreshing = false
    switch result {
    // An answer may be older than what was told while it was on its way.
    case .success(let response):
      lastResponse = if let lastChange, lastChange.date > response.date { lastChange } else { response }
    case .failure(let error): failure = error
    }
  }

  mutating func receive(change: BalanceResponse) {
    lastChange = change
    lastResponse = change
    failure = nil
  }
}

/// The user's account balance (seeds 000 and 001).
///
/// It refreshes each time it appears, when the user asks, and after a purchase. The newest of overlapping refreshes wins. Once it has
/// appeared, it also follows what other programs change, where the backend tells it: see `BalanceService.latestBalances`.
/// A failed refresh keeps the value and shows why it failed. Its state has the value, which is hidden where the state is shown: see
/// `ScreenInstance.state` and `ScreenInstance.state`.
public final class BalanceViewModel: ViewModel {
  public let eventSubject = EventSubject<BalanceViewEvent>()
  @Published public private(set) var state: BalanceState
  public var statePublisher: Published<BalanceState>.Publisher { $state }

  @Published private var facts = BalanceFacts()
  private let refreshes = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a balance that was not loaded yet.
  public init(_ environment: AppEnvironment) {
    state = BalanceState(BalanceFacts(), environment)
    environment.states(of: $facts, BalanceState.init).assign(to: &$state)

    let service = environment.backend.balance
    let answer = service.refreshBalance().result()
    refreshes
      .map { answer }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    eventSubject.first { $0 == .viewDidAppear }
      .flatMap { [weak self, changes = environment.accountChanges] _ in
        changes.map { _ in self?.facts.lastChange = nil }.prepend(())
      }
      .map { service.latestBalances }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive(change: $0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)

    service.balanceChanges
      .sink { [weak self] in self?.refresh() }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: BalanceViewEvent) {
    switch event {
    case .viewDidAppear, .refreshButtonWasTapped: refresh()
    }
  }

  private func refresh() {
    facts.beginRefresh()
    refreshes.send()
  }
}

extension BalanceViewModel: CustomReflectable {
  // NB: a dump must not show the facts, which may hold a hidden value.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
