import AppTesting
import Foundation
import Testing

@testable import Chat

/// A room over a backend that the test answers.
@MainActor @Suite struct RoomTests {
  private let world = TestWorld(catalogs: AppDefinition.chat.catalogs)
  private let model: RoomViewModel

  init() {
    world.environment.account = "Ada"
    world.environment.inbox.load()
    world.backend.last(.rooms).succeed(
      RoomList(rooms: [Room(id: 1, name: "General", unread: 1)], position: "7"))
    world.scheduler.advance()
    model = RoomViewModel(RoomParameters(room: 1), world.environment)
  }

  private func show(_ messages: [Message], hasEarlier: Bool = false) {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.messages).succeed(MessagePage(messages: messages, hasEarlier: hasEarlier))
    world.scheduler.advance()
  }

  private func tell(_ kind: Change.Kind, number: Int = 8, _ complete: (inout Change) -> Void) {
    var change = Change(number: number, kind: kind, room: 1)
    complete(&change)
    world.backend.last(.changes).send(change)
    world.scheduler.advance(by: .milliseconds(RoomViewModel.arrivalInterval))
  }

  /// Tells of a change at the time of the one before.
  private func tellNow(_ kind: Change.Kind, number: Int, _ complete: (inout Change) -> Void) {
    var change = Change(number: number, kind: kind, room: 1)
    complete(&change)
    world.backend.last(.changes).send(change)
  }

  private func write(_ text: String) {
    model.eventSubject.send(.composer(.textChanged(text)))
    model.eventSubject.send(.composer(.sendButtonWasTapped))
    world.scheduler.advance()
  }

  @Test func `shows its messages, and marks them as read`() {
    show([.sample(1), .sample(2, "Tea?")])
    #expect(model.state.name == "General")
    #expect(model.state.messages.map(\.text) == ["Hello", "Tea?"])
    #expect(model.state.earlierHidden)
    #expect(world.backend.last(.markRead).input == MessageAddress(room: 1, id: 2))
    #expect(world.environment.inbox.room(1)?.unread == 0)
  }

  @Test func `says what was read at once, once a second while more arrives, and when it closes`() {
    show([.sample(1)])
    for id in 2...5 { tell(.message, number: 6 + id) { $0.message = .sample(id) } }
    #expect(world.backend.calls(.markRead).map(\.input.id) == [1])
    world.scheduler.advance(by: .seconds(Inbox.interval))
    #expect(world.backend.calls(.markRead).map(\.input.id) == [1, 5])
    tell(.message, number: 12) { $0.message = .sample(6) }
    world.environment.inbox.close(1)
    #expect(world.backend.calls(.markRead).map(\.input.id) == [1, 5, 6])
    world.scheduler.advance(by: .seconds(Inbox.interval))
    #expect(world.backend.calls(.markRead).count == 3)
  }

  @Test func `stores the rooms and the messages at once, and once a second while more arrives`() throws {
    func stored() throws -> (texts: [String?], ids: [Int]) {
      let storage = world.environment.storage
      storage.flush()
      return try (storage.value(for: .rooms)?.map(\.lastText) ?? [], storage.value(for: .recent)?.map(\.id) ?? [])
    }
    show([.sample(1)])
    #expect(try stored() == ([nil], [1]))
    tell(.message) { $0.message = .sample(2, "Tea?") }
    #expect(try stored() == ([nil], [1]))
    world.scheduler.advance(by: .seconds(Inbox.interval))
    #expect(try stored() == (["Tea?"], [1, 2]))
  }

  @Test func `loads earlier messages at the edge`() {
    show([.sample(5)], hasEarlier: true)
    #expect(!model.state.earlierHidden && model.state.earlierDisabledReason == nil)
    model.eventSubject.send(.earlierButtonWasTapped)
    #expect(world.backend.last(.messages).input == MessageQuery(room: 1, before: 5))
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(4)], hasEarlier: false))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["4", "5"])
  }

  @Test func `shows a message that arrives, and drops one that is deleted`() {
    show([.sample(1)])
    tell(.message) { $0.message = .sample(2, "New") }
    #expect(model.state.messages.map(\.text) == ["Hello", "New"])
    tell(.deleted, number: 9) { $0.id = 1 }
    #expect(model.state.messages.map(\.text) == ["New"])
  }

  @Test func `shows in one step what arrives at one time, in order, and what was deleted in between`() {
    show([.sample(1)])
    tell(.message) { $0.message = .sample(2) }
    var states: [[String]] = []
    let cancellable = model.statePublisher.dropFirst().sink { states.append($0.messages.map(\.id)) }
    for id in 3...9 { tellNow(.message, number: 6 + id) { $0.message = .sample(id) } }
    tellNow(.deleted, number: 16) { $0.id = 4 }
    world.scheduler.advance()
    #expect(states.count <= 1)
    world.scheduler.advance(by: .milliseconds(RoomViewModel.arrivalInterval))
    #expect(states.last == ["1", "2", "3", "5", "6", "7", "8", "9"] && states.count == 1)
    cancellable.cancel()
  }

  @Test func `what has arrived and was not shown yet is known when the feed begins again`() {
    show([.sample(1)])
    write("Tea?")
    let key = world.backend.last(.post).input.key
    tell(.message) { $0.message = .sample(2) }
    tellNow(.message, number: 9) { $0.message = .sample(3, author: "Ada", "Tea?", key: key) }
    tellNow(.reset, number: 10) { $0.room = 0 }
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["1", "2", key.rawValue])
  }

  @Test func `when the feed cannot go on where it was, the room is there until it was loaded again`() {
    show([.sample(1), .sample(2)])
    var states: [[String]] = []
    let cancellable = model.statePublisher.sink { states.append($0.messages.map(\.id)) }
    tell(.reset) { $0.room = 0 }
    #expect(world.backend.last(.messages).input == MessageQuery(room: 1))
    #expect(model.state.messages.map(\.id) == ["1", "2"] && model.state.isBusy)
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(3)], hasEarlier: false))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["3"])
    #expect(Set(states) == [["1", "2"], ["3"]])
    cancellable.cancel()
  }

  @Test func `a room that could not be loaded again is there, with the reason and a way to try again`() throws {
    show([.sample(1), .sample(2)], hasEarlier: true)
    #expect(model.state.refreshHidden)
    tell(.reset) { $0.room = 0 }
    world.backend.last(.messages).fail(.timeout)
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["1", "2"])
    #expect(model.state.message == "The backend took too long to answer.")
    // Earlier messages would stand before others that may not be there any more.
    #expect(!model.state.refreshHidden && model.state.earlierHidden)
    for id in 10...RoomFacts.limit + 20 { tell(.message, number: id) { $0.message = .sample(id) } }
    model.eventSubject.send(.refreshButtonWasTapped)
    #expect(world.backend.last(.messages).input == MessageQuery(room: 1))
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(230)], hasEarlier: true))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["230"])
    #expect(model.state.refreshHidden && !model.state.earlierHidden && model.state.message == nil)
  }

  @Test func `a room that could not be loaded again is loaded with the next connection`() {
    show([.sample(1)])
    tell(.reset) { $0.room = 0 }
    world.backend.last(.messages).fail(.timeout)
    world.backend.last(.changes).interrupt(.timeout)
    world.scheduler.advance()
    world.backend.last(.changes).send(.open)
    world.scheduler.advance()
    #expect(world.backend.calls(.messages).count == 3)
  }

  @Test func `a stored room that could not be loaded is there, and is loaded again from its end`() {
    world.environment.recent.keep([.sample(1)], of: 1)
    let room = RoomViewModel(RoomParameters(room: 1), world.environment)
    room.eventSubject.send(.viewDidAppear)
    world.backend.last(.messages).fail(.timeout)
    world.scheduler.advance()
    #expect(room.state.messages.map(\.id) == ["1"] && room.state.earlierHidden)
    room.eventSubject.send(.refreshButtonWasTapped)
    #expect(world.backend.last(.messages).input == MessageQuery(room: 1))
  }

  @Test func `what is stored of a room stays while it is loaded again`() throws {
    show([.sample(1)])
    tell(.reset) { $0.room = 0 }
    write("Tea?")
    world.scheduler.advance(by: .seconds(Inbox.interval))
    world.environment.storage.flush()
    #expect(try world.environment.storage.value(for: .recent)?.map(\.id) == [1])
  }

  @Test func `a message that was deleted is here again when the server has restored it`() {
    show([.sample(1, author: "Ada"), .sample(2)])
    model.eventSubject.send(.deleteButtonWasTapped("1"))
    world.scheduler.advance(by: .seconds(5))
    world.backend.last(.delete).succeed()
    tell(.deleted) { $0.id = 1 }
    #expect(model.state.messages.map(\.id) == ["2"])
    tell(.message, number: 9) { $0.message = .sample(1, author: "Ada") }
    #expect(model.state.messages.map(\.id) == ["1", "2"])
  }

  @Test func `a page brings back what was restored, and not what was deleted while it was on its way`() {
    show([.sample(1, author: "Ada"), .sample(2, author: "Ada")])
    tell(.reset) { $0.room = 0 }
    let early = world.backend.last(.messages)
    model.eventSubject.send(.deleteSelectedButtonWasTapped(["1", "2"]))
    world.scheduler.advance(by: .seconds(5))
    for call in world.backend.calls(.delete) { call.succeed() }
    world.scheduler.advance()
    early.succeed(MessagePage(messages: [.sample(1, author: "Ada"), .sample(2, author: "Ada")], hasEarlier: false))
    world.scheduler.advance()
    #expect(model.state.messages.isEmpty)
    tell(.reset, number: 9) { $0.room = 0 }
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(2, author: "Ada")], hasEarlier: false))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["2"])
  }

  @Test func `shows a message before it is sent, and keeps its row when the server names it`() {
    show([.sample(1)])
    write("Tea?")
    let sent = world.backend.last(.post)
    #expect(model.state.messages.map(\.status) == [nil, "Sending"])
    #expect(model.state.composer.text.isEmpty)
    let row = model.state.messages[1].id
    #expect(row == sent.input.key.rawValue)

    tell(.message) { $0.message = .sample(2, author: "Ada", "Tea?", key: sent.input.key) }
    #expect(model.state.messages.map(\.id) == ["1", row])
    #expect(model.state.messages[1].status == nil)
    sent.succeed(.sample(2, author: "Ada", "Tea?", key: sent.input.key))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["1", row])
  }

  @Test func `a message that was sent is not there as unsent while the room is loaded again`() {
    show([.sample(1)])
    write("Tea?")
    let key = world.backend.last(.post).input.key
    tell(.message) { $0.message = .sample(2, author: "Ada", "Tea?", key: key) }
    tell(.reset, number: 9) { $0.room = 0 }
    #expect(model.state.messages.map(\.id) == ["1", key.rawValue])
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(90)], hasEarlier: true))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["90"])
  }

  @Test func `a message that was sent is not there again when it has gone for newer ones`() {
    show([.sample(1)])
    write("Tea?")
    let sent = world.backend.last(.post)
    sent.succeed(.sample(2, author: "Ada", "Tea?", key: sent.input.key))
    world.scheduler.advance()
    for id in 3...RoomFacts.limit + 10 { tell(.message, number: 6 + id) { $0.message = .sample(id) } }
    write("Still there?")
    #expect(!model.state.messages.contains { $0.id == sent.input.key.rawValue })
    #expect(model.state.messages.last?.text == "Still there?")
  }

  @Test func `a refused message says why, and is sent again or dropped`() {
    show([])
    write("Tea?")
    world.backend.last(.post).fail(.problem(status: 422, detail: "The kitchen is closed."))
    world.scheduler.advance()
    let refused = model.state.messages[0]
    #expect(refused.status == "Not sent: The kitchen is closed." && refused.tone == .negative)
    model.eventSubject.send(.retryButtonWasTapped(refused.id))
    world.scheduler.advance()
    #expect(world.backend.calls(.post).count == 2)
    world.backend.last(.post).fail(.problem(status: 422, detail: "The kitchen is closed."))
    world.scheduler.advance()
    model.eventSubject.send(.dropButtonWasTapped(model.state.messages[0].id))
    world.scheduler.advance()
    #expect(model.state.messages.isEmpty)
  }

  @Test func `a message without an answer is sent again with its key`() {
    show([])
    write("Tea?")
    let first = world.backend.last(.post)
    first.fail(.timeout)
    world.scheduler.advance()
    #expect(model.state.messages.map(\.status) == ["Perhaps sent"])
    #expect(model.state.messages[0].dropDisabledReason == "It may have been sent.")
    world.scheduler.advance(by: .seconds(2))
    #expect(world.backend.calls(.post).map(\.input.key) == [first.input.key, first.input.key])
  }

  @Test func `a message that was sent and deleted does not come back when the room is opened again`() {
    show([.sample(1)])
    write("Tea?")
    let sent = world.backend.last(.post)
    sent.succeed(.sample(2, author: "Ada", "Tea?", key: sent.input.key))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.text) == ["Hello", "Tea?"])
    tell(.deleted) { $0.id = 2 }
    #expect(model.state.messages.map(\.text) == ["Hello"])
    let again = RoomViewModel(RoomParameters(room: 1), world.environment)
    again.eventSubject.send(.viewDidAppear)
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(1)], hasEarlier: false))
    world.scheduler.advance()
    #expect(again.state.messages.map(\.text) == ["Hello"])
  }

  @Test func `downloads a file with its progress, and lets the person save it`() {
    var message = Message.sample(1)
    message.attachment = Attachment(id: 7, name: "plan.pdf", size: 4)
    show([message, .sample(2)])
    #expect(model.state.messages.map(\.downloadHidden) == [false, true])
    model.eventSubject.send(.downloadButtonWasTapped("1"))
    let download = world.backend.last(.download)
    #expect(download.input == FileAddress(room: 1, id: 7))
    download.report(TransferProgress(.received, 1, of: 4))
    world.scheduler.advance()
    #expect(model.state.download?.name == "plan.pdf" && model.state.download?.progress == 0.25)
    download.fail(.timeout)
    world.scheduler.advance()
    #expect(model.state.download?.message == "The backend took too long to answer.")
    model.eventSubject.send(.download(.retryButtonWasTapped))
    world.backend.last(.download).succeed(FileReference(name: "plan.pdf", bytes: Array("Milk".utf8)))
    world.scheduler.advance()
    #expect(world.front.last(.saveFile).input.name == "plan.pdf")
    world.front.last(.saveFile).answer()
    #expect(model.state.download == nil)
  }

  @Test func `cancels a download, and says why a file cannot be saved`() {
    var message = Message.sample(1)
    message.attachment = Attachment(id: 7, name: "plan.pdf", size: 4)
    show([message])
    model.eventSubject.send(.downloadButtonWasTapped("1"))
    model.eventSubject.send(.download(.cancelButtonWasTapped))
    #expect(world.backend.last(.download).isCancelled && model.state.download == nil)
    model.eventSubject.send(.downloadButtonWasTapped("1"))
    world.backend.last(.download).succeed(FileReference(name: "plan.pdf", bytes: Array("Milk".utf8)))
    world.scheduler.advance()
    world.front.last(.saveFile).cannot("The disk is full.")
    #expect(model.state.download?.message == "The disk is full.")
  }

  @Test func `a person who is offline sees what was stored, and what they write waits`() {
    world.environment.recent.keep([.sample(1)], of: 1)
    world.environment.isOffline.value = true
    let room = RoomViewModel(RoomParameters(room: 1), world.environment)
    room.eventSubject.send(.viewDidAppear)
    room.eventSubject.send(.composer(.textChanged("Tea?")))
    world.scheduler.advance()
    #expect(world.backend.calls(.messages).isEmpty && world.backend.calls(.typing).isEmpty)
    #expect(room.state.connection == "You are offline. What you write is sent later.")
    #expect(room.state.messages.map(\.text) == ["Hello"])
    #expect(room.state.earlierDisabledReason == room.state.connection)
    world.environment.isOffline.value = false
    world.backend.last(.rooms).succeed(RoomList(rooms: [Room(id: 1, name: "General")], position: "9"))
    world.scheduler.advance()
    world.backend.last(.changes).send(.open)
    world.scheduler.advance()
    #expect(world.backend.calls(.messages).count == 1)
  }

  @Test func `says who is typing, for a while`() {
    show([])
    tell(.typing) { $0.person = "Bob" }
    #expect(model.state.typing == "Bob is typing…")
    tell(.typing, number: 9) { $0.person = "Eve" }
    #expect(model.state.typing == "2 people are typing…")
    tell(.message, number: 10) { $0.message = .sample(2, author: "Eve") }
    #expect(model.state.typing == "Bob is typing…")
    world.scheduler.advance(by: .seconds(RoomViewModel.typingTime))
    #expect(model.state.typing == nil)
  }

  @Test func `says that a person is typing at most once in five seconds`() {
    for text in ["T", "Te", "Tea"] { model.eventSubject.send(.composer(.textChanged(text))) }
    world.scheduler.advance(by: .seconds(4))
    #expect(world.backend.calls(.typing).map(\.input) == [1])
    world.scheduler.advance(by: .seconds(2))
    model.eventSubject.send(.composer(.textChanged("Tea?")))
    world.scheduler.advance()
    #expect(world.backend.calls(.typing).count == 2)
  }

  @Test func `loads again when there is a connection, and marks each message once`() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.messages).fail(.timeout)
    world.backend.last(.changes).interrupt(.timeout)
    world.scheduler.advance()
    #expect(model.state.message == "Not connected. What you write is sent later.")
    world.backend.last(.changes).send(.open)
    world.scheduler.advance()
    #expect(world.backend.calls(.messages).count == 2)
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(1)], hasEarlier: false))
    world.scheduler.advance()
    write("Tea?")
    #expect(model.state.message == nil)
    #expect(world.backend.calls(.markRead).map(\.input.id) == [1])
  }

  @Test func `misses nothing when a feed that has ended is followed again`() {
    show([.sample(1)])
    tell(.message) {
      $0.message = .sample(2)
      $0.position = "8"
    }
    world.backend.last(.changes).fail(.timeout)
    world.scheduler.advance()
    world.environment.inbox.load()
    #expect(world.backend.last(.changes).input.position == "8")
    world.backend.last(.rooms).succeed(RoomList(rooms: [Room(id: 1, name: "General")], position: "12"))
    world.scheduler.advance()
    #expect(world.backend.calls(.changes).count == 2)
  }

  @Test func `says that it is not connected, and keeps what it shows`() {
    show([.sample(1)])
    world.backend.last(.changes).interrupt(.timeout)
    world.scheduler.advance()
    #expect(model.state.connection == "Not connected. What you write is sent later.")
    #expect(model.state.messages.count == 1)
  }

  @Test func `copies a link to a message, and begins with the message of a link`() {
    show([.sample(1), .sample(2)])
    model.eventSubject.send(.copyLinkButtonWasTapped("2"))
    #expect(world.front.last(.copy).input.text == "https://chat.example/rooms/1?message=2")
    world.front.last(.copy).answer()

    let other = RoomViewModel(RoomParameters(room: 1, message: 2), world.environment)
    other.eventSubject.send(.viewDidAppear)
    #expect(world.backend.last(.messages).input == MessageQuery(room: 1, reaching: 2))
    world.backend.last(.messages).succeed(MessagePage(messages: [.sample(2), .sample(3)], hasEarlier: true))
    world.scheduler.advance()
    #expect(world.front.last(.show).input == RowToShow(list: "messages", row: "2"))
    world.front.last(.show).answer()
  }

  @Test func `deletes what is selected, unless it may not`() {
    show([.sample(1, author: "Ada"), .sample(2, author: "Ada"), .sample(3)])
    #expect(
      model.refusal(of: .deleteSelectedButtonWasTapped(["1", "3"]))
        == "Only an administrator deletes what others have written.")
    model.eventSubject.send(.deleteSelectedButtonWasTapped(["1", "2"]))
    #expect(model.state.messages.map(\.id) == ["3"])
    world.scheduler.advance(by: .seconds(5))
    #expect(world.backend.calls(.delete).map(\.input.id).sorted() == [1, 2])
  }

  @Test func `undoes a deletion`() {
    show([.sample(1, author: "Ada")])
    model.eventSubject.send(.deleteButtonWasTapped("1"))
    #expect(world.front.last(.notify).input.text == "Deleted: Hello")
    world.front.last(.notify).answer(.action)
    #expect(model.state.messages.map(\.id) == ["1"])
    world.scheduler.advance(by: .seconds(5))
    #expect(world.backend.calls(.delete).isEmpty)
  }

  @Test func `shows a message again that was not deleted, and says why`() {
    show([.sample(1, author: "Ada")])
    model.eventSubject.send(.deleteButtonWasTapped("1"))
    world.scheduler.advance(by: .seconds(5))
    world.backend.last(.delete).fail(.problem(status: 403, detail: "Not you."))
    world.scheduler.advance()
    #expect(model.state.messages.map(\.id) == ["1"])
    #expect(model.state.message == "Not you.")
  }
}
