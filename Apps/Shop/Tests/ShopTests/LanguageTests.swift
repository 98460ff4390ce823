import AppTesting
import Testing

@testable import Shop

@MainActor @Suite struct LanguageTests {
  private let session = Session()

  @Test func `speaks German from the next start on, too`() throws {
    try session.send(.languageChanged(.german), to: session.open(.account))
    #expect(session.openProduct(1).state.name == "Teekanne")
    session.storage.flush()
    #expect(Session(storage: session.storage).openProduct(2).state.name == "Becher")
  }
}
