import Foundation
import Streams
import Testing

/// Seed 000, "A Combine introduction": the balance, step by step. The steps are enums, each with the seed's own classes.
@MainActor @Suite struct Seed000Tests {
  private func tap(_ button: UIButton) {
    button.sendActions(for: .touchUpInside)
  }

  @Test func aTapReachesTheControllerUntilItsCancellableIsGone() {
    let controller = Sinking.BalanceViewController()
    controller.viewDidLoad()
    tap(controller.rootView.refreshButton)
    tap(controller.rootView.refreshButton)
    #expect(controller.refreshes == 2)
    controller.buttonCancellable = nil
    tap(controller.rootView.refreshButton)
    #expect(controller.refreshes == 2)
  }

  @Test func aSubjectStoresNothing() {
    let subject = PassthroughSubject<Int, Never>()
    var heard: [Int] = []
    subject.send(1)
    let cancellable = subject.sink { heard.append($0) }
    subject.send(2)
    cancellable.cancel()
    #expect(heard == [2])
  }

  @Test func theNotificationsReachTheControllerAsLongAsItLives() {
    var controller: Storing.BalanceViewController? = Storing.BalanceViewController()
    let remains = Weak(controller)
    controller?.viewDidLoad()
    post(UIApplication.willResignActiveNotification)
    #expect(controller?.state.isRedacted == true)
    post(UIApplication.didBecomeActiveNotification)
    #expect(controller?.state.isRedacted == false)
    controller = nil
    #expect(remains.object == nil)
    post(UIApplication.willResignActiveNotification)
  }

  @Test func aPassthroughSubjectTellsOnlyOfChangesToCome() {
    let service = BalanceServiceSpy()
    let viewModel = Passing.BalanceViewModel(service: service)
    var heard: [BalanceViewState] = []
    let cancellable = viewModel.statePublisher.sink { heard.append($0) }
    #expect(heard == [])
    viewModel.refreshBalance()
    // Every property that is set in place publishes a state of its own.
    #expect(heard.map(\.isRefreshing) == [false, true])
    cancellable.cancel()
  }

  @Test func aCurrentValueSubjectTellsOfTheCurrentStateAtOnce() {
    let service = BalanceServiceSpy()
    let viewModel = Remembering.BalanceViewModel(service: service)
    var heard: [BalanceViewState] = []
    let cancellable = viewModel.statePublisher.sink { _ in heard.append(viewModel.state) }
    #expect(heard == [BalanceViewState()])
    viewModel.refreshBalance()
    service.completions[0](.success(response))
    #expect(heard.last?.lastResponse == response)
    #expect(heard.count == 5)
    cancellable.cancel()
  }

  @Test func aPublishedPropertyReadsTheOldValueWhileItPublishesTheNewOne() {
    let viewModel = Publishing.BalanceViewModel(service: BalanceServiceSpy())
    var published: [Bool] = []
    var read: [Bool] = []
    let cancellable = viewModel.$state.sink {
      published.append($0.isRefreshing)
      read.append(viewModel.state.isRefreshing)
    }
    viewModel.eventSubject.send(.refreshButtonWasTapped)
    cancellable.cancel()
    #expect(published == [false, false, true])
    #expect(read == [false, false, false])
    #expect(viewModel.state.isRefreshing)
  }

  @Test func theScreenDoesWhatTheSpecificationSays() {
    let service = BalanceServiceSpy()
    let controller = Publishing.BalanceViewController(service: service) { _ in "then" }
    controller.viewDidLoad()
    let view = controller.rootView
    #expect(view.valueLabel.text == "--")

    controller.viewDidAppear(false)
    #expect(service.completions.count == 1)
    #expect(view.refreshButton.isHidden)
    #expect(view.activityIndicator.isAnimating)
    #expect(view.infoLabel.text == "Loading...")

    service.completions[0](.success(response))
    #expect(view.valueLabel.text == "$1234.5")
    #expect(view.infoLabel.text == "Last update: then.")
    #expect(!view.activityIndicator.isAnimating)

    tap(view.refreshButton)
    service.completions[1](.failure(BalanceServiceSpy.Failure()))
    #expect(view.valueLabel.text == "$1234.5")
    #expect(view.infoLabel.text == "Failed to update. Last update: then.")
    #expect(view.infoLabel.textColor == .red)

    post(UIApplication.willResignActiveNotification)
    #expect(!view.redactedOverlay.isHidden)
    #expect(view.valueLabel.alpha == BalanceView.alphaForRedactedValueLabel)
    post(UIApplication.didBecomeActiveNotification)
    #expect(view.redactedOverlay.isHidden)
  }

  @Test func theControllerAndItsViewModelDieTogether() {
    let service = BalanceServiceSpy()
    var controller: Publishing.BalanceViewController? = Publishing.BalanceViewController(service: service) { _ in "" }
    let remains = Weak(controller)
    let viewModel = Weak(controller?.viewModel)
    controller?.viewDidLoad()
    controller?.viewDidAppear(false)
    controller = nil
    #expect(remains.object == nil)
    #expect(viewModel.object == nil)
  }

  @Test func theFirstAppearanceIsToldApartByAnOperator() {
    let eventSubject = PassthroughSubject<Publishing.BalanceViewEvent, Never>()
    var cancellables: Set<AnyCancellable> = []
    var refreshes = 0

    eventSubject
      .first(where: { $0 == .viewDidAppear })
      .sink { _ in refreshes += 1 }
      .store(in: &cancellables)

    eventSubject.send(.refreshButtonWasTapped)
    eventSubject.send(.viewDidAppear)
    eventSubject.send(.viewDidAppear)
    #expect(refreshes == 1)
  }
}

// MARK: - The subscriber side

private enum Sinking {
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

private enum Storing {
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

private enum Passing {
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

private enum Remembering {
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

// MARK: - @Published, and subscribe

private enum Publishing {
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
