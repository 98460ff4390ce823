import AppTesting
import Foundation
import Testing

@testable import Chat

@MainActor @Suite struct SignInTests {
  private let world = TestWorld(catalogs: AppDefinition.chat.catalogs)

  private func model(after failure: ServiceError) throws -> SignInViewModel {
    let model = SignInViewModel(world.environment)
    for event in [.nameChanged("Ada"), .passwordChanged(Password("4321")), .signInButtonWasTapped] as [SignInEvent] {
      model.eventSubject.send(event)
    }
    world.backend.last(.signIn).fail(failure)
    world.scheduler.advance()
    return model
  }

  @Test func `says what the service refused in the language of the app`() throws {
    let model = try model(after: .problem(status: 403, detail: "The name or the password is wrong."))
    #expect(model.state.message == "The name or the password is wrong.")
    world.environment.localize(AppLocalization(try #require(Language("de"))))
    #expect(model.state.message == "Der Name oder das Passwort ist falsch.")
  }

  @Test func `shows a sentence of the service that has no translation as it is`() throws {
    let model = try model(after: .problem(status: 403, detail: "100 % of %@ are here."))
    world.environment.localize(AppLocalization(try #require(Language("de"))))
    #expect(model.state.message == "100 % of %@ are here.")
  }

  @Test func `each failure of the world in memory is said in German`() throws {
    let words = Words(language: try #require(Language("de")), catalogs: AppDefinition.chat.catalogs)
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let failures = try ["World", "WorldState"].flatMap { name in
      try String(contentsOf: package.appending(path: "Sources/Chat/\(name).swift"), encoding: .utf8)
        .matches(of: /detail: "([^"]+)"/).map { ServiceError.problem(status: 422, detail: String($0.1)) }
    }
    #expect(failures.count > 10)
    for failure in failures + [.problem(status: 401, detail: World.invitation), .somethingWentWrong] {
      #expect(words.string(failure.text) != failure.detail)
    }
  }
}
