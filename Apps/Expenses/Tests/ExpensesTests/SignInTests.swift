import AppTesting
import Foundation
import Testing

@testable import Expenses

@MainActor @Suite struct SignInTests {
  @Test func `each failure of the world in memory is said in German`() throws {
    let words = Words(language: try #require(Language("de")), catalogs: AppDefinition.expenses.catalogs)
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let world = try String(contentsOf: package.appending(path: "Sources/Expenses/World.swift"), encoding: .utf8)
    let failures = world.matches(of: /detail: "([^"]+)"/).map {
      ServiceError.problem(status: 422, detail: String($0.1))
    }
    #expect(failures.count == 2)
    for failure in failures + [.somethingWentWrong] {
      #expect(words.string(failure.text) != failure.detail)
    }
  }
}
