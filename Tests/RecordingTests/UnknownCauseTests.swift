import AppTesting
import ExpectSupport
import Foundation
import Recording
import Screens
import Streams
import StreamsTesting
import Testing

/// What changes states in a recording without a service.
@MainActor @Suite struct UnknownCauseTests {
  @Test func `a publisher of the environment is recorded as a feed`() async throws {
    let beats = PassthroughSubject<Int, Never>()
    nonisolated(unsafe) let publisher = beats.eraseToAnyPublisher()
    let session = WireSession(.wire { publisher })
    let wire = session.open()
    beats.send(1)
    beats.send(2)
    session.scheduler.advance()
    session.recorder.end()
    expectEqual(wire.state.texts, ["beat 1", "beat 2"])
    // The replay listens to the same subject, which is silent by then.
    #expect(try await session.replay()?.message == nil, "\(session.recording)")
  }

  @Test func `marks a state that has changed without a cause, and a replay says so`() async throws {
    let session = WireSession()
    let wire = session.open()
    wire.model.add("by itself")
    session.send(.roomChanged(1), to: wire)
    session.recorder.end()
    let reason = "not replayable: the state of wire-1 has changed without a cause in the recording"
    #expect(session.recording.contains(#""notReplayable":"\#(reason)""#))
    #expect(session.recording.contains(#"{"event":{"room":1,"type":"roomChanged"},"instance":"wire-1"}"#))
    let difference = try await session.replay()
    expectEqual(difference?.reason?.description, reason)
    #expect(difference?.message.contains("actual:   \(reason)") == true)
  }

  @Test func `knows the cause of what an application event changes`() async throws {
    let session = WireSession()
    let wire = session.open()
    // Not in a turn of the front: as a host does that has the app in its process.
    session.app.send(.willResignActive)
    wire.model.eventSubject.send(.roomChanged(3))
    session.scheduler.advance()
    session.recorder.end()
    #expect(!session.recording.contains("notReplayable"))
    #expect(try await session.replay()?.message == nil, "\(session.recording)")
  }
}
