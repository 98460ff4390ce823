import Formatting
public import Foundation
import Models

extension Screen<TermsViewModel> {
  /// The terms and the privacy statement.
  public static var terms: Self {
    Screen("terms", about: "The terms and the privacy statement, and who accepts them.") { TermsViewModel($1) }
  }
}

/// What the user did on the terms screen (seed 002).
public enum TermsEvent: ScreenEvent {
  /// The switch for the terms was turned on or off.
  case acceptedTermsChanged(Bool)
  /// The switch for the privacy statement was turned on or off.
  case acceptedPrivacyChanged(Bool)
  /// The text in the name's field changed.
  case nameChanged(String)
  /// The user submits the form.
  case submitButtonWasTapped

  public static let cases: [EventCase<TermsEvent>] = [
    EventCase(acceptedTermsChanged, member: "isOn", "Accept the terms, or not."),
    EventCase(acceptedPrivacyChanged, member: "isOn", "Accept the privacy statement, or not."),
    EventCase(nameChanged, member: "text", "Enter the name."),
    EventCase(.submitButtonWasTapped, "Submit the form.").purpose(.submit).disabled(
      by: \TermsState.submitDisabledReason),
  ]
}

/// What a front shows of the terms.
public struct TermsState: ScreenState {
  /// Whether the switch for the terms is on.
  public let acceptedTerms: Bool
  /// Whether the switch for the privacy statement is on.
  public let acceptedPrivacy: Bool
  /// The text in the name's field.
  public let name: String
  /// Whether the form can be submitted.
  public let submitEnabled: Bool
  /// Why the form cannot be submitted, for the user; `nil` if it can.
  public let submitDisabledReason: String?
  /// The name of the person that accepted; `nil` before the form was submitted.
  public let acceptedBy: String?
  /// When the form was submitted; `nil` before that.
  public let acceptedAt: Date?
  /// What was accepted, by whom and when.
  public let acceptanceText: String?

  public var isBusy: Bool { false }

  init(_ form: TermsForm, _ acceptance: TermsAcceptance?, _ environment: AppEnvironment) {
    let (formats, words) = (environment.formats, environment.words)
    acceptedTerms = form.acceptedTerms
    acceptedPrivacy = form.acceptedPrivacy
    name = form.name
    submitEnabled = form.validToSubmit
    submitDisabledReason = form.missingText.map(words.string)
    acceptedBy = acceptance?.name
    acceptedAt = acceptance?.date
    acceptanceText = acceptance.map {
      words.text("\($0.name) accepted the terms and the privacy statement. \(formats.date.text($0.date)).")
    }
  }

  public static let fields: Fields<TermsState> = [
    Field(\.acceptedTerms, "Whether the switch for the terms is on.").labelled("I accept the terms"),
    Field(\.acceptedPrivacy, "Whether the switch for the privacy statement is on.")
      .labelled("I accept the privacy statement"),
    Field(\.name, "The text in the name's field."),
    Field(\.submitEnabled, "Whether the form can be submitted.").forPrograms(),
    Field(\.submitDisabledReason, "Why the form cannot be submitted; null if it can."),
    Field(\.acceptedBy, "Who accepted; null before the form was submitted.").forPrograms(),
    Field(\.acceptedAt, "When; null before the form was submitted.").forPrograms(),
    Field(\.acceptanceText, "What was accepted, by whom and when.", as: .success),
  ]

  public static var samples: [TermsState] { [TermsState(TermsForm(), nil, AppEnvironment())] }
}

extension TermsForm {
  /// What is missing, for the user; `nil` if the form can be submitted.
  fileprivate var missingText: LocalizedText? {
    if validToSubmit { return nil }
    if !acceptedTerms { return Words.text("The terms are not accepted.") }
    if !acceptedPrivacy { return Words.text("The privacy statement is not accepted.") }
    return nameHasInvisibleCharacters
      ? Words.text("The name has invisible characters.") : Words.text("The name is empty.")
  }
}

/// The terms and the privacy statement, and who accepts them (seed 002).
public final class TermsViewModel: ViewModel {
  public let eventSubject = EventSubject<TermsEvent>()
  @Published public private(set) var state: TermsState
  public var statePublisher: Published<TermsState>.Publisher { $state }

  @Published private var acceptedTerms = false
  @Published private var acceptedPrivacy = false
  @Published private var name = ""
  @Published private var acceptance: TermsAcceptance?
  private let now: @Sendable () -> Date
  private var cancellables: Set<AnyCancellable> = []

  /// The form, whose three parts decide together whether it can be submitted (seed 002).
  private var form: some Publisher<TermsForm, Never> {
    $acceptedTerms.combineLatest($acceptedPrivacy, $name)
      .map { TermsForm(acceptedTerms: $0, acceptedPrivacy: $1, name: $2) }
  }

  /// Creates an empty form.
  public init(_ environment: AppEnvironment) {
    now = environment.now
    state = TermsState(TermsForm(), nil, environment)

    form.combineLatest($acceptance, environment.presentationChanges.prepend(()))
      .map { form, acceptance, _ in TermsState(form, acceptance, environment) }
      .removeDuplicates()
      .dropFirst()
      .sink { [weak self] in self?.state = $0 }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: TermsEvent) {
    switch event {
    case .acceptedTermsChanged(let isOn): acceptedTerms = isOn
    case .acceptedPrivacyChanged(let isOn): acceptedPrivacy = isOn
    case .nameChanged(let text): name = text
    case .submitButtonWasTapped:
      let form = TermsForm(acceptedTerms: acceptedTerms, acceptedPrivacy: acceptedPrivacy, name: name)
      if let acceptance = TermsAcceptance(form, at: now()) { self.acceptance = acceptance }
    }
  }
}
