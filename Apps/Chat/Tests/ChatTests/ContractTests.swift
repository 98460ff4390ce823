import AppTesting
import Foundation
import Testing

@testable import Chat

/// What every service of the chat does: the world in memory, and the server.
@Suite(.serialized) struct ContractTests {
  @Test(arguments: ServiceKind.allCases)
  func `needs a session, and a password to get one`(_ kind: ServiceKind) async throws {
    let client = try TestService(kind).client()
    #expect(await client.failure(.rooms, ())?.httpStatus == 401)
    #expect(
      await client.failure(.signInWithPassword, SignIn(name: "Ada", password: SecretText("4321")))?.httpStatus == 403)
    let account = try await client.answer(.signInWithPassword, SignIn(name: "Ada", password: SecretText("1234")))
    #expect(account == SignedIn(name: "Ada"))
    client.credentials.use(account: "Ada")
    #expect(try await client.answer(.rooms).rooms.map(\.unread) == [2, 3, 0])
  }

  @Test(arguments: ServiceKind.allCases)
  func `has the messages of a room in pages`(_ kind: ServiceKind) async throws {
    let client = try await TestService(kind).client("Ada")
    let newest = try await client.answer(.messages, MessageQuery(room: 1))
    #expect(newest.messages.map(\.id) == Array(71...120) && newest.hasEarlier)
    let earliest = try await client.answer(.messages, MessageQuery(room: 1, before: 21))
    #expect(earliest.messages.map(\.id) == Array(1...20) && !earliest.hasEarlier)
    let reaching = try await client.answer(.messages, MessageQuery(room: 1, reaching: 20))
    #expect(reaching.messages.map(\.id) == Array(15...120) && reaching.hasEarlier)
    #expect(await client.failure(.messages, MessageQuery(room: 1, reaching: 999))?.httpStatus == 404)
    #expect(await client.failure(.messages, MessageQuery(room: 9))?.httpStatus == 404)
  }

  @Test(arguments: ServiceKind.allCases)
  func `posts once for a key, and tells it once`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let ada = try await service.client("Ada")
    let position = try await ada.answer(.rooms).position
    let meeting = Meeting(
      title: "Planning", time: ZonedDateTime(LocalDateTime("2026-11-27T09:00")!, zone: "Europe/Berlin"))
    var new = NewMessage.sample("Tea", key: "1")
    new.meeting = meeting
    let message = try await ada.answer(.post, new)
    #expect(message.id == 124 && message.key == new.key && message.meeting == meeting)
    #expect(try await ada.answer(.post, new) == message)
    _ = try await service.client("Bob").answer(.post, .sample("Milk", key: "1"))
    let changes = try await ada.changes(after: position, count: 2)
    #expect(changes.map(\.message?.text) == ["Tea", "Milk"])
    #expect(changes.map(\.message?.author) == ["Ada", "Bob"])
    let last = try #require(changes.last?.position)
    _ = try await ada.answer(.post, .sample("Bread", key: "2"))
    #expect(try await ada.changes(after: last, count: 1).map(\.message?.text) == ["Bread"])
  }

  @Test(arguments: ServiceKind.allCases)
  func `a message whose answer was lost is posted once`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let client = try await service.losing(service.client("Ada"))
    let failure = await client.failure(.post, .sample("Tea"))
    #expect(failure?.mayHaveBeenCarriedOut == true)
    _ = try await client.answer(.post, .sample("Tea"))
    #expect(try await client.answer(.search, SearchQuery(text: "tea")).map(\.text) == ["Tea", "Tea is ready."])
  }

  @Test(arguments: ServiceKind.allCases)
  func `refuses what is empty or too long, or has an attachment of elsewhere`(_ kind: ServiceKind) async throws {
    let client = try await TestService(kind).client("Ada")
    var stranger = NewMessage.sample("Look")
    stranger.attachment = Attachment(id: 9, name: "plan.pdf", size: 1)
    for new in [.sample("  "), .sample(String(repeating: "a", count: 2_001)), stranger] as [NewMessage] {
      #expect(await client.failure(.post, new)?.httpStatus == 422)
    }
  }

  @Test(arguments: ServiceKind.allCases)
  func `takes a file, and a message with it`(_ kind: ServiceKind) async throws {
    let client = try await TestService(kind).client("Ada")
    let file = FileReference(name: "plan.txt", mediaType: "text/plain", bytes: Array("Milk".utf8))
    let attachment = try await client.answer(.upload, Upload(room: 1, file: file))
    #expect(attachment == Attachment(id: 1, name: "plan.txt", mediaType: "text/plain", size: 4))
    var new = NewMessage.sample("")
    new.attachment = attachment
    #expect(try await client.answer(.post, new).attachment == attachment)
    let download = try await client.answer(.download, FileAddress(room: 1, id: attachment.id))
    #expect(download.name == "plan.txt" && download.mediaType == "text/plain" && download.size == 4)
    #expect(try download.readBytes(limit: 100) == Array("Milk".utf8))
    #expect(await client.failure(.download, FileAddress(room: 1, id: 9))?.httpStatus == 404)
  }

  @Test(arguments: ServiceKind.allCases)
  func `makes a room, which has a name of its own`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let (ada, bob) = (try await service.client("Ada"), try await service.client("Bob"))
    let position = try await ada.answer(.rooms).position
    let room = try await bob.answer(.createRoom, NewRoom(name: "Garden"))
    #expect(room == Room(id: 4, name: "Garden"))
    #expect(await ada.failure(.createRoom, NewRoom(name: "Garden"))?.httpStatus == 409)
    #expect(await ada.failure(.createRoom, NewRoom(name: " "))?.httpStatus == 422)
    let changes = try await ada.changes(after: position, count: 1)
    #expect(changes.map(\.kind) == [.created] && changes[0].room == 4 && changes[0].text == "Garden")
    #expect(try await ada.answer(.rooms).rooms.map(\.name) == ["General", "Kitchen", "Support", "Garden"])
  }

  @Test(arguments: ServiceKind.allCases)
  func `lets an administrator do more`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let (ada, bob) = (try await service.client("Ada"), try await service.client("Bob"))
    #expect(try await ada.answer(.rooms).rooms[0].rights == [.deleteAny, .rename])
    #expect(try await bob.answer(.rooms).rooms[0].rights == [])
    let position = try await bob.answer(.rooms).position
    // The first message is Ada's, the second one is Bob's.
    #expect(await bob.failure(.delete, MessageAddress(room: 1, id: 1))?.httpStatus == 403)
    #expect(await bob.failure(.rename, RoomName(room: 2, name: "Canteen"))?.httpStatus == 403)
    #expect(await bob.failure(.delete, MessageAddress(room: 1, id: 2)) == nil)
    #expect(await ada.failure(.delete, MessageAddress(room: 1, id: 5)) == nil)
    #expect(await ada.failure(.delete, MessageAddress(room: 1, id: 5))?.httpStatus == 404)
    #expect(await ada.failure(.rename, RoomName(room: 2, name: "Canteen")) == nil)
    let changes = try await bob.changes(after: position, count: 3)
    #expect(changes.map(\.kind) == [.deleted, .deleted, .renamed])
    #expect(changes.map(\.id) == [2, 5, nil] && changes[2].text == "Canteen")
  }

  @Test(arguments: ServiceKind.allCases)
  func `knows what is read, who is typing, and the messages of a day`(_ kind: ServiceKind) async throws {
    let client = try await TestService(kind).client("Ada")
    try await client.answer(.markRead, MessageAddress(room: 2, id: 121))
    let list = try await client.answer(.rooms)
    #expect(list.rooms.map(\.unread) == [2, 2, 0])
    try await client.answer(.typing, 2)
    #expect(try await client.changes(after: list.position, count: 1).map(\.person) == ["Ada"])
    let days = try await client.answer(.activity, 1)
    #expect(days.reduce(0) { $0 + $1.count } == 120)
    #expect(days == days.sorted { $0.day < $1.day })
  }

  @Test func `the world loses nothing that comes while it tells what was missed`() throws {
    let world = World(AppDefinition.MockContext(now: { .fixed }, random: SeededGenerator(seed: 7), scheduler: .main))
    func type(_ person: String) throws { try world.change { $0.tell(.typing, 1) { $0.person = person } } }
    try type("Ada")
    try type("Bob")
    var typed: [String?] = []
    let subscription = world.changes(after: 0).sink(
      receiveCompletion: { _ in },
      receiveValue: { change in
        if typed.isEmpty { try? type("Emma") }
        typed.append(change.person)
      })
    #expect(typed == ["Ada", "Bob", "Emma"])
    subscription.cancel()
  }

  @Test(arguments: ServiceKind.allCases)
  func `a feed that cannot go on where it was says so`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let client = try await service.client("Ada")
    let position = try await client.answer(.rooms).position
    try await client.answer(.typing, 1)
    try await service.forgetChanges()
    #expect(try await client.changes(after: position, count: 1).map(\.kind) == [.reset])
  }

  @Test(arguments: ServiceKind.allCases)
  func `a request waits for the sign-in after the session has ended`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let client = try await service.client("Ada")
    let signIn = client.credentials.endings
      .flatMap {
        client.backend.answer(.signInWithPassword, SignIn(name: "Ada", password: SecretText("1234"))).result()
      }
      .sink { _ in }
    try await service.expire("Ada")
    #expect(try await client.answer(.post, .sample("Tea")).author == "Ada")
    try await service.expire("Ada")
    let file = FileReference(name: "plan.txt", bytes: Array("Milk".utf8))
    #expect(try await client.answer(.upload, Upload(room: 1, file: file)).name == "plan.txt")
    signIn.cancel()
  }

  @Test func `a feed that breaks goes on where it was, with nothing twice`() async throws {
    let service = try TestService(.server)
    let (ada, bob) = (try await service.client("Ada"), try await service.client("Bob"))
    let position = try await ada.answer(.rooms).position
    _ = try await bob.answer(.post, .sample("One", key: "1"))
    let changes = try await ada.changes(after: position, count: 3) { count in
      guard count == 1 else { return }
      Task {
        try await service.cut()
        for text in ["Two", "Three"] { _ = try await bob.answer(.post, .sample(text, key: text)) }
      }
    }
    #expect(changes.map(\.message?.text) == ["One", "Two", "Three"])
  }

  @Test(arguments: ServiceKind.allCases)
  func `is well again after a failure`(_ kind: ServiceKind) async throws {
    let service = try TestService(kind)
    let client = try await service.failing(service.client("Ada"))
    #expect(await client.failure(.rooms, ()) != nil)
    #expect(try await client.answer(.rooms).rooms.count == 3)
  }
}
