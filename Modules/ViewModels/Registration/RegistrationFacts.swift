import Models
import Services

/// What the registration screen knows. There are passwords in it, so nobody gets to see it.
struct RegistrationFacts {
  /// What the user name's field holds.
  var text = ""
  var password = Password("")
  var passwordAgain = Password("")
  /// The question that the backend was asked last.
  var asked: NameQuestion?
  /// The newest answer of the backend's.
  var answer: NameAnswer?
  /// Counts what makes an answer worthless, so that the same name is asked again.
  var attempt = 0
  var creation = Creation.none

  /// How far the account is.
  enum Creation: Equatable {
    case none
    case running
    case created(Account)
    case failed(message: String)

    var isCreated: Bool { if case .created = self { true } else { false } }
  }

  var username: Result<Username, UsernameProblem> {
    Result { () throws(UsernameProblem) in try Username(text) }
  }

  /// What is to be asked about the name in the field; `nil` if there is nothing to ask.
  var question: NameQuestion? {
    guard case .success(let username) = username else { return nil }
    return NameQuestion(username: username, attempt: attempt)
  }

  var usernameStatus: UsernameStatus {
    switch username {
    case .failure(.empty): .empty
    case .failure: .invalid
    case .success(let username):
      // NB: an answer counts only if it answers what was asked last, and that was the name in the field.
      switch answer.flatMap({ $0.question == asked && $0.question.username == username ? $0.result : nil }) {
      case nil: .checking
      case .success(true): .available
      case .success(false): .taken
      case .failure: .failed
      }
    }
  }

  /// Whether a name is the one in the field, which may have been edited meanwhile.
  func isInField(_ name: Username) -> Bool { name == (try? username.get()) }

  var passwordProblem: PasswordProblem? {
    PasswordRules.standard.problem(in: password, again: passwordAgain)
  }

  /// The account that may be created; `nil` unless the fields describe one, and none is on its way.
  var newAccount: NewAccount? {
    guard creation != .running, usernameStatus == .available, passwordProblem == nil else { return nil }
    guard case .success(let username) = username else { return nil }
    return NewAccount(username: username, password: password)
  }
}

// MARK: - What happens

extension RegistrationFacts {
  /// A field was edited: what was said about the last creation is history.
  mutating func edit(_ change: (inout RegistrationFacts) -> Void) {
    if creation != .running { creation = .none }
    change(&self)
  }

  /// The backend is asked: what it has answered before counts no more, though the question may be the same again.
  mutating func ask(_ question: NameQuestion?) {
    asked = question
    answer = nil
  }

  /// A failed check is to be asked again.
  mutating func forgetFailure() {
    if case .failure = answer?.result { answer = nil }
  }

  mutating func take(_ answer: NameAnswer) {
    self.answer = answer
    if case .failure = answer.result { attempt += 1 }
  }

  /// Whatever came of the creation, what was known about its name is known no more.
  mutating func take(_ result: Result<Account, ServiceError>) {
    attempt += 1
    switch result {
    case .success(let account):
      creation = .created(account)
      (password, passwordAgain) = (Password(""), Password(""))
      if isInField(account.username) { ask(nil) }
    case .failure(let error): creation = .failed(message: error.message)
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
