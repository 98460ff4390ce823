import ExpectSupport
import Foundation
import Screens
import ScreensSupport
import StreamsTesting
import Support
import Testing

/// The app's own view model.
@MainActor @Suite struct AppModelTests {
  private let app = AppCore(
    AppEnvironment(),
    AppDefinition(
      screens: AppDefinition.club.screens, app: AppDefinition.club.app, limits: AppLimits(screensOfFront: 4, screens: 6)
    ))
  private let club: ScreenInstance<ClubModel>

  init() throws { club = try #require(app.appInstance(of: ClubModel.self)) }

  private func send(_ event: String) -> JSONText { JSONText(scanned: Array(event.utf8)[...]) }

  @Test func `is open from the start, as the first instance`() {
    expectEqual(app.instances.map(\.id), ["app"])
    #expect(app.appInstance === club)
    #expect(club.isApp)
    #expect(app.instance("app") === club)
    expectEqual(app.open(.login).id, "login-1")
  }

  @Test func `cannot be closed, left or shown, and the reason is a sentence`() throws {
    let front = app.attach(.page)
    front.followApp()
    for command in [AppCommand.close("app"), .leave("app"), .show("app")] {
      for perform in [{ try app.perform(command) as Any? }, { try front.perform(command) as Any? }] {
        let error = #expect(throws: AppCommandError.self) { try perform() }
        expectEqual(error?.refusal, "This is the app itself, which stays open.")
      }
    }
    #expect(club.leave() != .left)
    club.close()
    #expect(front.appScreen?.leave() != .left)
    front.appScreen?.close()
    expectEqual(app.instances.map(\.id), ["app"])
    #expect(club.isOpen)
    #expect(front.appScreen?.isOpen == true)
  }

  @Test func `does not close or replace itself`() throws {
    var faults: [String] = []
    app.onFault = { faults.append($0) }
    try club.send(.closeButtonWasTapped)
    expectEqual(faults, ["The app's own view model has closed itself; it stays open."])
    try club.send(.replaceButtonWasTapped)
    expectEqual(club.state.notes.last, "appStaysOpen")
    try club.send(.unreadChanged(3))
    expectEqual(club.state.unread, 3)
  }

  @Test func `does not count towards the limits`() throws {
    let front = app.attach(.page)
    front.followApp()
    try #require(front.appScreen).send(send(#"{"type":"unreadChanged","count":1}"#))
    for _ in 1...4 { _ = try front.open(.login) }
    #expect(throws: AppCommandError.tooManyScreens(limit: 4)) { try front.open(.login) }
    _ = (try app.open("login"), try app.open("login"))
    #expect(throws: AppCommandError.tooManyScreens(limit: 6)) { try app.open("login") }
    expectEqual(app.instances.count, 7)
  }

  @Test func `opens screens at the top, and gets their results`() throws {
    try club.send(.roomButtonWasTapped(7))
    let room = try #require(app.instances.last as? ScreenInstance<RoomModel>)
    #expect(room.opener == nil)
    try room.send(.leaveButtonWasTapped("Ada"))
    expectEqual(club.state.notes.last, "room 7: Ada")
    for id in 1...2 { try club.send(.roomButtonWasTapped(id)) }
    let other = app.open(.login)
    try club.send(.roomsCloseButtonWasTapped)
    expectEqual(app.instances.map(\.id), ["app", other.id])
    expectEqual(club.state.notes.suffix(2), ["room 2: left", "room 1: left"])
  }

  @Test func `reports first that it is open`() {
    // What is reported in the initialiser has no subscriber yet; what is open then is in the list.
    let app = AppCore(
      AppEnvironment(), AppDefinition(screens: AppDefinition.club.screens, app: AppDefinition.club(firstRoom: 3).app))
    expectEqual(app.instances.map(\.id), ["app", "room-1"])
    let front = app.attach(.page)
    expectEqual(front.screens.map(\.id), ["room-1"])
  }

  // MARK: - The environment

  @Test func `its state reaches every screen, as a value and as a publisher`() throws {
    let room = app.open(.room, RoomParameters(id: 1))
    try club.send(.memberChanged("Ada"))
    expectEqual(room.state.member, "Ada")
    expectEqual(app.environment.app(ClubModel.self).state.member, "Ada")
    expectEqual(app.open(.room, RoomParameters(id: 2)).state.member, "Ada")
  }

  @Test func `a screen sends it events, as a consequence of its own`() throws {
    let log = Log(app.reports)
    let room = app.open(.room, RoomParameters(id: 1))
    _ = log.next()
    try room.send(.greetButtonWasTapped(4))
    expectEqual(club.state.unread, 4)
    expectEqual(log.next(), ["host-0 room-1 sent", "- app sent", "- app changed"])
  }

  @Test func `a test of a screen alone sets it`() {
    var environment = AppEnvironment()
    let states = CurrentValueSubject<ClubState, Never>(ClubState(member: "Ada"))
    var events: [ClubEvent] = []
    environment.setApp(AppReference<ClubModel>(states: states) { events.append($0) })
    let room = RoomModel(RoomParameters(id: 1), environment)
    expectEqual(room.state.member, "Ada")
    states.value.member = "Grace"
    expectEqual(room.state.member, "Grace")
    room.eventSubject.send(.greetButtonWasTapped(2))
    expectEqual(events, [.unreadChanged(2)])
    environment.setApp(AppReference(ClubModel(environment, firstRoom: nil)))
    #expect(environment.app(ClubModel.self).state.member == nil)
  }

  @Test(.exitTest) func `an app of another type stops the program with the remedy`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = AppEnvironment().app(ClubModel.self) }
    }
  }

  // MARK: - Fronts

  @Test func `a front that does not follow it hears nothing of it`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.client, isShared: true))
    let (log, otherLog) = (Log(one.reports), Log(other.reports))
    let view = try #require(one.followApp())
    #expect(view === one.appScreen)
    #expect(one.followApp() === view)
    #expect(one.screen("app") === view)
    #expect(one.screens.isEmpty)
    #expect(other.screen("app") == nil)
    #expect(throws: AppCommandError.unknownInstance) { try other.perform(.send(send("{}"), to: "app")) }
    _ = (log.next(), otherLog.next())
    try club.send(.unreadChanged(1))
    expectEqual(log.next(), ["- app changed"])
    expectEqual(otherLog.next(), [])
    expectEqual(view.snapshot.revision, 2)
  }

  @Test func `hides what is private of it for each front`() throws {
    try club.send(.memberChanged("Ada"))
    let (one, other) = (app.attach(.page), app.attach(.page))
    let (mine, others) = (try #require(one.followApp()), try #require(other.followApp()))
    one.send(.willResignActive)
    expectEqual((mine.snapshot.state as? ClubState)?.member, "•••")
    expectEqual((others.snapshot.state as? ClubState)?.member, "Ada")
    expectEqual(mine.snapshot.revision, 2)
    let assistant = app.attach(.assistant)
    other.send(.willResignActive)
    expectEqual((assistant.followApp()?.snapshot.state as? ClubState)?.member, "•••")
    expectEqual(app.environment.app(ClubModel.self).state.member, "Ada")
  }

  @Test func `appears once, to the first front that shows it`() throws {
    let front = app.attach(.page)
    #expect(!club.hasAppeared)
    front.followApp()?.viewDidAppear()
    app.attach(.page).followApp()?.viewDidAppear()
    expectEqual(club.state.notes.filter { $0 == "appeared" }, ["appeared"])
  }

  @Test func `what it opens at the start appears to the first front that shows it`() throws {
    let app = AppCore(AppEnvironment(), .club(firstRoom: 3))
    let (one, other) = (app.attach(.page), app.attach(.client))
    let room = try #require(app.instances.last as? ScreenInstance<RoomModel>)
    let log = Log(app.reports)
    try #require(other.screen(room.id)).viewDidAppear()
    try #require(one.screen(room.id)).viewDidAppear()
    expectEqual(log.next(), ["client-2 room-1 sent", "- room-1 changed"])
    expectEqual(room.state.notes, ["appeared"])
  }

  @Test func `what it opens because of a front appears to that front`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page, isShared: true))
    try #require(one.followApp()).send(send(#"{"type":"roomButtonWasTapped","id":5}"#))
    let room = try #require(app.instances.last as? ScreenInstance<RoomModel>)
    try #require(other.screen(room.id)).viewDidAppear()
    expectEqual(room.state.notes, [])
    try #require(one.screen(room.id)).viewDidAppear()
    expectEqual(room.state.notes, ["appeared"])
  }

  @Test func `refuses an event in words`() throws {
    let front = app.attach(.page)
    let view = try #require(front.followApp())
    let error = #expect(throws: EventError.self) { try view.send(send(#"{"type":"signOutButtonWasTapped"}"#)) }
    expectEqual(error?.refusal, "No member is signed in.")
  }

  @Test func `what it opens because of a front is held by that front`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page))
    try #require(one.followApp()).send(send(#"{"type":"roomButtonWasTapped","id":5}"#))
    expectEqual(one.screens.map(\.id), ["room-1"])
    #expect(one.screens[0].isHeld)
    #expect(other.screens.isEmpty)
    #expect(app.attach(.page).screens.isEmpty)
    one.leave()
    expectEqual(app.instances.map(\.id), ["app"])
  }

  @Test func `what it opens because of an assistant is the app's own`() throws {
    let (person, assistant) = (app.attach(.page), app.attach(.assistant))
    try #require(assistant.followApp()).send(send(#"{"type":"roomButtonWasTapped","id":5}"#))
    expectEqual(assistant.screens.map(\.isHeld), [false])
    #expect(person.screens.isEmpty)
    assistant.leave()
    expectEqual(app.instances.map(\.id), ["app", "room-1"])
  }

  @Test func `its work counts for the fronts that follow it`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page))
    one.followApp()
    club.model.state.isBusy = true
    #expect(app.isBusy)
    #expect(one.isBusy)
    #expect(!other.isBusy)
    club.model.state.isBusy = false
    #expect(!one.isBusy)
  }

  @Test func `a front that has left follows nothing`() {
    let front = app.attach(.page)
    front.followApp()
    front.leave()
    #expect(front.appScreen == nil)
    #expect(front.followApp() == nil)
    #expect(AppCore(AppEnvironment(), AppDefinition(screens: [])).attach(.page).followApp() == nil)
  }

  @Test func `selects a tab for the front that is the cause, else for each`() throws {
    let app = AppCore(AppEnvironment(), .club)
    let club = try #require(app.appInstance(of: ClubModel.self))
    let (one, other) = (app.attach(.page), app.attach(.page))
    let (log, otherLog) = (Log(one.reports), Log(other.reports))
    try #require(one.followApp()).send(send(#"{"type":"tabButtonWasTapped","name":"desk"}"#))
    expectEqual(log.next().last, "- - tab desk for page-1")
    #expect(!otherLog.next().contains { $0.contains("tab") })
    app.handle { club.model.navigator.select(tab: "door") }
    expectEqual(log.next(), ["- - tab door for all"])
    expectEqual(otherLog.next(), ["- - tab door for all"])
    var faults: [String] = []
    app.onFault = { faults.append($0) }
    try club.send(.tabButtonWasTapped("nothing"))
    expectEqual(faults, [#"The layout of the app has no tab "nothing"."#])
  }

  // MARK: - Names, and the end

  @Test(.exitTest) func `its name is reserved`() async {
    expectEqual(AppDefinition.club.check(), [])
    var definition = AppDefinition.club
    definition.layout = AppLayout()
    definition.app = AnyScreen(.login)
    expectEqual(
      definition.check().map(\.description),
      [
        "app: The app's own view model has the name login in place of app."
      ])
    definition = AppDefinition(screens: [AnyScreen(.app)])
    expectEqual(
      definition.check().map(\.description),
      [
        "app: A screen has the name app, which is that of the app's own view model."
      ])
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(.app)])) }
    }
  }

  @Test func `nothing outlives the app`() throws {
    try expectEqual(
      leaks { detector in
        let app = detector.watch(
          AppCore(AppEnvironment(), AppDefinition(screens: AppDefinition.club.screens, app: AppDefinition.club.app)))
        let club = try detector.watch(#require(app.appInstance(of: ClubModel.self)))
        detector.watch(club.model)
        let front = detector.watch(app.attach(.page, isShared: true))
        front.followApp()?.viewDidAppear()
        let room = app.open(.room, RoomParameters(id: 1))
        detector.watch(room.model)
        for event in [RoomEvent.clockButtonWasTapped, .enterButtonWasTapped, .enterLaterButtonWasTapped] {
          try room.send(event)
        }
        for instance in app.instances { detector.watch(instance) }
      }, [])
  }
}
