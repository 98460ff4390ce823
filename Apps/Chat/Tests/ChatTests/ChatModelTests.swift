import AppTesting
import Foundation
import Testing

@testable import Chat

/// The app as a whole, over its world in memory.
@MainActor @Suite struct ChatModelTests {
  private func chat(_ session: Session) throws -> ChatState {
    try #require(session.app.appInstance(of: ChatModel.self)).state
  }

  @Test func `has no mistakes in its descriptions`() {
    #expect(AppDefinition.chat.check(inAllLanguages: true) == [])
    #expect(AnyScreen.check(AppDefinition.chat.screens, forAssistants: true) == [])
  }

  @Test func `counts what is unread, and follows what others write`() throws {
    let session = Session()
    #expect(try chat(session).unread == 5)
    session.asBob(.post, .sample("Tea?", room: 3))
    #expect(try chat(session).unread == 6)
    _ = session.openRoom(3)
    #expect(try chat(session).unread == 5)
    session.asBob(.post, .sample("Now!", room: 3, key: "other"))
    #expect(try chat(session).unread == 5)
  }

  @Test func `a file that was not sent is told to a front that comes later, and leads to its room`() throws {
    let first = Session()
    first.app.environment.drafts.keep(Draft(room: 3, file: "plan.pdf"))
    first.storage.flush()
    let session = Session(storage: first.storage)
    let question = try #require(session.app.openQuestions.first)
    let front = session.app.attach(.page, isShared: true, answers: ["notify"])
    try front.answer(question.id, of: .notify, with: .action)
    session.scheduler.advance()
    let room = try #require(session.opened(.room))
    #expect(room.state.composer.message == "The file plan.pdf was not sent.")
  }

  @Test func `asks for a sign-in, and then shows the rooms`() throws {
    let session = Session(account: nil)
    let rooms = session.open(.rooms)
    #expect(rooms.state.rooms.isEmpty)
    try session.signIn("Ada")
    #expect(session.opened(.signIn) == nil)
    #expect(rooms.state.rooms.map(\.name) == ["General", "Kitchen", "Support"])
    #expect(try chat(session).account == "Ada")
  }

  @Test func `a link to a room that was followed before the sign-in leads there, with what was written`() throws {
    let session = Session(account: nil)
    let instance = try session.app.host.open(link: "/rooms/2")
    let room = try #require(instance as? ScreenInstance<RoomViewModel>)
    room.viewDidAppear()
    session.scheduler.advance()
    try session.send(.composer(.textChanged("Two, please.")), to: room)
    #expect(room.state.composer.sendDisabledReason == "You are not signed in.")
    try session.signIn("Ada")
    #expect(room.isOpen && room.state.messages.last?.text == "Tea is ready.")
    #expect(room.state.composer.sendDisabledReason == nil)
    try session.send(.composer(.sendButtonWasTapped), to: room)
    #expect(room.state.messages.last?.text == "Two, please." && room.state.messages.last?.isSent == true)
  }

  @Test func `a wrong password says so`() throws {
    let session = Session(account: nil)
    let screen = try #require(session.opened(.signIn))
    #expect(screen.state.signInDisabledReason == "The name is missing.")
    try session.send(.nameChanged("Ada"), .passwordChanged(SecretText("4321")), .signInButtonWasTapped, to: screen)
    #expect(screen.state.message == "The name or the password is wrong.")
  }

  @Test func `a session that ends in the middle of a message asks once, and sends the message once`() throws {
    let session = Session()
    let room = session.openRoom(3)
    session.world.expire("Ada")
    try session.send(.composer(.textChanged("Tea.")), .composer(.sendButtonWasTapped), to: room)
    #expect(session.opened(.signIn)?.state.name == "Ada")
    #expect(room.state.messages.count == 1 && room.state.messages[0].sentAt == nil)
    try session.signIn("Ada")
    #expect(session.opened(.signIn) == nil)
    #expect(room.state.messages.map(\.text) == ["Tea."])
    #expect(room.state.messages[0].sentAt != nil && room.state.messages[0].status == nil)
  }

  @Test func `the answer of a message that was lost is found in the feed`() throws {
    let session = Session(failures: ["post:1:lost"])
    let room = session.openRoom(3)
    try session.send(.composer(.textChanged("Tea.")), .composer(.sendButtonWasTapped), to: room)
    session.scheduler.advance(by: .seconds(10))
    #expect(room.state.messages.map(\.text) == ["Tea."])
    #expect(room.state.messages[0].status == nil)
  }

  @Test func `answers a question in the room of the world in memory`() throws {
    let session = Session()
    let room = session.openRoom(3)
    try session.send(.composer(.textChanged("Tea?")), .composer(.sendButtonWasTapped), to: room)
    session.scheduler.advance(by: .seconds(1))
    #expect(room.state.messages.map(\.author) == ["Ada", "Eve"])
  }

  @Test func `a sign-out forgets what was shown, and the drafts`() throws {
    let session = Session()
    let rooms = session.open(.rooms)
    let room = session.openRoom(3)
    try session.send(.composer(.textChanged("Tea?")), to: room)
    let search = session.open(.search)
    try session.send(.textChanged("pan"), to: search)
    session.scheduler.advance(by: .milliseconds(300))
    #expect(search.state.found?.count == 1)
    let settings = session.open(.settings)
    try session.send(.signOutButtonWasTapped, to: settings)
    #expect(session.opened(.room) == nil)
    #expect(rooms.state.rooms.isEmpty)
    #expect(search.state.found == nil && search.state.text.isEmpty)
    #expect(settings.state.account == nil)
    try session.signIn("Bob")
    #expect(session.openRoom(3).state.composer.text.isEmpty)
    #expect(rooms.state.rooms.map(\.draft) == [nil, nil, nil])
  }

  @Test func `a room closes when another person signs in, and its draft stays with its author`() throws {
    let session = Session()
    let room = session.openRoom(3)
    try session.send(.composer(.textChanged("Of Ada.")), to: room)
    session.world.expire("Ada")
    try session.send(.refreshButtonWasTapped, to: session.open(.rooms))
    try session.signIn("Bob")
    #expect(session.opened(.room) == nil)
    #expect(session.openRoom(3).state.composer.text.isEmpty)
    #expect(try chat(session).account == "Bob")
  }

  @Test func `begins with what was stored, and the draft, while the service does not answer`() throws {
    let storage = Storage()
    let first = Session(storage: storage)
    let room = first.openRoom(2)
    try first.send(.composer(.textChanged("Where is")), to: room)
    storage.flush()

    let second = Session(storage: storage, failures: ["rooms", "messages"])
    let rooms = second.open(.rooms)
    #expect(rooms.state.rooms.map(\.name) == ["General", "Kitchen", "Support"])
    #expect(rooms.state.rooms[1].draft == "Where is")
    #expect(rooms.state.message != nil)
    #expect(try !chat(second).reconnectHidden)
    let again = second.openRoom(2)
    #expect(again.state.messages.map(\.text) == ["Who has the big pan?", "It is in the office.", "Tea is ready."])
    #expect(again.state.composer.text == "Where is")
  }

  @Test func `asks for the rooms again until they come`() {
    let session = Session(failures: ["rooms:1"])
    let rooms = session.open(.rooms)
    #expect(rooms.state.rooms.isEmpty && rooms.state.message != nil)
    session.scheduler.advance(by: .seconds(Inbox.patience))
    #expect(rooms.state.rooms.count == 3 && rooms.state.message == nil)
  }

  @Test func `a link opens a room at a message`() throws {
    let session = Session()
    let instance = try session.app.host.open(link: "https://chat.example/rooms/1?message=20")
    instance.viewDidAppear()
    session.scheduler.advance()
    let room = try #require(session.opened(.room))
    #expect(room.state.messages.first?.text == "Message 15")
    #expect(room.state.messages.count == 106)
  }

  @Test func `an administrator renames a room, and others see it`() throws {
    let session = Session()
    let room = session.openRoom(2)
    #expect(!room.state.renameHidden)
    try session.send(.renameButtonWasTapped, to: room)
    let form = try #require(session.opened(.roomName))
    #expect(form.state.saveDisabledReason == "The room has this name.")
    try session.send(.nameChanged("Canteen"), .saveButtonWasTapped, to: form)
    #expect(session.opened(.roomName) == nil)
    #expect(room.state.name == "Canteen")
  }

  @Test func `a new room opens, and is there for others`() throws {
    let (session, rooms) = { ($0, $0.open(.rooms)) }(Session(account: "Bob"))
    try session.send(.newRoomButtonWasTapped, to: rooms)
    let form = try #require(session.opened(.roomName))
    #expect(form.state.saveDisabledReason == "The name is missing.")
    try session.send(.nameChanged("Kitchen"), .saveButtonWasTapped, to: form)
    #expect(form.state.message == "There is a room with this name.")
    try session.send(.nameChanged("Garden"), .saveButtonWasTapped, to: form)
    #expect(session.opened(.roomName) == nil)
    #expect(session.opened(.room)?.state.name == "Garden")
    #expect(rooms.state.rooms.map(\.name) == ["General", "Kitchen", "Support", "Garden"])
  }

  @Test func `the offline switch holds what is sent and followed, also over a restart`() throws {
    let storage = Storage()
    let session = Session(storage: storage)
    let rooms = session.open(.rooms)
    let settings = session.open(.settings)
    let room = session.openRoom(3)
    try session.send(.offlineChanged(true), to: settings)
    #expect(settings.state.offline && rooms.state.refreshDisabledReason == rooms.state.connection)
    try session.send(.composer(.textChanged("Tea.")), .composer(.sendButtonWasTapped), to: room)
    session.asBob(.post, .sample("Milk", room: 3))
    #expect(room.state.messages.map(\.text) == ["Tea."] && room.state.messages[0].status == "Waiting")
    #expect(rooms.state.connection == "You are offline. What you write is sent later.")
    #expect(try chat(session).reconnectHidden)
    storage.flush()

    let next = Session(storage: storage)
    let again = next.openRoom(3)
    next.scheduler.advance(by: .seconds(100))
    #expect(next.open(.rooms).state.connection == "You are offline. What you write is sent later.")
    #expect(again.state.name == "Support" && again.state.composer.sendDisabledReason != nil)
    try next.send(.offlineChanged(false), to: next.open(.settings))
    #expect(try chat(next).connection == nil)

    try session.send(.offlineChanged(false), to: settings)
    session.scheduler.advance(by: .seconds(1))
    #expect(room.state.messages.map(\.text) == ["Milk", "Tea."])
    #expect(room.state.messages.allSatisfy { $0.sentAt != nil })
    #expect(rooms.state.connection == nil)
  }

  @Test func `the server decides who may rename, not the screen`() throws {
    let session = Session(account: "Bob")
    #expect(session.openRoom(2).state.renameHidden)
    let form = session.app.open(.roomName, RoomNameParameters(room: 2))
    try session.send(.nameChanged("Canteen"), .saveButtonWasTapped, to: form)
    #expect(form.state.message == "Only an administrator renames a room.")
  }

  @Test func `shows how many messages a room has a day`() throws {
    let session = Session()
    let chart = session.app.open(.activity, ActivityParameters(room: 1))
    chart.viewDidAppear()
    session.scheduler.advance()
    let line = try #require(chart.state.activity?.lines.first)
    #expect(line.points.reduce(0) { $0 + $1.y } == 120)
    #expect(line.points.count == 31)
    #expect(chart.state.title == "Messages a day in General")
  }
}
