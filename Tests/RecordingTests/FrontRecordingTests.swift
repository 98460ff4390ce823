import ExpectSupport
import JSON
import ScreensSupport
import Testing
import ViewModels

@testable import Recording

/// What a recording has of fronts.
@MainActor @Suite struct FrontRecordingTests {
  private let session = RecordedSession(screens: [AnyScreen(.vault)])

  private var definition: AppDefinition {
    var definition = AppDefinition.tributary
    definition.screens = [AnyScreen(.vault)]
    return definition
  }

  private func replay(_ text: String) async throws -> Replay.Difference? {
    await Replay(try Recording(Array(text.utf8)), definition).run()
  }

  /// Two pages at a screen, one of which is inactive.
  private func play() throws -> (AppFront, AppFront) {
    let (one, other) = session.recorder.turn { (session.app.attach(.page), session.app.attach(.page, isShared: true)) }
    try session.recorder.turn {
      let vault = try one.open(.vault)
      vault.viewDidAppear()
      try vault.send(.noted("gold"))
    }
    session.recorder.turn { other.send(.willResignActive) }
    return (one, other)
  }

  @Test func `names the front of each command`() async throws {
    let (one, other) = try play()
    _ = try session.recorder.turn { try other.perform(.show("vault-1")) }
    session.recorder.turn { one.leave() }
    session.recorder.turn { other.disconnect(canReturn: true) }
    session.recorder.turn { _ = session.app.attach(.page, returningBy: other.returnName) }
    session.recorder.end()
    let lines = session.recording.split(separator: "\n").filter { $0.contains(#","front":"page-"#) }
    expectEqual(
      lines,
      [
        #"{"change":"attached","shared":false,"front":"page-1"}"#,
        #"{"change":"attached","shared":true,"front":"page-2"}"#,
        #"{"open":"vault-1","params":{},"screen":"vault","front":"page-1"}"#,
        #"{"event":{"type":"vaultDidAppear"},"instance":"vault-1","front":"page-1"}"#,
        #"{"event":{"text":"gold","type":"noted"},"instance":"vault-1","front":"page-1"}"#,
        #"{"application":{"type":"willResignActive"},"front":"page-2"}"#, #"{"show":"vault-1","front":"page-2"}"#,
        #"{"change":"left","front":"page-1"}"#, #"{"change":"away","front":"page-2"}"#,
        #"{"change":"returned","shared":false,"front":"page-2"}"#,
      ])
    #expect(!session.recording.contains(other.returnName))
    #expect(try await replay(session.recording) == nil)
  }

  @Test func `compares what is hidden from one and shown to another`() async throws {
    let (one, _) = try play()
    _ = try session.recorder.turn {
      try one.perform(.send(JSONText(scanning: #"{"type":"counted","number":7}"#.utf8), to: "vault-1"))
    }
    session.recorder.end()
    let lines = session.lines("fronts")
    expectEqual(lines.count, 2)
    #expect(
      lines[1].contains(
        #"{"fronts":["page-2"],"hidden":{"appearances":1,"hasPin":false,"isBusy":false,"isHidden":true,"note":"•••","number":7}"#
      ))
    #expect(try await replay(session.recording) == nil)
    let other = session.recording.replacing(
      #"{"fronts":["page-2"],"hidden":{"appearances":1"#, with: #"{"fronts":["page-1"],"hidden":{"appearances":1"#)
    #expect(try await replay(other)?.message.contains(#"expected: {"fronts":["page-1"]"#) == true)
  }

  @Test func `an assistant has its rights in a replay`() async throws {
    let assistant = session.recorder.turn { session.app.attach(.assistant, mayEnterSecrets: true) }
    try session.recorder.turn { try assistant.open(.vault).send(.pinEntered(VaultPin("1234"))) }
    session.recorder.end()
    #expect(
      session.recording.contains(
        #"{"change":"attached","private":false,"secrets":true,"shared":false,"front":"assistant-1"}"#))
    #expect(!session.recording.contains("1234\""))
    #expect(try await replay(session.recording) == nil)
  }

  @Test func `a front that was away for too long leaves in a replay`() async throws {
    let (one, _) = try play()
    session.recorder.turn { one.disconnect(canReturn: true) }
    session.wait(600_000)
    session.recorder.end()
    #expect(session.recording.contains(#"{"change":"left","front":"page-1"}"#))
    #expect(session.app.instances.isEmpty)
    #expect(try await replay(session.recording) == nil)
  }
}
