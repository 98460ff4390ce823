import Formatting
import Foundation
import Models
public import Streams

/// The terms and the privacy statement, and who accepts them (seed 002).
public final class TermsViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<TermsEvent, Never>()
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
    let formats = environment.formats
    now = environment.now
    state = TermsState(TermsForm(), nil, formats)

    form.combineLatest($acceptance, environment.dayChanges.prepend(()))
      .map { form, acceptance, _ in TermsState(form, acceptance, formats) }
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
