import Foundation
import Services
import StreamsExtras
import Testing

@testable import ServerSupport
@testable import Stdio

/// A recording contains no secret, whatever the frame that brings it.
@MainActor @Suite struct RecordingSecretsTests {
  let stage = RecordedStage()

  /// Frames that carry a secret where it belongs, and where it does not.
  nonisolated static let leaky = [
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChanged","text":"hunter2"}}}"#,
    #"[{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"text":"hunter2","type":"passwordAgainChanged"}}},"hunter2"]"#,
    #"{"jsonrpc":"2.0","method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChanged","text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChanged","text":["hunter2"]}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChanged","text":{"secret":"hunter2"}}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChanged","tex":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChange","text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":7,"text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":"hunter2"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-9","event":{"type":"passwordChanged","text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"hunter2","event":{"type":"passwordChanged","text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","ifRev":"hunter2","event":{"type":"passwordChanged","text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","passwort":"hunter2"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/sent","params":{"instance":"registration-1","event":{"type":"passwordChanged","text":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"hunter2"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":["registration-1","hunter2"]}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":"hunter2"}"#,
    #"{"jsonrpc":"hunter2","id":2,"method":"ping"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":["hunter2"]}"#,
    #"{"jsonrpc":"2.0","id":{"hunter2":"hunter2"},"method":"ping"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"ping","password":"hunter2"}"#,
    #"{"jsonrpc":"2.0","id":2,"result":"hunter2"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/open","params":{"screen":"hunter2"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/open","params":{"screen":"product","params":{"id":["hunter2"]}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"app/send","params":{"event":{"type":"hunter2"}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"clientInfo":{"name":"hunter2"},"protocolVersion":"hunter2"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"instance":"registration-1","event":{"type":"passwordChanged","text":"hunter2}}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"screen/send","params":{"text":"hunter2","text":"hunter2"}}"#,
    #"hunter2"#, #""hunter2""#, #"["hunter2"]"#, #"Content-Length: hunter2"#,
    "hunter2\u{0}", #"{"hunter2":"\ud800"}"#, String(repeating: "[", count: 99) + "hunter2",
  ]

  @Test(arguments: leaky.indices)
  func `no frame brings a secret into a recording`(index: Int) async throws {
    stage.say(open(1, "registration"))
    stage.say(Self.leaky[index])
    stage.say(request(3, "screen/get", #"{"instance":"registration-1"}"#))
    #expect(!stage.recording.contains("hunter"))
    #expect(try await stage.replay() == nil)
  }

  @Test func `a refused secret is not recorded`() async throws {
    stage.say(open(1, "registration"))
    let event = #","event":{"type":"passwordChanged","text":"sesame-7"}"#
    stage.say(request(2, "screen/send", #"{"instance":"registration-1"\#(event),"ifRev":99}"#))
    #expect(!stage.recording.contains("secret"))
    #expect(try await stage.replay() == nil)
  }
}
