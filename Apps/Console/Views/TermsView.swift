import Streams
import TextUI
import ViewModels

/// The terms and the privacy statement, and who accepts them (seed 002).
@MainActor final class TermsView: ScreenView {
  let canvas: Canvas

  private let acceptedSwitch = Switch("acceptedTerms")
  private let privacySwitch = Switch("acceptedPrivacy")
  private let nameField = TextField("name")
  private let submitButton = Button("submit")
  private let acceptanceLabel = Label("acceptance")
  private var cancellables: Set<AnyCancellable> = []

  /// A view of a view model.
  init(_ viewModel: TermsViewModel) {
    canvas = Canvas([acceptedSwitch, privacySwitch, nameField, acceptanceLabel, submitButton])

    viewModel.$state.map(\.acceptedTerms).assign(to: \.isOn, on: acceptedSwitch).store(in: &cancellables)
    viewModel.$state.map(\.acceptedPrivacy).assign(to: \.isOn, on: privacySwitch).store(in: &cancellables)
    viewModel.$state.map(\.name).assign(to: \.text, on: nameField).store(in: &cancellables)
    viewModel.$state.map(\.submitEnabled).assign(to: \.isEnabled, on: submitButton).store(in: &cancellables)
    viewModel.$state.map(\.submitDisabledReason).assign(to: \.disabledReason, on: submitButton).store(in: &cancellables)
    viewModel.$state.map(\.acceptanceText).assign(to: \.text, on: acceptanceLabel).store(in: &cancellables)
    viewModel.$state.sink { [canvas] _ in canvas.display() }.store(in: &cancellables)

    let events = viewModel.eventSubject
    acceptedSwitch.isOnPublisher.map { .acceptedTermsChanged($0) }.subscribe(events).store(in: &cancellables)
    privacySwitch.isOnPublisher.map { .acceptedPrivacyChanged($0) }.subscribe(events).store(in: &cancellables)
    nameField.textPublisher.map { .nameChanged($0) }.subscribe(events).store(in: &cancellables)
    submitButton.touchUpInsidePublisher.map { .submitButtonWasTapped }.subscribe(events).store(in: &cancellables)
  }
}
