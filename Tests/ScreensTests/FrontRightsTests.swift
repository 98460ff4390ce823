import ExpectSupport
import Screens
import ScreensSupport
import Testing

/// What an assistant's front may not do.
@MainActor @Suite struct FrontRightsTests {
  private let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.vault)]))
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
    expectEqual(
      log.lines, ["assistant-1 vault-1 opened", "assistant-1 vault-1 refused", "assistant-1 vault-1 refused"])
  }

  @Test func `an assistant sends no event that is for a person`() throws {
    let assistant = app.attach(.assistant, mayEnterSecrets: true)
    let log = Log(assistant.reports)
    let vault = try assistant.open(.vault)
    try vault.send(.counted(3))
    let empty = JSONText(scanned: Array(#"{"type":"emptyButtonWasTapped"}"#.utf8)[...])
    for attempt in [{ try vault.send(empty) }, { try vault.send(.emptyButtonWasTapped) }, { try vault.check(empty) }] {
      #expect(throws: EventError.refused(reason: "This is for a person to do. Ask the person.")) { try attempt() }
    }
    vault.eventSubject.send(.emptyButtonWasTapped)
    expectEqual(vault.state.number, 3)
    expectEqual(log.lines.suffix(3), Array(repeating: "assistant-1 vault-1 refused", count: 3))
  }

  @Test(arguments: FrontKind.allCases) func `no front sends what a description refuses`(kind: FrontKind) throws {
    let app = AppCore(AppEnvironment(), .wicket)
    let wicket = try app.attach(kind).open(.wicket)
    for (event, reason) in WicketEvent.refusals {
      let json = JSONText(scanned: Array(event.utf8)[...])
      for attempt in [{ try wicket.send(json) }, { try wicket.check(json) }] {
        let error = #expect(throws: EventError.self) { try attempt() }
        expectEqual(error?.refusal, reason, "\(event)")
      }
    }
    expectEqual(wicket.state, WicketState())
    try wicket.send(.rowWasTapped(1))
    expectEqual(wicket.state.passed, 1)
  }

  @Test(arguments: FrontKind.allCases.filter { ![.host, .assistant].contains($0) })
  func `a person sends it`(kind: FrontKind) throws {
    let vault = try app.attach(kind).open(.vault)
    try vault.send(.counted(3))
    try vault.send(.emptyButtonWasTapped)
    expectEqual(vault.state.number, 0)
  }

  @Test(arguments: [FrontKind.page, .assistant]) func `a person does, and an assistant that may`(kind: FrontKind) throws
  {
    let vault = try app.attach(kind, mayEnterSecrets: true).open(.vault)
    try vault.send(pin)
    #expect(vault.state.hasPin)
    #expect(try app.attach(.client).open(.vault).send(pin) == ())
  }
}
