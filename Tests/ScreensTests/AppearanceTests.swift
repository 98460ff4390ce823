import ExpectSupport
import Screens
import ScreensSupport
import Testing

/// A screen appears once for each opening.
@MainActor @Suite struct AppearanceTests {
  private let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.vault)]))

  private func appearances(_ screen: AnyScreenInstance?) -> Int? {
    (screen?.snapshot.state as? VaultState)?.appearances
  }

  @Test func `the schema marks the event of the appearance, and no other one`() throws {
    let schema = try JSONText(scanning: AnyScreen(.vault).events.schema.json)
    let marked = schema["oneOf"]?.elements.filter { $0["x-appearance"]?.bool == true } ?? []
    let names = marked.map { $0["properties"]?["type"]?["const"]?.string }
    expectEqual(names, ["vaultDidAppear"])
  }

  @Test func `appears once, to the front that has opened it`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    other.screen("vault-1")?.viewDidAppear()
    expectEqual(vault.state.appearances, 0)
    vault.viewDidAppear()
    vault.viewDidAppear()
    try vault.show()
    expectEqual(vault.state.appearances, 1)
    app.attach(.page, isShared: true).screen("vault-1")?.viewDidAppear()
    app.instance("vault-1")?.viewDidAppear()
    expectEqual(vault.state.appearances, 1)
    #expect(vault.hasAppeared)
  }

  @Test func `what the app opens appears to the front whose command was the cause`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try other.screen("vault-1")?.send(JSONText(scanning: #"{"type":"openButtonWasTapped"}"#.utf8))
    one.screen("vault-2")?.viewDidAppear()
    expectEqual(appearances(one.screen("vault-2")), 0)
    other.screen("vault-2")?.viewDidAppear()
    expectEqual(appearances(one.screen("vault-2")), 1)
    app.handle { vault.model.eventSubject.send(.openButtonWasTapped) }
    one.screen("vault-3")?.viewDidAppear()
    expectEqual(appearances(other.screen("vault-3")), 1)
  }

  @Test func `appears to another front when the one that has opened it is gone`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page, isShared: true))
    _ = try one.open(.vault)
    let seen = try #require(other.screen("vault-1"))
    seen.viewDidAppear()
    try seen.show()
    expectEqual(appearances(seen), 0)
    one.leave()
    expectEqual(appearances(seen), 1)
  }

  @Test func `a front that shows it as the appearance does not hold it`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    app.handle { vault.model.eventSubject.send(.openButtonWasTapped) }
    other.screen("vault-2")?.viewDidAppear()
    expectEqual(appearances(other.screen("vault-2")), 1)
    #expect(other.screen("vault-2")?.isHeld == false)
  }

  @Test func `what the host has opened appears when the host says so`() {
    let front = app.attach(.page, isShared: true)
    let vault = app.open(.vault)
    front.screen("vault-1")?.viewDidAppear()
    expectEqual(vault.state.appearances, 0)
    vault.viewDidAppear()
    vault.viewDidAppear()
    expectEqual(vault.state.appearances, 1)
  }
}
