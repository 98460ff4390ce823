import Models
import Services

/// What the registration screen knows. The facts hold passwords, so they stay private.
struct RegistrationFacts {
  /// The text in the user name's field.
  private(set) var text = ""
  var password = Password("")
  var passwordAgain = Password("")
  /// Whether a creation has cleared both passwords, and neither was edited since.
  private(set) var passwordsCleared = false
  /// The question to ask about the name in the field; `nil` if it is not to be asked.
  private(set) var question: NameQuestion?
  /// The last question that was asked, and its answer.
  private var check: NameCheck?
  /// Counts what makes earlier answers worthless, so that the same name is asked again.
  private var attempt = 0
  private(set) var creation = Creation.none
  /// The name that a creation found taken; `nil` as soon as the name's field is edited.
  private var takenName: Username?

  /// The key of the account in the fields, so that a retry does not create it twice.
  private var creationKey: IdempotencyKey?
  /// Whether a try with the key has no answer, so that the account may exist whatever a later answer is.
  private var creationIsUncertain = false

  /// The progress of the account.
  enum Creation: Equatable {
    case none
    case running
    /// The name is the one that was asked for. A backend may write it differently.
    case created(Account, name: Username)
    case failed(ServiceError, name: Username)

    var isCreated: Bool { if case .created = self { true } else { false } }
  }

  var username: Result<Username, UsernameProblem> {
    Result { () throws(UsernameProblem) in try Username(text) }
  }

  var usernameStatus: UsernameStatus {
    switch (username, creation) {
    case (.failure(.empty), _): .empty
    case (.failure, _): .invalid
    case (.success(let name), .created(_, let created)) where name == created: .registered
    // NB: this overrides every check of the name, even one that is still in flight.
    case (.success(let name), _) where name == takenName: .taken
    case (.success, _):
      switch answer {
      case nil: .checking
      case .success(true): .available
      case .success(false): .taken
      case .failure: .failed
      }
    }
  }

  /// The backend's answer about the name in the field; `nil` before it arrived. An answer to an earlier question about
  /// the same name does not count.
  private var answer: Result<Bool, ServiceError>? {
    check?.question == question ? check?.answer : nil
  }

  /// Why the check of the name failed; `nil` unless it did.
  var checkFailure: ServiceError? {
    guard usernameStatus == .failed, case .failure(let error) = answer else { return nil }
    return error
  }

  /// The account to create: the name in the field, once the backend has called it available, and the password, if both
  /// fields hold it and it is not common.
  var newAccount: NewAccount? {
    guard usernameStatus == .available, passwordProblem == nil, let name = try? username.get() else { return nil }
    return NewAccount(username: name, password: password)
  }

  var canCreate: Bool { creation != .running && newAccount != nil }

  /// Whether a name is the one in the field, which may have been edited meanwhile.
  func isInField(_ name: Username) -> Bool { name == (try? username.get()) }

  var passwordProblem: PasswordProblem? {
    PasswordRules.standard.problem(in: password, again: passwordAgain)
  }

  /// Whether a password's field is empty.
  var isPasswordIncomplete: Bool { password.isEmpty || passwordAgain.isEmpty }
}

// MARK: - What happens

extension RegistrationFacts {
  mutating func editUsername(_ text: String) {
    forgetResult()
    self.text = text
    takenName = nil
    ask()
  }

  /// Edits a password. After a creation this begins another account of the same name, so the name has to be asked about
  /// again.
  ///
  /// - Returns: Whether that is the case.
  mutating func editPassword(_ field: WritableKeyPath<RegistrationFacts, Password>, _ password: Password) -> Bool {
    let asksAgain = creation.isCreated && question == nil
    forgetResult()
    self[keyPath: field] = password
    passwordsCleared = false
    if asksAgain { ask() }
    return asksAgain
  }

  /// Removes the key and the result of the last creation; the result of one in flight stays to come.
  private mutating func forgetResult() {
    creationKey = nil
    creationIsUncertain = false
    if creation != .running { creation = .none }
  }

  /// Prepares the question about the name in the field.
  mutating func ask() {
    question = (try? username.get()).map { NameQuestion(username: $0, attempt: attempt) }
  }

  mutating func receive(_ check: NameCheck?) {
    self.check = check
    if case .failure = check?.answer { attempt += 1 }
  }

  /// Begins to create the account in the fields, with the key of its last attempt or a new one.
  ///
  /// - Returns: What to ask for; `nil` if nothing can be created.
  mutating func beginCreation(newKey: @autoclosure () -> IdempotencyKey) -> AccountCreation? {
    guard canCreate, let newAccount else { return nil }
    let key = creationKey ?? newKey()
    creationKey = key
    creation = .running
    return AccountCreation(account: newAccount, key: key)
  }

  mutating func receive(_ result: Result<Account, ServiceError>, for name: Username) {
    // Whatever the result, earlier answers about the name are outdated.
    attempt += 1
    switch result {
    case .success(let account):
      creation = .created(account, name: name)
      password = Password("")
      passwordAgain = Password("")
      passwordsCleared = true
      if isInField(name) {
        question = nil
        check = nil
      }
    case .failure(let error):
      creation = .failed(error, name: name)
      creationIsUncertain = creationIsUncertain || error.mayHaveBeenCarriedOut
      if error.isDefinite, !creationIsUncertain { creationKey = nil }
      if error.isTaken, isInField(name) { takenName = name }
    }
  }
}

/// An account to create, and the key of the request.
struct AccountCreation {
  let account: NewAccount
  let key: IdempotencyKey
}

/// A question to the backend: is the name available?
struct NameQuestion: Equatable {
  var username: Username
  var attempt: Int
}

/// A question that was asked, and its answer; `nil` while it is in flight.
struct NameCheck {
  var question: NameQuestion
  var answer: Result<Bool, ServiceError>?
}

extension ServiceError {
  /// Whether the account's name is taken. In openapi.yaml, 409 has no other meaning for the creation of an account.
  var isTaken: Bool { httpStatus == 409 }
}
