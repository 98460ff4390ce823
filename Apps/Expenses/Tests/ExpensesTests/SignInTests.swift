import AppTesting
import Foundation
import Testing

@testable import Expenses

@MainActor @Suite struct SignInTests {
  private let world = TestWorld(catalogs: AppDefinition.expenses.catalogs)

  private func message(after failure: ServiceError) throws -> String? {
    world.environment.localize(AppLocalization(try #require(Language("de"))))
    let model = SignInViewModel(world.environment)
    for event in [.nameChanged("Ada"), .passwordChanged(Password("4321")), .signInButtonWasTapped] as [SignInEvent] {
      model.eventSubject.send(event)
    }
    world.backend.last(.signIn).fail(failure)
    world.scheduler.advance()
    return model.state.message
  }

  @Test func `says what the service refused in the language of the app`() throws {
    let failure = ServiceError.problem(status: 403, detail: "The name or the password is wrong.")
    #expect(try message(after: failure) == "Der Name oder das Kennwort ist falsch.")
  }

  @Test func `shows a sentence of the service that has no translation as it is`() throws {
    #expect(try message(after: .problem(status: 403, detail: "100 % of %@.")) == "100 % of %@.")
    #expect(try message(after: .timeout) == "Das Backend hat zu lange nicht geantwortet.")
  }

  @Test func `each failure of the world in memory is said in German`() throws {
    let words = Words(language: try #require(Language("de")), catalogs: AppDefinition.expenses.catalogs)
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let world = try String(contentsOf: package.appending(path: "Sources/Expenses/World.swift"), encoding: .utf8)
    let failures = world.matches(of: /detail: "([^"]+)"/).map {
      ServiceError.problem(status: 422, detail: String($0.1))
    }
    #expect(failures.count == 3)
    for failure in failures + [.somethingWentWrong] {
      #expect(words.string(failure.text) != failure.detail)
    }
  }
}
