import Models
import Streams
import ViewModels

/// The registration for the wizard school (seed 002).
@MainActor final class RegistrationView: ScreenView {
  let canvas: Canvas

  private let usernameField = TextField("username")
  private let usernameLabel = Label("usernameInfo")
  private let failureLabel = Label("failure")
  private let passwordField = TextField("password", isSecure: true)
  private let passwordAgainField = TextField("passwordAgain", isSecure: true)
  private let passwordLabel = Label("passwordInfo")
  private let resultLabel = Label("result")
  private let activityIndicator = ActivityIndicator()
  private let retryButton = Button("retry")
  private let createButton = Button("create")
  private var cancellables: Set<AnyCancellable> = []

  /// The view of a view model.
  init(_ viewModel: RegistrationViewModel) {
    canvas = Canvas([
      usernameField, usernameLabel, failureLabel, passwordField, passwordAgainField, passwordLabel, resultLabel,
      activityIndicator, retryButton, createButton,
    ])
    failureLabel.isFailure = true

    viewModel.$state
      .sink { [weak self] in self?.updateView($0) }
      .store(in: &cancellables)

    let events = viewModel.eventSubject
    usernameField.textPublisher
      .map { RegistrationEvent.usernameChanged($0) }
      .subscribe(events)
      .store(in: &cancellables)
    passwordField.textPublisher
      .map { RegistrationEvent.passwordChanged(Password($0)) }
      .subscribe(events)
      .store(in: &cancellables)
    passwordAgainField.textPublisher
      .map { RegistrationEvent.passwordAgainChanged(Password($0)) }
      .subscribe(events)
      .store(in: &cancellables)
    retryButton.touchUpInsidePublisher
      .map { _ in RegistrationEvent.retryButtonWasTapped }
      .subscribe(events)
      .store(in: &cancellables)
    createButton.touchUpInsidePublisher
      .map { _ in RegistrationEvent.createButtonWasTapped }
      .subscribe(events)
      .store(in: &cancellables)
  }

  private func updateView(_ state: RegistrationState) {
    usernameField.text = state.username
    usernameLabel.text = state.usernameText
    usernameLabel.isFailure = state.usernameTone == .failure
    failureLabel.text = state.failureText
    passwordLabel.text = state.passwordText
    passwordLabel.isFailure = state.passwordTone == .failure
    resultLabel.text = state.resultText
    resultLabel.isFailure = state.resultTone == .failure
    activityIndicator.writableIsAnimating = state.isBusy
    retryButton.isHidden = state.retryButtonHidden
    createButton.isEnabled = state.createEnabled
    if state.passwordsCleared {
      passwordField.clear()
      passwordAgainField.clear()
    }
    canvas.display()
  }
}
