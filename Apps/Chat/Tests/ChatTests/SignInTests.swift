import AppTesting
import Foundation
import Testing

@testable import Chat

@MainActor @Suite struct SignInTests {
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
