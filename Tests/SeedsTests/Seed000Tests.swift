import Foundation
import Streams
import Testing

/// Seed 000, "A Combine introduction": the balance, step by step. The steps are enums, each with the seed's own classes.
@MainActor @Suite struct Seed000Tests {
  private func tap(_ button: UIButton) {
    button.sendActions(for: .touchUpInside)
  }

  @Test func `sends taps to the controller until its cancellable is released`() {
    let controller = Sinking.BalanceViewController()
    controller.viewDidLoad()
    tap(controller.rootView.refreshButton)
    tap(controller.rootView.refreshButton)
    #expect(controller.refreshes == 2)
    controller.buttonCancellable = nil
    tap(controller.rootView.refreshButton)
    #expect(controller.refreshes == 2)
  }

  @Test func `stores nothing in a subject`() {
    let subject = PassthroughSubject<Int, Never>()
    var heard: [Int] = []
    subject.send(1)
    let cancellable = subject.sink { heard.append($0) }
    subject.send(2)
    cancellable.cancel()
    #expect(heard == [2])
  }

  @Test func `receives notifications while the controller lives`() {
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

  @Test func `publishes later changes only with a passthrough subject`() {
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

  @Test func `publishes the current state at once with a current value subject`() {
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

  @Test func `updates the view, and sends taps to the view model`() {
    let service = BalanceServiceSpy()
    let controller = Remembering.BalanceViewController(service: service)
    controller.viewDidLoad()
    #expect(controller.rootView.valueLabel.text == "--")
    tap(controller.rootView.refreshButton)
    #expect(controller.rootView.refreshButton.isHidden)
    service.completions[0](.success(response))
    #expect(controller.rootView.valueLabel.text == "$1234.5")
    #expect(!controller.rootView.refreshButton.isHidden)
  }

  @Test func `publishes the new value before the property changes`() {
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

  @Test func `does what the specification says`() {
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

  @Test func `shows what the product's view model shows`() {
    let service = BalanceServiceSpy()
    let controller = Publishing.BalanceViewController(service: service) { _ in ProductScreens.dateText }
    controller.viewDidLoad()
    let view = controller.rootView
    let script: [BalanceStep] = [
      .appear, .answer(5.25), .tapRefresh, .fail, .tapRefresh, .resignActive, .answer(7.75), .becomeActive, .appear,
      .fail, .resignActive,
    ]
    let sights = script.map { step in
      switch step {
      case .appear: controller.viewDidAppear(false)
      case .tapRefresh: tap(view.refreshButton)
      case .resignActive: post(UIApplication.willResignActiveNotification)
      case .becomeActive: post(UIApplication.didBecomeActiveNotification)
      case .answer(let amount):
        service.completions.last?(.success(BalanceResponse(balance: amount, date: Date(timeIntervalSince1970: 0))))
      case .fail: service.completions.last?(.failure(BalanceServiceSpy.Failure()))
      }
      return BalanceSight(
        value: view.redactedOverlay.isHidden ? view.valueLabel.text : nil, info: view.infoLabel.text,
        isFailure: view.infoLabel.textColor == .red, isRefreshing: view.activityIndicator.isAnimating,
        refreshButtonHidden: view.refreshButton.isHidden)
    }
    #expect(sights == ProductScreens.balance(script))
  }

  @Test func `releases the controller and its view model together`() {
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

  @Test func `finds the first appearance with an operator`() {
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
