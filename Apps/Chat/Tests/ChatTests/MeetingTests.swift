import AppTesting
import Foundation
import Testing

@testable import Chat

@MainActor @Suite struct MeetingTests {
  private let berlin = Meeting(
    title: "Planning", time: ZonedDateTime(LocalDateTime("2026-11-27T09:00")!, zone: "Europe/Berlin"))

  private func model(_ environment: AppEnvironment = .test()) -> MeetingViewModel { MeetingViewModel(environment) }

  @Test func `says the time on the clocks of the zone, and on those of the reader`() throws {
    let zones = try ["Europe/Berlin", "America/New_York"].map { try #require(TimeZone(identifier: $0)) }
    #expect(berlin.text(in: zones[0]) == "Planning, 2026-11-27 09:00")
    #expect(
      berlin.text(in: zones[1])
        == "Planning, 2026-11-27 09:00 (Europe/Berlin), 2026-11-27 03:00 (America/New_York)")
  }

  @Test func `a zone that the system does not know has no instant`() {
    let meeting = Meeting(title: "Planning", time: ZonedDateTime(berlin.time.local, zone: "Moon/Tycho"))
    #expect(meeting.time.date == nil)
    #expect(meeting.text(in: .gmt) == "Planning, 2026-11-27 09:00 (Moon/Tycho)")
  }

  @Test func `says why a meeting cannot be proposed`() {
    let model = model()
    #expect(model.state.time == LocalDateTime("2026-11-21T10:00"))
    #expect(model.state.proposeDisabledReason == "The title is missing.")
    model.eventSubject.send(.titleChanged("Planning"))
    #expect(model.state.proposeDisabledReason == nil)
    model.eventSubject.send(.timeChanged(LocalDateTime("2026-11-19T10:00")!))
    #expect(model.state.proposeDisabledReason == "The time has passed.")
    model.eventSubject.send(.zoneChanged("Moon/Tycho"))
    #expect(model.state.proposeDisabledReason == "There is no time zone with this name.")
  }

  @Test func `asks before what was entered is lost`() throws {
    let session = Session()
    let front = session.app.attach(.prompt, answers: [AppFront.anyQuestion])
    #expect(session.open(.meeting).leave() == .left)
    let form = session.open(.meeting)
    try session.send(.titleChanged("Planning"), to: form)
    #expect(form.leave() != .left)
    try front.answer("question-1", of: .confirm, with: "keep")
    #expect(form.isOpen && form.state.title == "Planning")
    #expect(form.leave() != .left)
    try front.answer("question-2", of: .confirm, with: "discard")
    #expect(!form.isOpen)
    let emptied = session.open(.meeting)
    try session.send(.titleChanged("Planning"), .titleChanged(""), to: emptied)
    #expect(emptied.leave() == .left)
  }

  @Test func `is sent with a message`() throws {
    let session = Session()
    let room = session.openRoom(3)
    try session.send(.composer(.meetButtonWasTapped), to: room)
    let form = try #require(session.opened(.meeting))
    try session.send(.titleChanged("Planning"), .zoneChanged("Europe/Berlin"), .proposeButtonWasTapped, to: form)
    #expect(room.state.composer.meeting?.hasPrefix("Planning, 2026-11-21 10:00 (Europe/Berlin)") == true)
    try session.send(.composer(.sendButtonWasTapped), to: room)
    #expect(
      room.state.messages.map(\.meeting) == ["Planning, 2026-11-21 10:00 (Europe/Berlin), 2026-11-21 09:00 (GMT)"])
    #expect(room.state.composer.meeting == nil)
  }
}
