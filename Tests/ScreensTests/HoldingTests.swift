import ExpectSupport
import Screens
import ScreensSupport
import Testing

/// Which fronts hold a screen, and when it closes.
@MainActor @Suite struct HoldingTests {
  private let app = AppCore(
    AppEnvironment(), AppDefinition(screens: [AnyScreen(.vault)], limits: AppLimits(screensOfFront: 4, screens: 8)))

  private func join(_ front: AppFront, _ id: String) throws {
    try #require(front.screen(id)).send(JSONText(scanning: #"{"type":"noted","text":"x"}"#.utf8))
  }

  private var open: [String] { app.instances.map(\.id) }

  @Test(arguments: ["event", "show"]) func `the last front that holds a screen closes it`(how: String) throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let log = Log(other.reports)
    let vault = try one.open(.vault)
    if how == "event" { try join(other, "vault-1") } else { try other.perform(.show("vault-1")) }
    #expect(try #require(other.screen("vault-1")).isHeld)
    vault.close()
    expectEqual(open, ["vault-1"])
    #expect(!vault.isOpen)
    #expect(one.screens.isEmpty)
    _ = log.next()
    try other.perform(.close("vault-1"))
    #expect(open.isEmpty)
    expectEqual(log.next(), ["page-2 vault-1 closed"])
  }

  @Test func `to see a screen is not to hold it`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page, isShared: true))
    let log = Log(other.reports)
    let vault = try one.open(.vault)
    let seen = try #require(other.screen("vault-1"))
    #expect(!seen.isHeld)
    seen.viewDidAppear()
    vault.close()
    #expect(open.isEmpty)
    expectEqual(log.next(), ["page-1 vault-1 opened", "page-1 vault-1 closed"])
  }

  @Test func `a front that does not hold a screen cannot close it, and sees it no more`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try other.perform(.close("vault-1"))
    #expect(vault.isOpen)
    #expect(other.screens.isEmpty)
    try vault.send(.openButtonWasTapped)
    expectEqual(other.screens.map(\.id), ["vault-2"])
    #expect(other.screens[0].opener == nil)
  }

  @Test func `an assistant holds what it has opened alone`() throws {
    let (person, assistant) = (app.attach(.page, isShared: true), app.attach(.assistant, isShared: true))
    let vault = try person.open(.vault)
    try join(assistant, "vault-1")
    try assistant.perform(.show("vault-1"))
    _ = try assistant.open(.vault)
    expectEqual(assistant.screens.map(\.isHeld), [false, true])
    vault.close()
    expectEqual(open, ["vault-2"])
  }

  @Test func `holds what a screen that it holds has opened, before and after`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try vault.send(.openButtonWasTapped)
    try join(other, "vault-1")
    try vault.send(.openButtonWasTapped)
    expectEqual(other.screens.map(\.isHeld), [true, true, true])
    vault.close()
    expectEqual(open, ["vault-1", "vault-2", "vault-3"])
    #expect(one.screens.isEmpty)
  }

  @Test func `what was opened by a screen keeps it open, and closes it when it is let go`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let log = Log(other.reports)
    let vault = try one.open(.vault)
    try vault.send(.openButtonWasTapped)
    try vault.send(.openButtonWasTapped)
    try join(other, "vault-2")
    _ = log.next()
    vault.close()
    expectEqual(open, ["vault-1", "vault-2"])
    expectEqual(log.next(), ["- vault-3 closed: released"])
    try other.perform(.close("vault-2"))
    #expect(open.isEmpty)
    expectEqual(log.next(), ["page-2 vault-2 closed", "- vault-1 closed: released"])
  }

  @Test func `a front that lets go is told that what the screen has opened is closed for it`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try vault.send(.openButtonWasTapped)
    try join(other, "vault-1")
    let (log, ones, others) = (Log(app.reports), Log(one.reports), Log(other.reports))
    vault.close()
    expectEqual(ones.lines, ["- vault-2 closed: openerClosed", "page-1 vault-1 released"])
    expectEqual(log.lines, ["page-1 vault-1 released"])
    expectEqual(others.lines, [])
    expectEqual(open, ["vault-1", "vault-2"])
  }

  @Test func `an opener that no front holds closes when what kept it open closes itself`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try vault.send(.openButtonWasTapped)
    try join(other, "vault-2")
    vault.close()
    expectEqual(open, ["vault-1", "vault-2"])
    try other.screen("vault-2")?.send(JSONText(scanning: #"{"type":"replaceButtonWasTapped"}"#.utf8))
    expectEqual(open, ["vault-1", "vault-3"])
    try other.screen("vault-3")?.send(JSONText(scanning: #"{"type":"closeButtonWasTapped"}"#.utf8))
    #expect(open.isEmpty)
  }

  @Test func `what a front has let go of it does not hold again with its opener`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try vault.send(.openButtonWasTapped)
    try other.perform(.close("vault-2"))
    try join(other, "vault-1")
    one.leave()
    expectEqual(open, ["vault-1"])
    expectEqual(other.screens.map(\.id), ["vault-1"])
  }

  @Test func `asks before it is left only where the last front goes back`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let (ones, others) = (Log(one.reports), Log(other.reports))
    let vault = try one.open(.vault)
    try vault.send(.counted(99))
    try join(other, "vault-1")
    _ = ones.next()
    #expect(vault.leave() == .left)
    expectEqual(ones.next(), ["page-1 vault-1 released"])
    let last = try #require(other.screen("vault-1"))
    _ = others.next()
    #expect(last.leave() != .left)
    expectEqual(others.next(), ["page-2 vault-1 stayed"])
    try other.perform(.close("vault-1"))
    #expect(open.isEmpty)
  }

  @Test func `a front that leaves lets go of all`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.page, isShared: true))
    let log = Log(other.reports)
    let vault = try one.open(.vault)
    try vault.send(.openButtonWasTapped)
    _ = try one.open(.vault)
    try join(other, "vault-3")
    _ = app.open(.vault)
    _ = log.next()
    one.leave()
    one.leave()
    expectEqual(open, ["vault-3", "vault-4"])
    expectEqual(log.next(), ["- vault-2 closed: openerClosed", "- vault-1 closed: released"])
    other.leave()
    // What the host of the app has opened.
    expectEqual(open, ["vault-4"])
    #expect(throws: AppCommandError.unknownInstance) { try one.open("vault") }
  }

  @Test func `a screen that replaces another one is held and seen by the same fronts`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page, isShared: true))
    let vault = try one.open(.vault)
    try vault.send(.replaceButtonWasTapped)
    expectEqual(one.screens.map(\.id), ["vault-2"])
    expectEqual([one, other].map { $0.screens.map(\.isHeld) }, [[true], [false]])
    other.leave()
    expectEqual(open, ["vault-2"])
    one.leave()
    #expect(open.isEmpty)
  }

  @Test func `the limit is each front's, and the core has one of its own`() throws {
    let fronts = (0..<3).map { _ in app.attach(.page, isShared: true) }
    for front in fronts.dropLast() {
      for _ in 0..<4 { _ = try front.open("vault") }
    }
    #expect(throws: AppCommandError.tooManyScreens(limit: 4)) { try fronts[0].open("vault") }
    #expect(throws: AppCommandError.tooManyScreens(limit: 8)) { try fronts[2].open("vault") }
    // A front that is full joins no other screen.
    #expect(throws: AppCommandError.tooManyScreens(limit: 4)) { try fronts[0].perform(.show("vault-5")) }
    #expect(throws: EventError.self) { try join(fronts[0], "vault-5") }
    fronts[1].leave()
    #expect(throws: AppCommandError.tooManyScreens(limit: 4)) { try fronts[0].open("vault") }
    _ = try fronts[2].open("vault")
    fronts[2].leave()
    try fronts[0].perform(.close("vault-1"))
    _ = try fronts[0].open("vault")
    expectEqual(open.count, 4)
  }

  @Test func `what the app opens of its own accord every front sees, and it stays open`() throws {
    let one = app.attach(.page)
    app.handle { _ = app.open(.vault) }
    let other = app.attach(.page)
    expectEqual([one, other].map { $0.screens.map(\.id) }, [["vault-1"], ["vault-1"]])
    try one.perform(.close("vault-1"))
    one.leave()
    other.leave()
    expectEqual(open, ["vault-1"])
  }
}
