import Models
import Services
import Streams
import Testing
import TextUI
import ViewModels

@testable import Console

@MainActor @Suite struct RegistrationViewTests {
  /// Accounts that are created when the test says so; every name is free.
  private struct HeldAccounts: AccountService {
    let creation = PassthroughSubject<Account, ServiceError>()

    func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
      Just(true).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    }

    func createAccount(
      _ account: NewAccount, idempotencyKey: IdempotencyKey
    ) -> AnyPublisher<Account, ServiceError> {
      creation.eraseToAnyPublisher()
    }
  }

  @Test(arguments: ["ada", "grace"])
  func `empties the passwords when the account is created`(name: String) async throws {
    let (mock, accounts) = (MockServices(world: .fixed()), HeldAccounts())
    let backend = Backend(balance: mock, products: mock, accounts: accounts)
    let model = RegistrationViewModel(.fixed(backend))
    let view = RegistrationView(model)
    let fields = view.canvas.elements(of: TextField.self)
    let create = try #require(view.canvas.elements(of: Button.self).first { $0.name == "create" })
    var secrets: [String] { fields.filter(\.isSecure).map { Style.plain.text($0.line) } }

    for (field, text) in zip(fields, ["ada", "xyzzy", "xyzzy"]) { field.type(text) }
    for await state in model.$state.values(buffering: .unbounded) where state.createEnabled { break }
    try create.tap()
    fields[0].type(name)
    #expect(secrets == ["password: (secret)", "passwordAgain: (secret)"])
    accounts.creation.send(Account(username: try Username("ada")))
    for await state in model.$state.values(buffering: .unbounded) where state.resultText != nil { break }
    #expect(secrets == ["password: (empty)", "passwordAgain: (empty)"])
  }
}
