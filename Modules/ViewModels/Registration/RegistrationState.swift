public import Descriptions
import Models
import Services

/// What a front shows of the registration. It contains neither a password nor the length of one.
public struct RegistrationState: ScreenState {
  /// The text in the user name's field.
  public let username: String
  /// What is known about the name.
  public let usernameStatus: UsernameStatus
  /// The status of the name for the user; `nil` if the account was created.
  public let usernameText: String?
  /// The tone of the text about the name.
  public let usernameTone: InfoTone
  /// Why the check of the name failed, for the user; `nil` unless it did.
  public let failureText: String?
  /// Whether the retry button is hidden. It is shown after a failed check.
  public let retryButtonHidden: Bool
  /// What is wrong with the passwords; `nil` if they are valid.
  public let passwordText: String?
  /// The tone of the text about the passwords.
  public let passwordTone: InfoTone
  /// Whether the password's field is not empty. A front that does not hold the text shows a placeholder.
  public let passwordEntered: Bool
  /// Whether the field for the repeated password is not empty.
  public let passwordAgainEntered: Bool
  /// Whether both passwords were cleared and not edited since: a front clears their fields.
  public let passwordsCleared: Bool
  /// Whether the account can be created.
  public let createEnabled: Bool
  /// Why the account cannot be created, for the user; `nil` if it can.
  public let createDisabledReason: String?
  /// Whether the account is being created.
  public let isCreating: Bool
  /// The result of the creation: success, or the backend's message.
  public let resultText: String?
  /// The tone of the result.
  public let resultTone: InfoTone
  /// Whether a name is being checked or an account created: the activity indicator runs.
  public let isBusy: Bool

  init(_ facts: RegistrationFacts, _ environment: AppEnvironment) {
    let words = environment.words
    username = facts.text
    usernameStatus = facts.usernameStatus
    usernameText = facts.usernameText.map(words.string)
    usernameTone = [.invalid, .taken, .failed].contains(facts.usernameStatus) ? .failure : .regular
    failureText = (facts.checkFailure?.text).map(words.string)
    retryButtonHidden = facts.usernameStatus != .failed
    let passwordProblem = facts.creation.isCreated ? nil : facts.passwordProblem
    passwordText = passwordProblem.map { words.string($0.text) }
    passwordTone = passwordProblem == nil || facts.isPasswordIncomplete ? .regular : .failure
    passwordEntered = !facts.password.isEmpty
    passwordAgainEntered = !facts.passwordAgain.isEmpty
    passwordsCleared = facts.passwordsCleared
    createEnabled = facts.canCreate
    createDisabledReason = facts.creationObstacle.map(words.string)
    isCreating = facts.creation == .running
    resultText = facts.resultText.map(words.string)
    resultTone = if case .failed = facts.creation { .failure } else { .regular }
    isBusy = facts.creation == .running || facts.usernameStatus == .checking
  }

  public static let fields: Fields<RegistrationState> = [
    Field(\.username, "The text in the user name's field.", as: .userName).labelled("User name"),
    Field(\.usernameStatus, "What is known about the name.").forPrograms(),
    Field(\.usernameText, "The status of the name for the user; null if the account was created.")
      .labelled("About the name").shownAsStatus(by: \.usernameTone, [.failure: .negative]),
    Field(\.usernameTone, "The tone of the text about the name."),
    Field(\.failureText, "Why the check of the name failed; null unless it did.", as: .failure),
    Field(\.retryButtonHidden, "Hide the retry button. It is shown after a failed check."),
    Field(\.passwordEntered, "Whether the password's field is not empty.").forPrograms(),
    Field(\.passwordAgainEntered, "Whether the field for the repeated password is not empty.").forPrograms(),
    Field(\.passwordText, "What is wrong with the passwords; null if they are valid.")
      .labelled("About the passwords").shownAsStatus(by: \.passwordTone, [.failure: .negative]),
    Field(\.passwordTone, "The tone of the text about the passwords."),
    Field(\.passwordsCleared, "Clear the passwords' fields: the account was created.").forPrograms(),
    Field(\.createEnabled, "Whether the account can be created.").forPrograms(),
    Field(\.createDisabledReason, "Why the account cannot be created; null if it can."),
    Field(\.isCreating, "Whether the account is being created.").forPrograms(),
    Field(\.resultText, "The result of the creation; null before there is one.")
      .labelled("Result").shownAsStatus(by: \.resultTone, [.regular: .positive, .failure: .negative]),
    Field(\.resultTone, "The tone of the result."),
    Field(\.isBusy, "Run the activity indicator."),
  ]

  public static var samples: [RegistrationState] { [RegistrationState(RegistrationFacts(), AppEnvironment())] }
}

/// What is known about a user name.
public enum UsernameStatus: String, CaseIterable, Sendable, Described, JSONWritable {
  /// The field is empty.
  case empty
  /// The text cannot be a user name.
  case invalid
  /// The backend has not answered yet.
  case checking
  /// The name is available.
  case available
  /// Another account has the name.
  case taken
  /// The check failed.
  case failed
  /// The account was created with this name.
  case registered
}

extension RegistrationFacts {
  /// The result of the creation.
  var resultText: LocalizedText? {
    switch creation {
    case .none, .running: nil
    case .created(let account, _): Words.text("The account \(account.username.description) was created.")
    // NB: the backend's "this user name" would point to the name that is in the field by then.
    case .failed(let error, let name) where error.isTaken && !isInField(name):
      Words.text("The user name \(name.description) is taken.")
    case .failed(let error, _): error.text
    }
  }

  /// Why the account cannot be created, for the user; `nil` if it can.
  var creationObstacle: LocalizedText? {
    if creation == .running { return Words.text("The account is being created.") }
    if usernameStatus == .registered { return Words.text("The account was created.") }
    return usernameStatus == .available ? passwordProblem?.text : usernameText
  }

  /// The status of the name for the user.
  var usernameText: LocalizedText? {
    switch usernameStatus {
    case .empty, .invalid: username.failure?.text
    case .checking: Words.text("Checking the user name...")
    case .available: Words.text("This user name is available.")
    case .taken: Words.text("This user name is taken.")
    case .failed: Words.text("Failed to check the user name.")
    case .registered: nil
    }
  }
}

extension PasswordProblem {
  /// The problem in a sentence.
  var text: LocalizedText { LocalizedText(english: message) }
}

extension UsernameProblem {
  /// The problem in a sentence.
  fileprivate var text: LocalizedText { LocalizedText(english: message) }
}

extension Result {
  /// The failure, if it is one.
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
