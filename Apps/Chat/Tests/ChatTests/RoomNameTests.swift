import AppTesting
import Testing

@testable import Chat

@MainActor @Suite struct RoomNameTests {
  @Test(arguments: [nil, 2]) func `asks before what was entered is lost`(_ room: Int?) throws {
    let session = Session()
    let front = session.app.attach(.prompt, answers: [AppFront.anyQuestion])
    func form() -> ScreenInstance<RoomNameViewModel> {
      session.app.open(.roomName, RoomNameParameters(room: room))
    }
    let old = form().state.name
    #expect(old == (room == nil ? "" : "Kitchen"))
    #expect(form().leave() == .left)
    let changed = form()
    try session.send(.nameChanged("Garden"), to: changed)
    #expect(changed.leave() != .left)
    try front.answer("question-1", of: .confirm, with: "keep")
    #expect(changed.isOpen && changed.state.name == "Garden")
    #expect(changed.leave() != .left)
    try front.answer("question-2", of: .confirm, with: "discard")
    #expect(!changed.isOpen)
    let restored = form()
    try session.send(.nameChanged("Garden"), .nameChanged(old), to: restored)
    #expect(restored.leave() == .left)
  }
}
