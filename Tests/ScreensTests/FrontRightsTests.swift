import Screens
import ScreensSupport
import Testing

/// What an assistant's front may not do.
@MainActor @Suite struct FrontRightsTests {
  private let app = AppCore(AppEnvironment(), screens: [AnyScreen(.vault)])
  private let pin = JSONText(scanned: Array(#"{"type":"pinEntered","pin":"1234"}"#.utf8)[...])

  @Test func `an assistant enters no secret`() throws {
    let assistant = app.attach(.assistant)
    let log = Log(assistant.reports)
    let vault = try assistant.open(.vault)
    for attempt in [
      { try vault.send(pin) }, { try vault.send(.pinEntered(VaultPin("1234"))) }, { try vault.check(pin) },
    ] {
      #expect(throws: EventError.refused(reason: "This takes a secret. Ask the person to enter it.")) { try attempt() }
    }
    #expect(!vault.state.hasPin)
    #expect(log.lines == ["assistant-1 vault-1 opened", "assistant-1 vault-1 refused", "assistant-1 vault-1 refused"])
  }

  @Test(arguments: [FrontKind.page, .assistant]) func `a person does, and an assistant that may`(kind: FrontKind) throws
  {
    let vault = try app.attach(kind, mayEnterSecrets: true).open(.vault)
    try vault.send(pin)
    #expect(vault.state.hasPin)
    #expect(try app.attach(.client).open(.vault).send(pin) == ())
  }
}
