import ExpectSupport
import Screens
import Testing

/// A switch of the language reaches every front at once, whoever is allowed to make it.
@MainActor @Suite struct LanguageTests {
  private let app = AppCore(AppEnvironment(), .notebook)
  private let german = #""language":"de","locale":"de""#

  @Test(arguments: [FrontKind.client, .page]) func `a switch reaches every client at once`(kind: FrontKind) async {
    let (one, other) = (WireFront(app, kind), WireFront(app, .page))
    _ = (one.look(), other.look())
    one.ask("app/localize", #"{"language":"de"}"#)
    let answer = one.look()
    #expect(answer.contains(#""method":"app/localized","params":{\#(german)}"#))
    #expect(answer.contains(#""result":{\#(german)}"#))
    #expect(other.look().contains(#""method":"app/localized","params":{\#(german)}"#))
    let late = WireFront(app, .page)
    #expect(late.look().contains(#""language":"de""#))
  }

  @Test func `a switch by the app or another front reaches the wire, and the prompt speaks it`() async throws {
    let (client, prompt) = (WireFront(app, .client), PromptFront(app))
    _ = client.look()
    try app.perform(.localize(AppLocalization(Language("de") ?? .english)))
    #expect(client.look().contains(#""method":"app/localized""#))
    await prompt.type("back")
    #expect(!prompt.look().contains("No screen is open"))
  }

  @Test func `a client that joins an app of others gets its language`() async {
    let joiner = WireFront(app, .client, mayLocalize: false)
    joiner.ask("app/localize", #"{"language":"de"}"#)
    let answer = joiner.look()
    #expect(answer.contains(#""result":{"language":"en","locale":"en_US"}"#) && !answer.contains("app/localized"))
    expectEqual(app.localization, .english)
  }
}
