import ExpectSupport
import JSON
import ScreensSupport
import Testing
import ViewModels

@testable import Recording

/// What a recording has of the app's own view model, of links and of the clock.
@MainActor @Suite struct AppRecordingTests {
  private func session(firstRoom: Int? = nil) -> RecordedSession {
    RecordedSession(definition: .club(firstRoom: firstRoom))
  }

  private func replay(_ session: RecordedSession, firstRoom: Int? = nil) async throws -> Replay.Difference? {
    session.recorder.end()
    return await Replay(try Recording(Array(session.recording.utf8)), .club(firstRoom: firstRoom)).run()
  }

  private func send(_ event: String, to id: String, by front: AppFront, in session: RecordedSession) throws {
    _ = try session.recorder.turn {
      try front.perform(.send(JSONText(scanning: event.utf8), to: id))
    }
  }

  @Test func `its start is the first turn, at the time at which it was`() async throws {
    let session = session(firstRoom: 3)
    let lines = session.recording.split(separator: "\n").dropFirst()
    expectEqual(lines.first, #"{"at":0,"time":1795359845000,"turn":"input"}"#)
    expectEqual(
      lines.dropFirst().prefix(2),
      [
        #"{"opened":"app","opener":null,"params":{},"screen":"app"}"#,
        #"{"opened":"room-1","opener":null,"params":{"id":3,"isQuiet":false,"since":null,"tags":[],"temperature":null,"topic":""},"screen":"room"}"#,
      ])
    #expect(session.recording.contains("2026-11-22T15:04:05Z"))
    #expect(try await replay(session, firstRoom: 3) == nil)
  }

  @Test func `a replay compares its states`() async throws {
    let session = session()
    session.recorder.turn { session.app.appInstance(of: ClubModel.self)?.model.eventSubject.send(.unreadChanged(3)) }
    session.recorder.end()
    #expect(session.recording.contains(#"{"event":{"count":3,"type":"unreadChanged"},"instance":"app"}"#))
    let other = session.recording.replacing(#""path":"/unread","value":3"#, with: #""path":"/unread","value":4"#)
    #expect(other != session.recording)
    let difference = await Replay(try Recording(Array(other.utf8)), .club).run()
    #expect(difference?.message.contains(#""instance":"app""#) == true)
  }

  @Test func `what fronts do to it is repeated, and who follows it`() async throws {
    let session = session()
    let (one, other) = session.recorder.turn { (session.app.attach(.page), session.app.attach(.assistant)) }
    _ = session.recorder.turn { one.followApp() }
    session.recorder.turn { other.followApp()?.viewDidAppear() }
    try send(#"{"type":"memberChanged","name":"Ada"}"#, to: "app", by: one, in: session)
    session.recorder.turn { one.send(.willResignActive) }
    try send(#"{"type":"roomButtonWasTapped","id":5}"#, to: "app", by: one, in: session)
    session.recorder.turn { one.leave() }
    expectEqual(
      session.lines("change").map(String.init).suffix(3),
      [
        #"{"change":"followed","front":"page-1"}"#, #"{"change":"followed","front":"assistant-2"}"#,
        #"{"change":"left","front":"page-1"}"#,
      ])
    #expect(session.recording.contains(#"{"opened":"room-1","opener":null"#))
    #expect(try await replay(session) == nil)
  }

  @Test func `a presented screen is a consequence, and its end by a front a command`() async throws {
    let session = session()
    let page = session.recorder.turn { session.app.attach(.page) }
    for id in ["room-1", "room-3"] {
      let room = try session.recorder.turn { try page.open(.room, RoomParameters(id: 1)) }
      expectEqual(room.id, id)
      try send(#"{"type":"enterButtonWasTapped"}"#, to: id, by: page, in: session)
    }
    _ = try session.recorder.turn { try page.perform(.close("login-2")) }
    try send(#"{"type":"enterLaterButtonWasTapped"}"#, to: "room-1", by: page, in: session)
    try send(#"{"type":"nameChanged","name":"Ada"}"#, to: "login-4", by: page, in: session)
    try send(#"{"type":"signInButtonWasTapped"}"#, to: "login-4", by: page, in: session)
    #expect(session.recording.contains(#"{"close":"login-2","front":"page-1"}"#))
    #expect(session.recording.contains(#"{"closed":"login-4","reason":"completed","result":"Ada"}"#))
    #expect(try await replay(session) == nil)
  }

  @Test func `a link is the screen that it has opened`() async throws {
    let session = session()
    let page = session.recorder.turn { session.app.attach(.page) }
    try session.recorder.turn { try page.open(link: "club:/rooms/7?topic=tea").viewDidAppear() }
    expectEqual(
      session.lines("open"),
      [
        #"{"open":"room-1","params":{"id":7,"isQuiet":false,"pin":null,"since":null,"tags":[],"temperature":null,"topic":"tea"},"screen":"room","front":"page-1"}"#
      ])
    #expect(try await replay(session) == nil)
  }

  @Test func `a tab that the app selects is compared`() async throws {
    let session = session()
    let page = session.recorder.turn { session.app.attach(.page) }
    _ = session.recorder.turn { page.followApp() }
    try send(#"{"type":"tabButtonWasTapped","name":"desk"}"#, to: "app", by: page, in: session)
    session.recorder.end()
    let line = #"{"for":"page-1","tab":"desk"}"#
    #expect(session.recording.contains(line + "\n"))
    #expect(await Replay(try Recording(Array(session.recording.utf8)), .club).run() == nil)
    let other = session.recording.replacing(line, with: #"{"for":"page-1","tab":"door"}"#)
    #expect(await Replay(try Recording(Array(other.utf8)), .club).run()?.message.contains(line) == true)
  }

  @Test func `a tick is a turn that a replay repeats`() async throws {
    let session = session()
    let page = session.recorder.turn { session.app.attach(.page) }
    let room = try session.recorder.turn { try page.open(.room, RoomParameters(id: 1)) }
    session.recorder.turn { room.eventSubject.send(.clockButtonWasTapped) }
    session.wait(2_500)
    session.recorder.turn { room.close() }
    session.wait(2_500)
    expectEqual(room.model.state.seconds, 2)
    let timers = session.recording.split(separator: "\n").filter { $0.contains(#""turn":"timer""#) }
    expectEqual(timers.map { $0.prefix(14) }, [#"{"at":10000000"#, #"{"at":20000000"#])
    #expect(try await replay(session) == nil)
  }
}
