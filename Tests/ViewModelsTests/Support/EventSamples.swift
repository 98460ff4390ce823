import Models

@testable import ViewModels

// Every event as a front writes it. The switches are exhaustive on purpose: a case that is added must be drawn here.

extension ApplicationEvent {
  var sample: String {
    switch self {
    case .willResignActive: #"{"type":"willResignActive"}"#
    case .didBecomeActive: #"{"type":"didBecomeActive"}"#
    }
  }
}

extension BalanceViewEvent {
  var sample: String {
    switch self {
    case .viewDidAppear: #"{"type":"viewDidAppear"}"#
    case .refreshButtonWasTapped: #"{"type":"refreshButtonWasTapped"}"#
    }
  }
}

extension ProductEvent {
  var sample: String {
    switch self {
    case .viewDidAppear: #"{"type":"viewDidAppear"}"#
    case .retryButtonWasTapped: #"{"type":"retryButtonWasTapped"}"#
    case .purchase: #"{"type":"purchase"}"#
    case .confirmButtonWasTapped: #"{"type":"confirmButtonWasTapped"}"#
    case .declineButtonWasTapped: #"{"type":"declineButtonWasTapped"}"#
    }
  }
}

extension CounterEvent {
  var sample: String {
    switch self {
    case .nextButtonWasTapped: #"{"type":"nextButtonWasTapped"}"#
    }
  }
}

extension BlogEvent {
  static let samples: [BlogEvent] = [.titleChanged("Wands"), .publishButtonWasTapped]

  var sample: String {
    switch self {
    case .titleChanged(let text): #"{"type":"titleChanged","text":"\#(text)"}"#
    case .publishButtonWasTapped: #"{"type":"publishButtonWasTapped"}"#
    }
  }
}

extension TermsEvent {
  static let samples: [TermsEvent] = [
    .acceptedTermsChanged(true), .acceptedPrivacyChanged(false), .nameChanged("Ada"), .submitButtonWasTapped,
  ]

  var sample: String {
    switch self {
    case .acceptedTermsChanged(let isOn): #"{"type":"acceptedTermsChanged","isOn":\#(isOn)}"#
    case .acceptedPrivacyChanged(let isOn): #"{"type":"acceptedPrivacyChanged","isOn":\#(isOn)}"#
    case .nameChanged(let text): #"{"type":"nameChanged","text":"\#(text)"}"#
    case .submitButtonWasTapped: #"{"type":"submitButtonWasTapped"}"#
    }
  }
}

extension RegistrationEvent {
  static let samples: [RegistrationEvent] = [
    .usernameChanged("merlin"), .passwordChanged(Password("xyzzy")), .passwordAgainChanged(Password("xyzzy")),
    .retryButtonWasTapped, .createButtonWasTapped,
  ]

  var sample: String {
    switch self {
    case .usernameChanged(let text): #"{"type":"usernameChanged","text":"\#(text)"}"#
    case .passwordChanged(let secret):
      secret.withRevealedText { #"{"type":"passwordChanged","text":"\#($0)"}"# }
    case .passwordAgainChanged(let secret):
      secret.withRevealedText { #"{"type":"passwordAgainChanged","text":"\#($0)"}"# }
    case .retryButtonWasTapped: #"{"type":"retryButtonWasTapped"}"#
    case .createButtonWasTapped: #"{"type":"createButtonWasTapped"}"#
    }
  }
}
