import Formatting
import Models
import Services
public import Streams

/// The user's account balance (seeds 000 and 001).
///
/// It refreshes each time it appears and when the user asks. The newest of overlapping refreshes wins. A failed refresh
/// keeps the value and shows why it failed. While the application is inactive, the value leaves the view model in no form.
public final class BalanceViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<BalanceViewEvent, Never>()
  @Published public private(set) var state: BalanceState
  public var statePublisher: Published<BalanceState>.Publisher { $state }

  private var facts = BalanceFacts() {
    didSet { updateState() }
  }
  private let formats: Formats
  private let refreshes = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a balance that was not loaded yet.
  public init(_ environment: AppEnvironment) {
    formats = environment.formats
    state = BalanceState(facts, formats)

    let (service, main) = (environment.backend.balance, environment.main)
    refreshes
      .map { service.refreshBalance().answer(on: main) }
      .switchToLatest()
      .sink { [weak self] in self?.facts.receive($0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)

    environment.application
      .sink { [weak self] in self?.facts.isRedacted = $0 == .willResignActive }
      .store(in: &cancellables)

    environment.dayChanges
      .sink { [weak self] in self?.updateState() }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: BalanceViewEvent) {
    switch event {
    case .viewDidAppear, .refreshButtonWasTapped:
      facts.beginRefresh()
      refreshes.send()
    }
  }

  private func updateState() {
    let state = BalanceState(facts, formats)
    if state != self.state { self.state = state }
  }
}

extension BalanceViewModel: CustomReflectable {
  // NB: a dump must not show the facts, which may hold a hidden value.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
