import Streams
import TextUI
import ViewModels

/// The account balance, bound property by property (seed 001).
@MainActor final class BalanceView: ScreenView {
  let canvas: Canvas

  private let valueLabel = Label("value")
  private let infoLabel = Label("info")
  private let failureLabel = Label("failure", role: .failure)
  private let activityIndicator = ActivityIndicator()
  private let refreshButton = Button("refresh")
  private var cancellables: Set<AnyCancellable> = []

  /// A view of a screen.
  init(_ screen: ScreenInstance<BalanceViewModel>) {
    canvas = Canvas(
      [valueLabel, infoLabel, failureLabel, activityIndicator, refreshButton], labels: ["value": "Balance"])

    let state = screen.statePublisher
    state.map(\.valueText).assign(to: \.text, on: valueLabel).store(in: &cancellables)
    state.map(\.isRedacted).assign(to: \.isRedacted, on: valueLabel).store(in: &cancellables)
    state.map(\.infoText).assign(to: \.text, on: infoLabel).store(in: &cancellables)
    state.map(\.infoTone).assign(to: \.tone, on: infoLabel).store(in: &cancellables)
    state.map(\.failureText).assign(to: \.text, on: failureLabel).store(in: &cancellables)
    state.map(\.isRefreshing).assign(to: \.isAnimating, on: activityIndicator).store(in: &cancellables)
    state.map(\.refreshButtonHidden).assign(to: \.isHidden, on: refreshButton).store(in: &cancellables)
    state.sink { [canvas] _ in canvas.display() }.store(in: &cancellables)

    refreshButton.touchUpInsidePublisher.map { .refreshButtonWasTapped }.subscribe(screen.eventSubject)
      .store(in: &cancellables)
  }
}
