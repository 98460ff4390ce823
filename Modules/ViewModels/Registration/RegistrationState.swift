import Models

/// What a front may show of the registration. No password is in it, nor how long one is.
public struct RegistrationState: ScreenState {
  /// What the user name's field holds.
  public let username: String
  /// What is known about the name.
  public let usernameStatus: UsernameStatus
  /// What to say about the name; `nil` if it is the user's own.
  public let usernameText: String?
  /// What to say about the passwords; `nil` if they are good.
  public let passwordText: String?
  /// Whether the account can be created.
  public let createEnabled: Bool
  /// Whether the account is being created.
  public let isCreating: Bool
  /// What came of the creation: success, or the backend's message.
  public let resultText: String?
  /// In what tone to say it.
  public let resultTone: InfoTone

  public var isBusy: Bool { isCreating || usernameStatus == .checking }

  /// What the facts allow a front to show.
  init(_ facts: RegistrationFacts) {
    username = facts.text
    isCreating = facts.creation == .running
    createEnabled = facts.newAccount != nil
    if case .created(let account, let name) = facts.creation {
      let isOwn = facts.isInField(name)
      usernameStatus = isOwn ? .registered : facts.usernameStatus
      usernameText = isOwn ? nil : facts.usernameText
      passwordText = nil
      resultText = "The account \(account.username) was created."
      resultTone = .regular
    } else {
      usernameStatus = facts.usernameStatus
      usernameText = facts.usernameText
      passwordText = facts.passwordProblem?.message
      if case .failed(let message) = facts.creation {
        (resultText, resultTone) = (message, .failure)
      } else {
        (resultText, resultTone) = (nil, .regular)
      }
    }
  }

  public static let fields: [Field<RegistrationState>] = [
    Field("username", "What the user name's field holds.", \.username),
    Field("usernameStatus", "What is known about the name.", \.usernameStatus),
    Field("usernameText", "What to say about the name.", \.usernameText),
    Field("passwordText", "What to say about the passwords; null if they are good.", \.passwordText),
    Field("createEnabled", "Whether the account can be created.", \.createEnabled),
    Field("isCreating", "Whether the account is being created.", \.isCreating),
    Field("resultText", "What came of the creation; null before there is anything to say.", \.resultText),
    Field("resultTone", "In what tone to say it.", \.resultTone),
  ]
}

/// What is known about a user name.
public enum UsernameStatus: String, CaseIterable, Sendable, Codable, Described {
  /// There is no name.
  case empty
  /// The text is no name.
  case invalid
  /// Whether the name is free is an open question.
  case checking
  /// The name is free.
  case available
  /// Somebody has the name.
  case taken
  /// The question has no answer.
  case failed
  /// The name is the user's own.
  case registered
}

extension RegistrationFacts {
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
