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

  /// A view of a screen.
  init(_ screen: ScreenInstance<TermsViewModel>) {
    canvas = Canvas([acceptedSwitch, privacySwitch, nameField, acceptanceLabel, submitButton])

    let state = screen.statePublisher
    state.map(\.acceptedTerms).assign(to: \.isOn, on: acceptedSwitch).store(in: &cancellables)
    state.map(\.acceptedPrivacy).assign(to: \.isOn, on: privacySwitch).store(in: &cancellables)
    state.map(\.name).assign(to: \.text, on: nameField).store(in: &cancellables)
    state.map(\.submitEnabled).assign(to: \.isEnabled, on: submitButton).store(in: &cancellables)
    state.map(\.submitDisabledReason).assign(to: \.disabledReason, on: submitButton).store(in: &cancellables)
    state.map(\.acceptanceText).assign(to: \.text, on: acceptanceLabel).store(in: &cancellables)
    state.sink { [canvas] _ in canvas.display() }.store(in: &cancellables)

    let events = screen.eventSubject
    acceptedSwitch.isOnPublisher.map { .acceptedTermsChanged($0) }.subscribe(events).store(in: &cancellables)
    privacySwitch.isOnPublisher.map { .acceptedPrivacyChanged($0) }.subscribe(events).store(in: &cancellables)
    nameField.textPublisher.map { .nameChanged($0) }.subscribe(events).store(in: &cancellables)
    submitButton.touchUpInsidePublisher.map { .submitButtonWasTapped }.subscribe(events).store(in: &cancellables)
  }
}
