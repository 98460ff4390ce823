import Foundation
import Streams

// The classes of seed 000, step by step; each step is an enum with the seed's own names in it.

// MARK: - The subscriber side

enum Sinking {
  class BalanceViewController: UIViewController {
    var buttonCancellable: AnyCancellable?
    let rootView = BalanceView()
    private(set) var refreshes = 0

    override func viewDidLoad() {
      super.viewDidLoad()

      buttonCancellable = rootView.refreshButton.touchUpInsidePublisher
        .sink(
          receiveValue: { [weak self] _ in
            self?.refreshBalance()
          }
        )
    }

    private func refreshBalance() { refreshes += 1 }
  }
}

// MARK: - What about NotificationCenter?

enum Storing {
  class BalanceViewController: UIViewController {
    private var cancellables: Set<AnyCancellable> = []
    private let rootView = BalanceView()
    private(set) var state = BalanceViewState()

    override func viewDidLoad() {
      super.viewDidLoad()

      rootView.refreshButton.touchUpInsidePublisher
        .sink { [weak self] _ in
          self?.refreshBalance()
        }
        .store(in: &cancellables)

      NotificationCenter.default
        .publisher(for: UIApplication.willResignActiveNotification)
        .sink { [weak self] _ in
          self?.state.isRedacted = true
        }
        .store(in: &cancellables)

      NotificationCenter.default
        .publisher(for: UIApplication.didBecomeActiveNotification)
        .sink { [weak self] _ in
          self?.state.isRedacted = false
        }
        .store(in: &cancellables)
    }

    private func refreshBalance() {}
  }
}

// MARK: - Refactoring to MVVM

enum Passing {
  final class BalanceViewModel {
    private let stateSubject = PassthroughSubject<BalanceViewState, Never>()
    private(set) var state = BalanceViewState() {
      didSet {
        stateSubject.send(state)
      }
    }
    var statePublisher: AnyPublisher<BalanceViewState, Never> {
      stateSubject.eraseToAnyPublisher()
    }

    private let service: BalanceService

    init(service: BalanceService) {
      self.service = service
    }

    func refreshBalance() {
      state.didFail = false
      state.isRefreshing = true
    }
  }
}

// MARK: - CurrentValueSubject

enum Remembering {
  final class BalanceViewModel {
    private let stateSubject: CurrentValueSubject<BalanceViewState, Never>
    private(set) var state: BalanceViewState {
      get { stateSubject.value }
      set { stateSubject.send(newValue) }
    }
    var statePublisher: AnyPublisher<BalanceViewState, Never> {
      stateSubject.eraseToAnyPublisher()
    }

    private let service: BalanceService

    init(service: BalanceService) {
      self.service = service
      stateSubject = .init(BalanceViewState())
    }

    func refreshBalance() {
      state.didFail = false
      state.isRefreshing = true
      service.refreshBalance { [weak self] result in
        self?.handleResult(result)
      }
    }

    private func handleResult(_ result: Result<BalanceResponse, Error>) {
      state.isRefreshing = false
      do {
        state.lastResponse = try result.get()
      } catch {
        state.didFail = true
      }
    }
  }
}

extension Remembering {
  class BalanceViewController: UIViewController {
    let rootView = BalanceView()
    private let viewModel: BalanceViewModel
    private var cancellables: Set<AnyCancellable> = []

    init(service: BalanceService) {
      self.viewModel = .init(service: service)
      super.init()
    }

    override func viewDidLoad() {
      super.viewDidLoad()

      viewModel.statePublisher
        .sink { [weak self] _ in self?.updateView() }
        .store(in: &cancellables)

      rootView.refreshButton.touchUpInsidePublisher
        .sink(receiveValue: viewModel.refreshBalance)
        .store(in: &cancellables)
    }

    private func updateView() {
      rootView.refreshButton.isHidden = viewModel.state.isRefreshing
      rootView.valueLabel.text = viewModel.state.formattedBalance
    }
  }
}

// MARK: - @Published, and subscribe

enum Publishing {
  enum BalanceViewEvent {
    case viewDidAppear
    case refreshButtonWasTapped
  }

  final class BalanceViewModel {
    let eventSubject = PassthroughSubject<BalanceViewEvent, Never>()
    @Published private(set) var state = BalanceViewState()
    private let service: BalanceService
    private var cancellables: Set<AnyCancellable> = []

    init(service: BalanceService) {
      self.service = service

      NotificationCenter.default
        .publisher(for: UIApplication.willResignActiveNotification)
        .sink { [weak self] _ in
          self?.state.isRedacted = true
        }
        .store(in: &cancellables)

      NotificationCenter.default
        .publisher(for: UIApplication.didBecomeActiveNotification)
        .sink { [weak self] _ in
          self?.state.isRedacted = false
        }
        .store(in: &cancellables)

      eventSubject
        .sink { [weak self] in self?.handleEvent($0) }
        .store(in: &cancellables)
    }

    private func handleEvent(_ event: BalanceViewEvent) {
      switch event {
      case .refreshButtonWasTapped, .viewDidAppear:
        refreshBalance()
      }
    }

    private func refreshBalance() {
      state.didFail = false
      state.isRefreshing = true
      service.refreshBalance { [weak self] result in
        self?.handleResult(result)
      }
    }

    private func handleResult(_ result: Result<BalanceResponse, Error>) {
      state.isRefreshing = false
      do {
        state.lastResponse = try result.get()
      } catch {
        state.didFail = true
      }
    }
  }

  class BalanceViewController: UIViewController {
    let rootView = BalanceView()
    let viewModel: BalanceViewModel
    private let formatDate: (Date) -> String
    private var cancellables: Set<AnyCancellable> = []

    init(service: BalanceService, formatDate: @escaping (Date) -> String) {
      self.viewModel = .init(service: service)
      self.formatDate = formatDate
      super.init()
    }

    override func viewDidLoad() {
      super.viewDidLoad()

      viewModel.$state
        .sink { [weak self] in self?.updateView(state: $0) }
        .store(in: &cancellables)

      rootView.refreshButton.touchUpInsidePublisher
        .map { _ in BalanceViewEvent.refreshButtonWasTapped }
        .subscribe(viewModel.eventSubject)
        .store(in: &cancellables)
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      viewModel.eventSubject.send(.viewDidAppear)
    }

    private func updateView(state: BalanceViewState) {
      rootView.refreshButton.isHidden = state.isRefreshing
      if state.isRefreshing {
        rootView.activityIndicator.startAnimating()
      } else {
        rootView.activityIndicator.stopAnimating()
      }
      rootView.valueLabel.text = state.formattedBalance
      rootView.valueLabel.alpha =
        state.isRedacted
        ? BalanceView.alphaForRedactedValueLabel
        : 1
      rootView.infoLabel.text = state.infoText(formatDate: formatDate)
      rootView.infoLabel.textColor = state.infoColor
      rootView.redactedOverlay.isHidden = !state.isRedacted
    }
  }
}
