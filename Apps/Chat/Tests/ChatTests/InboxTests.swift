import AppTesting
import Testing

@testable import Chat

/// The rooms that are asked for again while their feed goes on.
@MainActor @Suite struct InboxTests {
  private let world = TestWorld(account: "Ada")

  private func change(_ number: Int, _ text: String) -> Change {
    Change(
      number: number, kind: .renamed, room: 1, message: nil, id: nil, person: nil, text: text, position: "\(number)")
  }

  @Test(arguments: [("7", "Two"), ("8", "Two"), ("9", "Answer")]) func `an answer loses nothing that was heard since`(
    position: String, name: String
  ) {
    let inbox = Inbox(world.environment)
    func answer(_ name: String, _ position: String) {
      world.backend.last(.rooms).succeed(RoomList(rooms: [Room(id: 1, name: name)], position: position))
      world.scheduler.advance()
    }
    inbox.load()
    answer("None", "7")
    inbox.load()
    world.backend.last(.changes).send(change(8, "One"))
    world.backend.last(.changes).send(change(9, "Two"))
    world.scheduler.advance()
    answer("Answer", position)
    #expect(inbox.room(1)?.name == name)
  }
}
