import Streams
import TextUI
import ViewModels

/// A product that can be bought: each property of the view has one of the view model's (seed 003).
@MainActor final class ProductView: ScreenView {
  let canvas: Canvas

  private let titleLabel = Label("title")
  private let descriptionLabel = Label("description")
  private let priceLabel = Label("price")
  private let receiptLabel = Label("receipt")
  private let errorLabel = Label("error", role: .failure)
  private let questionLabel = Label("question")
  private let activityIndicator = ActivityIndicator()
  private let retryButton = Button("retry")
  private let purchaseButton = Button("purchase")
  private let confirmButton = Button("confirm")
  private let declineButton = Button("decline")
  private var cancellables: [AnyCancellable] = []

  /// A view of a screen.
  init(_ screen: ScreenInstance<ProductViewModel>) {
    canvas = Canvas([
      titleLabel, descriptionLabel, priceLabel, receiptLabel, errorLabel, questionLabel, activityIndicator,
      retryButton, purchaseButton, confirmButton, declineButton,
    ])

    let state = screen.statePublisher
    cancellables = [
      state.map(\.title).assign(to: \.text, on: titleLabel),
      state.map(\.description).assign(to: \.text, on: descriptionLabel),
      state.map(\.buttonEnabled).assign(to: \.isEnabled, on: purchaseButton),
      state.map(\.buttonDisabledReason).assign(to: \.disabledReason, on: purchaseButton),
      state.map(\.errorText).assign(to: \.text, on: errorLabel),
      state.map(\.errorTextHidden).assign(to: \.isHidden, on: errorLabel),
      state.map(\.priceText).assign(to: \.text, on: priceLabel),
      state.map(\.receiptText).assign(to: \.text, on: receiptLabel),
      state.map(\.isBusy).assign(to: \.isAnimating, on: activityIndicator),
      state.map(\.retryButtonHidden).assign(to: \.isHidden, on: retryButton),
      state.map(\.confirmationText).assign(to: \.text, on: questionLabel),
      state.map(\.confirmationHidden).assign(to: \.isHidden, on: confirmButton),
      state.map(\.confirmationHidden).assign(to: \.isHidden, on: declineButton),
      state.sink { [canvas] _ in canvas.display() },
      retryButton.touchUpInsidePublisher.map { .retryButtonWasTapped }.subscribe(screen.eventSubject),
      purchaseButton.touchUpInsidePublisher.map { .purchase }.subscribe(screen.eventSubject),
      confirmButton.touchUpInsidePublisher.map { .confirmButtonWasTapped }.subscribe(screen.eventSubject),
      declineButton.touchUpInsidePublisher.map { .declineButtonWasTapped }.subscribe(screen.eventSubject),
    ]
  }
}
