import ExpectSupport
import Screens
import ScreensSupport
import StreamsTesting
import Testing

/// Fronts that go away and come back.
@MainActor @Suite struct FrontReturnTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() { app = AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.vault)])) }

  @Test func `comes back by its name to its screens`() throws {
    let front = app.attach(.page)
    let vault = try front.open(.vault)
    try vault.show()
    try vault.send(.noted("gold"))
    front.send(.willResignActive)
    front.disconnect(canReturn: true)
    expectEqual(front.presence, .away)
    #expect(throws: AppCommandError.unknownInstance) { try front.open("vault") }
    expectEqual(app.environment.fronts.value, [])
    scheduler.advance(by: .seconds(599))
    let returned = app.attach(.page, returningBy: front.returnName)
    #expect(returned === front)
    expectEqual(front.presence, .attached)
    #expect(front.isActive)
    #expect(front.currentScreen === vault)
    expectEqual(vault.state.note, "gold")
    scheduler.advance(by: .seconds(3_600))
    expectEqual(front.presence, .attached)
  }

  @Test func `leaves when it has been away for ten minutes`() throws {
    let front = app.attach(.page)
    _ = try front.open(.vault)
    front.disconnect(canReturn: true)
    scheduler.advance(by: .seconds(600))
    expectEqual(front.presence, .left)
    #expect(app.instances.isEmpty)
    #expect(app.fronts.isEmpty)
    #expect(app.attach(.page, returningBy: front.returnName) !== front)
  }

  @Test func `the name of a front that is there, or of another kind, makes a new one`() {
    let front = app.attach(.page)
    let duplicate = app.attach(.page, returningBy: front.returnName)
    #expect(duplicate !== front)
    #expect(duplicate.returnName != front.returnName)
    front.disconnect(canReturn: true)
    #expect(app.attach(.assistant, returningBy: front.returnName) !== front)
    #expect(app.attach(.page, returningBy: String(front.returnName.dropLast())) !== front)
    #expect(app.attach(.page, returningBy: "") !== front)
    #expect(app.attach(.page, returningBy: front.returnName) === front)
  }

  @Test func `a name that differs in any two digits makes a new one`() {
    let front = app.attach(.page)
    front.disconnect(canReturn: true)
    let (start, digits) = (String(front.returnName.dropLast(2)), "0123456789abcdef")
    for one in digits {
      for other in digits where start + String([one, other]) != front.returnName {
        #expect(app.attach(.page, returningBy: start + String([one, other])) !== front)
      }
    }
    expectEqual(front.presence, .away)
  }

  @Test func `leaves after the time that the app says when it goes`() {
    app.limits.absence = .seconds(5)
    let front = app.attach(.page)
    front.disconnect(canReturn: true)
    scheduler.advance(by: .seconds(4))
    expectEqual(front.presence, .away)
    scheduler.advance(by: .seconds(1))
    expectEqual(front.presence, .left)
  }

  @Test func `sees what others have opened meanwhile if it is shared then`() throws {
    let (front, other) = (app.attach(.page), app.attach(.page))
    front.disconnect(canReturn: true)
    _ = try other.open(.vault)
    #expect(app.attach(.page, isShared: true, returningBy: front.returnName) === front)
    expectEqual(front.screens.map(\.id), ["vault-1"])
  }

  @Test func `sees the oldest screen first, also one that it sees later`() throws {
    let (front, other) = (app.attach(.page), app.attach(.page))
    _ = try other.open(.vault)
    _ = try front.open(.vault)
    front.disconnect(canReturn: true)
    #expect(app.attach(.page, isShared: true, returningBy: front.returnName) === front)
    expectEqual(front.screens.map(\.id), ["vault-1", "vault-2"])
  }

  @Test func `with more than may be away, the one that has been away the longest leaves`() throws {
    let fronts = (0..<257).map { _ in app.attach(.page) }
    for front in fronts[..<2] { _ = try front.open(.vault) }
    // The first one was away, and comes back before it goes again.
    fronts[0].disconnect(canReturn: true)
    _ = app.attach(.page, returningBy: fronts[0].returnName)
    for front in fronts[1...] { front.disconnect(canReturn: true) }
    expectEqual(fronts.map(\.presence).filter { $0 == .away }.count, 256)
    fronts[0].disconnect(canReturn: true)
    expectEqual(fronts[1].presence, .left)
    expectEqual(fronts.map(\.presence).filter { $0 == .away }.count, 256)
    expectEqual(app.instances.map(\.id), ["vault-1"])
    scheduler.advance(by: .seconds(600))
    #expect(app.fronts.isEmpty)
    #expect(app.instances.isEmpty)
  }

  @Test func `has a name of its own that no seed tells`() {
    func names() -> [String] {
      let environment = AppEnvironment(random: RandomSource(SeededGenerator(seed: 1)))
      let app = AppCore(environment, AppDefinition(screens: []))
      return (0..<8).map { _ in app.attach(.page).returnName }
    }
    let all = names() + names()
    expectEqual(Set(all).count, 16)
    #expect(all.allSatisfy { $0.count == 32 })
    #expect(!"\(app.attach(.page).id)".contains(all[0]))
  }
}
