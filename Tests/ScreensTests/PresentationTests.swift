import ExpectSupport
import Screens
import ScreensSupport
import Testing

/// A screen that is presented once for all who ask.
@MainActor @Suite struct PresentationTests {
  private let app = AppCore(
    AppEnvironment(),
    AppDefinition(
      screens: AppDefinition.club.screens, app: AppDefinition.club.app, limits: AppLimits(screensOfFront: 4, screens: 6)
    ))

  private func room(_ id: Int) -> ScreenInstance<RoomModel> { app.open(.room, RoomParameters(id: id)) }

  private var logins: [ScreenInstance<LoginModel>] { app.instances.compactMap { $0 as? ScreenInstance<LoginModel> } }

  private func enter(_ rooms: ScreenInstance<RoomModel>...) throws {
    for room in rooms { try room.send(.enterButtonWasTapped) }
  }

  @Test func `two requests open one screen, and both get its result`() throws {
    let (one, other) = (room(1), room(2))
    try enter(one, other)
    try other.send(.enterLaterButtonWasTapped)
    expectEqual(logins.map(\.id), ["login-3"])
    #expect(logins[0].opener == nil)
    try logins[0].send(.nameChanged("Ada"))
    try logins[0].send(.signInButtonWasTapped)
    expectEqual(one.state.notes, ["Ada"])
    expectEqual(other.state.notes, ["Ada", "Ada", "finished"])
    expectEqual(one.state.member, "Ada")
    #expect(logins.isEmpty)
    // The next one is a new screen.
    try enter(one)
    expectEqual(logins.map(\.id), ["login-4"])
  }

  @Test func `an asker that closes only stops waiting`() throws {
    let (one, other) = (room(1), room(2))
    try enter(one, other)
    let model = one.model
    one.close()
    expectEqual(logins.count, 1)
    try logins[0].send(.signInButtonWasTapped)
    expectEqual(model.state.notes, [])
    expectEqual(other.state.notes, [""])
  }

  @Test func `a subscription that is cancelled stops waiting`() throws {
    let one = room(1)
    try one.send(.enterLaterButtonWasTapped)
    try one.send(.stopButtonWasTapped)
    expectEqual(logins.count, 1)
    logins[0].close()
    expectEqual(one.state.notes, [])
  }

  @Test(arguments: [true, false]) func `a front that closes it ends it for all, once`(goesBack: Bool) throws {
    let (page, other) = (app.attach(.page), app.attach(.page))
    let (one, another) = (room(1), room(2))
    try enter(one, another)
    expectEqual(page.screens.map(\.id), ["login-3"])
    try page.perform(goesBack ? .leave("login-3") : .close("login-3"))
    expectEqual(one.state.notes, ["cancelled"])
    expectEqual(another.state.notes, ["cancelled"])
    #expect(other.screens.isEmpty)
    #expect(logins.isEmpty)
  }

  @Test func `stays open while another front holds it`() throws {
    let (page, other) = (app.attach(.page), app.attach(.page))
    let one = room(1)
    try enter(one)
    try #require(page.screen("login-2") as? ScreenInstance<LoginModel>).send(.nameChanged("Ada"))
    try other.perform(.close("login-2"))
    expectEqual(one.state.notes, [])
    #expect(other.screens.isEmpty)
    try page.perform(.close("login-2"))
    expectEqual(one.state.notes, ["cancelled"])
  }

  @Test func `an assistant lets go of it while a person is there`() throws {
    let (person, assistant) = (app.attach(.page), app.attach(.assistant))
    let one = room(1)
    try enter(one)
    try assistant.perform(.close("login-2"))
    #expect(assistant.screens.isEmpty)
    expectEqual(logins.count, 1)
    person.leave()
    expectEqual(logins.count, 1)
    let alone = app.attach(.assistant)
    try alone.perform(.close("login-2"))
    expectEqual(one.state.notes, ["cancelled"])
  }

  @Test func `a front that is attached later sees it`() throws {
    let (page, assistant) = (app.attach(.page), app.attach(.assistant))
    let one = try page.open(.room, RoomParameters(id: 1))
    try one.send(.enterButtonWasTapped)
    for front in [page, assistant, app.attach(.client)] { #expect(front.screen("login-2")?.isOpen == true) }
    #expect(page.screen("login-2")?.isHeld == false)
    // What the asker's front holds is let go of; the sign-in is the app's.
    page.leave()
    expectEqual(app.instances.map(\.id), ["app", "login-2"])
  }

  @Test func `passes its place on to a screen that replaces it`() throws {
    let one = room(1)
    try enter(one)
    try logins[0].send(.helpButtonWasTapped)
    expectEqual(logins.map(\.id), ["help-3"])
    try enter(one)
    expectEqual(logins.map(\.id), ["help-3"])
    try logins[0].send(.nameChanged("Ada"))
    try logins[0].send(.signInButtonWasTapped)
    expectEqual(one.state.notes, ["Ada", "Ada"])
  }

  @Test func `is refused when as many screens are open as may be`() throws {
    let rooms = (1...6).map { room($0) }
    try enter(rooms[0])
    expectEqual(rooms[0].state.notes, ["tooManyScreens(limit: 4)"])
    rooms[5].close()
    try enter(rooms[0], rooms[1])
    expectEqual(logins.count, 1)
    // One that is open takes no room.
    try enter(rooms[2])
    logins[0].close()
    expectEqual(rooms[2].state.notes, ["cancelled"])
  }

  @Test func `works in an app without a view model of its own`() throws {
    let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.step)]))
    let (one, other) = (app.open(.step), app.open(.step))
    var results: [String?] = []
    for step in [one, other] { try step.model.navigator.present(.step) { results.append($0?.text) } }
    let presented = try #require(app.instances.last as? ScreenInstance<StepViewModel>)
    expectEqual(app.instances.count, 3)
    try presented.send(.answerButtonWasTapped("yes"))
    expectEqual(results, ["yes", "yes"])
  }

  @Test func `presents what is asked for while a screen is made`() throws {
    let app = AppCore(AppEnvironment(), AppDefinition(screens: []))
    var results: [String?] = []
    let asking = Screen<StepViewModel>("asking", about: "Asks.") {
      try? $1.navigator.present(.step) { results.append($0?.text) }
      return StepViewModel($0, $1)
    }
    _ = (app.open(asking), app.open(asking))
    expectEqual(app.instances.map(\.name), ["asking", "step", "asking"])
    try #require(app.instances[1] as? ScreenInstance<StepViewModel>).send(.answerButtonWasTapped("yes"))
    expectEqual(results, ["yes", "yes"])
  }

  @Test func `one who asks while it closes gets a new one`() throws {
    let one = room(1)
    try enter(one)
    var hasAsked = false
    let subscription = app.reports.sink { report in
      guard case .closed = report.event, !hasAsked else { return }
      hasAsked = true
      try? one.send(.enterButtonWasTapped)
    }
    logins[0].close()
    expectEqual(one.state.notes, ["cancelled"])
    expectEqual(logins.map(\.id), ["login-3"])
    subscription.cancel()
  }
}
