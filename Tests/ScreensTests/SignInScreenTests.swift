import AppTesting
import ExpectSupport
import Testing

@testable import Screens

/// The sign-in by name and password, which the runtime has for each app.
@MainActor @Suite struct SignInScreenTests {
  private let world = TestWorld()

  private func model(after failure: ServiceError) -> SignInViewModel {
    let model = SignInViewModel(world.environment)
    for event in [.nameChanged("Ada"), .passwordChanged(SecretText("4321")), .signInButtonWasTapped] as [SignInEvent] {
      model.eventSubject.send(event)
    }
    world.backend.last(.signInWithPassword).fail(failure)
    world.scheduler.advance()
    return model
  }

  @Test func `says what the service refused in the language of the app`() throws {
    let model = model(after: .problem(status: 403, detail: "The name or the password is wrong."))
    expectEqual(model.state.message, "The name or the password is wrong.")
    world.environment.localize(AppLocalization(try #require(Language("de"))))
    expectEqual(model.state.message, "Der Name oder das Passwort ist falsch.")
  }

  @Test func `shows a sentence of the service that has no translation as it is`() throws {
    let model = model(after: .problem(status: 403, detail: "100 % of %@ are here."))
    world.environment.localize(AppLocalization(try #require(Language("de"))))
    expectEqual(model.state.message, "100 % of %@ are here.")
  }

  @Test func `sets the account and closes, and says so before`() throws {
    let log = Log()
    let app = AppCore(world.environment, AppDefinition(screens: [AnyScreen(.signIn())]))
    let screen = app.open(.signIn { log.accounts.append($0.account) })
    expectEqual(screen.state.signInDisabledReason, "The name is missing.")
    try screen.send(.nameChanged("Ada"))
    expectEqual(screen.state.signInDisabledReason, "The password is missing.")
    try screen.send(.passwordChanged(SecretText("1234")))
    try screen.send(.signInButtonWasTapped)
    #expect(screen.state.isBusy && screen.state.signInDisabledReason == "The service is asked.")
    world.backend.last(.signInWithPassword).succeed(SignedIn(name: "Ada"))
    world.scheduler.advance()
    expectEqual(world.environment.account, "Ada")
    expectEqual(log.accounts, ["Ada"])
    #expect(!screen.isOpen)
  }

  @Test func `is described without a mistake, also for an assistant`() {
    expectEqual(AnyScreen.check([AnyScreen(.signIn())], forAssistants: true), [])
  }

  @Test func `says the hint where a mock answers alone`() {
    var environment = world.environment
    let hint = LocalizedText(english: "Any name, and the password 1234.")
    #expect(SignInViewModel(environment, hint: hint).state.hint == nil)
    environment.isMock = true
    expectEqual(SignInViewModel(environment, hint: hint).state.hint, "Any name, and the password 1234.")
  }

  @Test func `no description has the password`() {
    let model = model(after: .timeout)
    var text = ""
    dump(model.facts, to: &text)
    #expect(!text.contains("4321"))
    expectEqual("\(SecretText("4321"))", "<secret>")
  }

  @MainActor private final class Log {
    var accounts: [String] = []
  }
}
