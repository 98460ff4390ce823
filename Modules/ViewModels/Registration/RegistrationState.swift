import Models

/// What a front may show of the registration. No password is in it, nor how long one is.
public struct RegistrationState: ScreenState {
  /// What the user name's field holds.
  public let username: String
  /// What is known about the name.
  public let usernameStatus: UsernameStatus
  /// What to say about the name; `nil` if it is the user's own.
  public let usernameText: String?
  /// In what tone to say it.
  public let usernameTone: InfoTone
  /// Why the check of the name failed, in words for the user; `nil` unless it did.
  public let failureText: String?
  /// Whether the retry button is hidden: it is shown after a failed check.
  public let retryButtonHidden: Bool
  /// What to say about the passwords; `nil` if they are good.
  public let passwordText: String?
  /// In what tone to say it.
  public let passwordTone: InfoTone
  /// Whether the view model has cleared both passwords, and neither was edited since: a front clears their fields.
  public let passwordsCleared: Bool
  /// Whether the account can be created.
  public let createEnabled: Bool
  /// Whether the account is being created.
  public let isCreating: Bool
  /// What came of the creation: success, or the backend's message.
  public let resultText: String?
  /// In what tone to say it.
  public let resultTone: InfoTone
  /// Whether a name is being checked or an account created: the activity indicator runs.
  public let isBusy: Bool

  /// What the facts allow a front to show.
  init(_ facts: RegistrationFacts) {
    username = facts.text
    usernameStatus = facts.usernameStatus
    usernameText = facts.usernameText
    usernameTone = [.invalid, .taken, .failed].contains(facts.usernameStatus) ? .failure : .regular
    failureText = facts.checkFailure?.message
    retryButtonHidden = facts.usernameStatus != .failed
    let passwordProblem = facts.creation.isCreated ? nil : facts.passwordProblem
    passwordText = passwordProblem?.message
    passwordTone = passwordProblem == nil || facts.isPasswordIncomplete ? .regular : .failure
    passwordsCleared = facts.passwordsCleared
    createEnabled = facts.newAccount != nil
    isCreating = facts.creation == .running
    resultText = facts.resultText
    resultTone = if case .failed = facts.creation { .failure } else { .regular }
    isBusy = facts.creation == .running || facts.usernameStatus == .checking
  }

  public static let fields: [Field<RegistrationState>] = [
    Field("username", "What the user name's field holds.", \.username),
    Field("usernameStatus", "What is known about the name.", \.usernameStatus),
    Field("usernameText", "What to say about the name.", \.usernameText),
    Field("usernameTone", "In what tone to say it.", \.usernameTone),
    Field("failureText", "Why the check of the name failed; null unless it did.", \.failureText),
    Field("retryButtonHidden", "Hide the retry button. It is shown after a failed check.", \.retryButtonHidden),
    Field("passwordText", "What to say about the passwords; null if they are good.", \.passwordText),
    Field("passwordTone", "In what tone to say it.", \.passwordTone),
    Field("passwordsCleared", "Clear the passwords' fields: the account was created.", \.passwordsCleared),
    Field("createEnabled", "Whether the account can be created.", \.createEnabled),
    Field("isCreating", "Whether the account is being created.", \.isCreating),
    Field("resultText", "What came of the creation; null before there is anything to say.", \.resultText),
    Field("resultTone", "In what tone to say it.", \.resultTone),
    Field("isBusy", "Run the activity indicator.", \.isBusy),
  ]
}

/// What is known about a user name.
public enum UsernameStatus: String, CaseIterable, Sendable, Codable, Described {
  /// The field is empty.
  case empty
  /// The text cannot be a user name.
  case invalid
  /// Whether the name is free is an open question.
  case checking
  /// The name is free.
  case available
  /// Another account has the name.
  case taken
  /// The question has no answer.
  case failed
  /// The name is the user's own.
  case registered
}

extension RegistrationFacts {
  /// What came of the creation.
  var resultText: String? {
    switch creation {
    case .none, .running: nil
    case .created(let account, _): "The account \(account.username) was created."
    // NB: "this user name" would be the one that is in the field by then, which may be available.
    case .failed(let error, let name) where error.isTaken && !isInField(name): "The user name \(name) is taken."
    case .failed(let error, _): error.message
    }
  }

  /// What to say about the name.
  var usernameText: String? {
    switch usernameStatus {
    case .empty, .invalid: username.failure?.message
    case .checking: "Checking the user name..."
    case .available: "This user name is available."
    case .taken: "This user name is taken."
    case .failed: "Failed to check the user name."
    case .registered: nil
    }
  }
}

extension Result {
  /// The failure, if it is one.
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
