import Models
import Services

/// What the registration screen knows. There are passwords in it, so nobody gets to see it.
struct RegistrationFacts {
  /// What the user name's field holds.
  var text = ""
  var password = Password("")
  var passwordAgain = Password("")
  /// What is to be known about the name in the field, be it answered, asked or still to be asked; `nil` if nothing is.
  private(set) var question: NameQuestion?
  /// The newest answer of the backend's to what it was asked last.
  private var answer: NameAnswer?
  /// Counts what makes an answer worthless, so that the same name is asked again.
  private var attempt = 0
  var creation = Creation.none
  /// The name that a creation found taken; `nil` as soon as the name's field is edited.
  private var takenName: Username?
  /// Whether a creation has cleared both passwords, and neither was edited since.
  private(set) var passwordsCleared = false

  /// How far the account is.
  enum Creation: Equatable {
    case none
    case running
    /// The name is the one that was asked for: a backend may write it in another way.
    case created(Account, name: Username)
    case failed(ServiceError, name: Username)

    var isCreated: Bool { if case .created = self { true } else { false } }

    /// Whether the account of a name was created.
    func created(_ username: Username) -> Bool {
      if case .created(_, let name) = self { name == username } else { false }
    }
  }

  var username: Result<Username, UsernameProblem> {
    Result { () throws(UsernameProblem) in try Username(text) }
  }

  var usernameStatus: UsernameStatus {
    switch username {
    case .failure(.empty): .empty
    case .failure: .invalid
    case .success(let name) where creation.created(name): .registered
    // NB: this overrides every check of the name, also one that is still in flight.
    case .success(let name) where name == takenName: .taken
    case .success:
      // NB: an answer to another question says nothing, though it may be about the same name.
      switch check {
      case nil: .checking
      case .success(true): .available
      case .success(false): .taken
      case .failure: .failed
      }
    }
  }

  /// What the backend has answered about the name in the field; `nil` before it has.
  private var check: Result<Bool, ServiceError>? {
    answer.flatMap { $0.question == question ? $0.result : nil }
  }

  /// Why the check of the name failed; `nil` unless it did.
  var checkFailure: ServiceError? {
    guard usernameStatus == .failed, case .failure(let error) = check else { return nil }
    return error
  }

  /// Whether a name is the one in the field, which may have been edited meanwhile.
  func isInField(_ name: Username) -> Bool { name == (try? username.get()) }

  var passwordProblem: PasswordProblem? {
    PasswordRules.standard.problem(in: password, again: passwordAgain)
  }

  /// Whether a password's field is empty.
  var isPasswordIncomplete: Bool { password.isEmpty || passwordAgain.isEmpty }

  /// The account that may be created; `nil` unless the fields describe one, and none is on its way.
  var newAccount: NewAccount? {
    guard creation != .running, usernameStatus == .available, passwordProblem == nil else { return nil }
    guard case .success(let username) = username else { return nil }
    return NewAccount(username: username, password: password)
  }
}

// MARK: - What happens

extension RegistrationFacts {
  /// The user name's field was edited.
  mutating func editUsername(_ text: String) {
    forgetResult()
    self.text = text
    takenName = nil
    ask()
  }

  /// One of the passwords' fields was edited.
  mutating func editPassword(_ field: WritableKeyPath<RegistrationFacts, Password>, _ password: Password) {
    forgetResult()
    self[keyPath: field] = password
    passwordsCleared = false
  }

  /// Removes the result of the last creation, unless one is in flight.
  private mutating func forgetResult() {
    if creation != .running { creation = .none }
  }

  /// The name in the field is to be asked about, unless that was done already.
  mutating func ask() {
    question = (try? username.get()).map { NameQuestion(username: $0, attempt: attempt) }
  }

  /// The backend is asked: what it has answered before counts no more, though the question may be the same again.
  mutating func wasAsked() {
    answer = nil
  }

  mutating func take(_ answer: NameAnswer) {
    self.answer = answer
    if case .failure = answer.result { attempt += 1 }
  }

  /// Whatever came of the creation, what was known about its name is known no more.
  mutating func take(_ result: Result<Account, ServiceError>, for name: Username) {
    attempt += 1
    switch result {
    case .success(let account):
      creation = .created(account, name: name)
      (password, passwordAgain) = (Password(""), Password(""))
      passwordsCleared = true
      if isInField(name) { (question, answer) = (nil, nil) }
    case .failure(let error):
      creation = .failed(error, name: name)
      if error.isTaken, isInField(name) { takenName = name }
    }
  }
}

/// One question to the backend: is the name free?
struct NameQuestion: Equatable {
  var username: Username
  var attempt: Int
}

/// What the backend answered to a question.
struct NameAnswer {
  var question: NameQuestion
  var result: Result<Bool, ServiceError>
}

extension ServiceError {
  /// Whether the name of the account is taken: openapi.yaml answers its creation with 409 for no other reason.
  var isTaken: Bool { httpStatus == 409 }
}
