import Streams
import ViewModels

/// The account balance, bound property by property (seed 001).
@MainActor final class BalanceView: ScreenView {
  let canvas: Canvas

  private let valueLabel = Label("value")
  private let infoLabel = Label("info")
  private let failureLabel = Label("failure")
  private let activityIndicator = ActivityIndicator()
  private let refreshButton = Button("refresh")
  private let redactedOverlay: Overlay
  private var cancellables: Set<AnyCancellable> = []

  /// The view of a view model.
  init(_ viewModel: BalanceViewModel) {
    canvas = Canvas([valueLabel, infoLabel, failureLabel, activityIndicator, refreshButton])
    failureLabel.isFailure = true
    redactedOverlay = Overlay(over: valueLabel)

    let isRefreshingPublisher = viewModel.$state
      .map(\.isRefreshing)
      .removeDuplicates()

    isRefreshingPublisher
      .assign(to: \.isHidden, on: refreshButton)
      .store(in: &cancellables)
    isRefreshingPublisher
      .assign(to: \.writableIsAnimating, on: activityIndicator)
      .store(in: &cancellables)
    viewModel.$state
      .map { $0.valueText }
      .assign(to: \.text, on: valueLabel)
      .store(in: &cancellables)
    viewModel.$state
      .map { !$0.isRedacted }
      .assign(to: \.isHidden, on: redactedOverlay)
      .store(in: &cancellables)
    viewModel.$state
      .map { $0.infoText }
      .assign(to: \.text, on: infoLabel)
      .store(in: &cancellables)
    viewModel.$state
      .map { $0.infoTone == .failure }
      .assign(to: \.isFailure, on: infoLabel)
      .store(in: &cancellables)
    viewModel.$state
      .map { $0.failureText }
      .assign(to: \.text, on: failureLabel)
      .store(in: &cancellables)
    viewModel.$state
      .sink { [canvas] _ in canvas.display() }
      .store(in: &cancellables)

    refreshButton.touchUpInsidePublisher
      .map { _ in BalanceViewEvent.refreshButtonWasTapped }
      .subscribe(viewModel.eventSubject)
      .store(in: &cancellables)
  }
}
