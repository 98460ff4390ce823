import Models
import Streams
import TextUI
import ViewModels

/// The registration for the wizard school (seed 002).
@MainActor final class RegistrationView: ScreenView {
  let canvas: Canvas

  private let usernameField = TextField("username")
  private let usernameLabel = Label("usernameInfo")
  private let failureLabel = Label("failure", role: .failure)
  private let passwordField = TextField("password", isSecure: true)
  private let passwordAgainField = TextField("passwordAgain", isSecure: true)
  private let passwordLabel = Label("passwordInfo")
  private let resultLabel = Label("result")
  private let activityIndicator = ActivityIndicator()
  private let retryButton = Button("retry")
  private let createButton = Button("create")
  private var cancellables: Set<AnyCancellable> = []

  /// A view of a screen.
  init(_ screen: ScreenInstance<RegistrationViewModel>) {
    canvas = Canvas([
      usernameField, usernameLabel, failureLabel, passwordField, passwordAgainField, passwordLabel, resultLabel,
      activityIndicator, retryButton, createButton,
    ])

    screen.statePublisher
      .sink { [weak self] in self?.updateView($0) }
      .store(in: &cancellables)

    let events = screen.eventSubject
    usernameField.textPublisher.map { .usernameChanged($0) }.subscribe(events).store(in: &cancellables)
    passwordField.textPublisher.map { .passwordChanged(Password($0)) }.subscribe(events).store(in: &cancellables)
    passwordAgainField.textPublisher.map { .passwordAgainChanged(Password($0)) }.subscribe(events)
      .store(in: &cancellables)
    retryButton.touchUpInsidePublisher.map { .retryButtonWasTapped }.subscribe(events).store(in: &cancellables)
    createButton.touchUpInsidePublisher.map { .createButtonWasTapped }.subscribe(events).store(in: &cancellables)
  }

  private func updateView(_ state: RegistrationState) {
    usernameField.text = state.username
    usernameLabel.text = state.usernameText
    usernameLabel.tone = state.usernameTone
    failureLabel.text = state.failureText
    passwordLabel.text = state.passwordText
    passwordLabel.tone = state.passwordTone
    resultLabel.text = state.resultText
    resultLabel.tone = state.resultTone
    activityIndicator.isAnimating = state.isBusy
    retryButton.isHidden = state.retryButtonHidden
    createButton.isEnabled = state.createEnabled
    createButton.disabledReason = state.createDisabledReason
    if state.passwordsCleared {
      passwordField.text = ""
      passwordAgainField.text = ""
    }
    canvas.display()
  }
}
