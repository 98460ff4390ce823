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

  /// How far the account is.
  enum Creation: Equatable {
    case none
    case running
    /// The name is the one that was asked for: a backend may write it in another way.
    case created(Account, name: Username)
    case failed(message: String)

    var isCreated: Bool { if case .created = self { true } else { false } }
  }

  var username: Result<Username, UsernameProblem> {
    Result { () throws(UsernameProblem) in try Username(text) }
  }

  var usernameStatus: UsernameStatus {
    switch username {
    case .failure(.empty): .empty
    case .failure: .invalid
    case .success:
      // NB: an answer to another question says nothing, though it may be about the same name.
      switch answer.flatMap({ $0.question == question ? $0.result : nil }) {
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
      if isInField(name) { (question, answer) = (nil, nil) }
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
