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

  /// A view of a view model.
  init(_ viewModel: ProductViewModel) {
    canvas = Canvas([
      titleLabel, descriptionLabel, priceLabel, receiptLabel, errorLabel, questionLabel, activityIndicator,
      retryButton, purchaseButton, confirmButton, declineButton,
    ])

    cancellables = [
      viewModel.title.assign(to: \.text, on: titleLabel),
      viewModel.description.assign(to: \.text, on: descriptionLabel),
      viewModel.buttonEnabled.assign(to: \.isEnabled, on: purchaseButton),
      viewModel.$state.map(\.buttonDisabledReason).assign(to: \.disabledReason, on: purchaseButton),
      viewModel.errorText.assign(to: \.text, on: errorLabel),
      viewModel.errorTextHidden.assign(to: \.isHidden, on: errorLabel),
      viewModel.$state.map(\.priceText).assign(to: \.text, on: priceLabel),
      viewModel.$state.map(\.receiptText).assign(to: \.text, on: receiptLabel),
      viewModel.$state.map(\.isBusy).assign(to: \.isAnimating, on: activityIndicator),
      viewModel.$state.map(\.retryButtonHidden).assign(to: \.isHidden, on: retryButton),
      viewModel.$state.map(\.confirmationText).assign(to: \.text, on: questionLabel),
      viewModel.$state.map(\.confirmationHidden).assign(to: \.isHidden, on: confirmButton),
      viewModel.$state.map(\.confirmationHidden).assign(to: \.isHidden, on: declineButton),
      viewModel.$state.sink { [canvas] _ in canvas.display() },
      retryButton.touchUpInsidePublisher.map { .retryButtonWasTapped }.subscribe(viewModel.eventSubject),
      purchaseButton.touchUpInsidePublisher.map { .purchase }.subscribe(viewModel.eventSubject),
      confirmButton.touchUpInsidePublisher.map { .confirmButtonWasTapped }.subscribe(viewModel.eventSubject),
      declineButton.touchUpInsidePublisher.map { .declineButtonWasTapped }.subscribe(viewModel.eventSubject),
    ]
  }
}
