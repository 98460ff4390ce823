import Foundation
import Services
import StreamsExtras
import Testing

@testable import ServerSupport
@testable import Stdio

/// A recording holds no secret, whatever the frame that brought it, and what is masked is answered alike.
@MainActor @Suite struct RecordingSecretsTests {
  let stage = RecordedStage()

  private func password(_ id: Int, _ text: String, again: Bool = false, ifRev: Int? = nil) -> String {
    let type = again ? "passwordAgainChanged" : "passwordChanged"
    let condition = ifRev.map { #","ifRev":\#($0)"# } ?? ""
    return request(
      id, "screen/send",
      #"{"instance":"registration-1","event":{"type":"\#(type)","text":"\#(text)"}\#(condition)}"#)
  }

  private func isIn(_ text: String) -> Bool { stage.recording.contains(text) }

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
  func noFrameBringsASecretIntoTheRecording(index: Int) throws {
    stage.say(open(1, "registration"))
    stage.say(Self.leaky[index])
    stage.say(request(3, "screen/get", #"{"instance":"registration-1"}"#))
    #expect(!isIn("hunter"))
    #expect(try stage.replay() == nil)
  }

  @Test func theFirstMessageIsMaskedToo() throws {
    for line in Self.leaky {
      let stage = RecordedStage()
      stage.say(line, request(3, "initialize"))
      #expect(!stage.recording.contains("hunter"))
      #expect(try stage.replay() == nil)
    }
  }

  @Test func whatDependsOnSecretsIsTheSameInAReplay() throws {
    stage.say(open(1, "registration"))
    stage.say(
      request(2, "screen/send", #"{"instance":"registration-1","event":{"type":"usernameChanged","text":"ron"}}"#))
    stage.wait(600)
    let typed = [
      ("", ""), ("sesame-7", ""), ("sesame-7", "sesame-8"), ("sesame-7", "sesame-7"), ("letmein", "sesame-7"),
      ("letmein", "LetMeIn"), ("LetMeIn", "LetMeIn"), ("LetMeIn", "qwerty"), ("qwerty", "qwerty"),
      ("caf\u{E9}-9", "cafe\u{301}-9"), ("", ""), ("sesame-7", "sesame-7"),
    ]
    var seen: [String] = []
    for (id, (first, second)) in typed.enumerated() {
      stage.say(password(10 * id + 10, first), password(10 * id + 11, second, again: true))
      let state = stage.say(request(10 * id + 12, "screen/get", #"{"instance":"registration-1"}"#)).last ?? ""
      seen.append(state.contains("too common") ? "common" : state.contains(#""createEnabled":true"#) ? "good" : "bad")
    }
    #expect(
      seen == [
        "bad", "bad", "bad", "good", "bad", "bad", "common", "bad", "common", "good", "bad", "good",
      ])
    stage.say(send(500, "registration-1", "createButtonWasTapped"))
    stage.wait(600)
    #expect(isIn("The account ron was created."))
    for secret in ["sesame", "letmein", "LetMeIn", "qwerty", "caf"] { #expect(!isIn(secret)) }
    #expect(try stage.replay() == nil)
  }

  @Test func aCommonBeginningOfASecretIsNotTold() throws {
    stage.say(open(1, "registration"))
    let secret = "dragonfire7"
    for (again, base) in [(false, 100), (true, 200)] {
      for count in 1...secret.count { stage.say(password(base + count, String(secret.prefix(count)), again: again)) }
    }
    #expect(!isIn("common"))
    #expect(!isIn("drag"))
    #expect(try stage.replay() == nil)
  }

  @Test func aRefusedSecretDoesNotHideTheOneThatCounts() throws {
    stage.say(open(1, "registration"))
    stage.say(password(2, "letmein"), password(3, "sesame-7", ifRev: 99))
    #expect(stage.say(password(4, "letmein", again: true)).first?.contains("too common") == true)
    #expect(try stage.replay() == nil)
  }

  @Test func everyStandInForACommonPasswordIsOneAndAnother() {
    let texts = (0..<256).map(StandInSecrets.commonText)
    #expect(Set(texts).count == 256)
    #expect(Set(texts.map { $0.lowercased() }) == ["password1"])
  }

  @Test func aHiddenBalanceIsInNoRecording() throws {
    let stage = RecordedStage { scheduler in
      .mock(
        world: MockWorld(now: { ServerStage.date }, random: Chance()), latency: 70,
        scheduler: scheduler.eraseToAnyScheduler())
    }
    stage.say(request(1, "app/send", #"{"event":{"type":"willResignActive"}}"#), open(2, "balance"))
    stage.wait(1_000)
    #expect(stage.recording.contains(#""turn":"answer""#))
    #expect(stage.recording.contains("••••••"))
    #expect(!stage.recording.contains("234"))
    #expect(try stage.replay() == nil)
    stage.say(request(3, "app/send", #"{"event":{"type":"didBecomeActive"}}"#))
    #expect(stage.recording.contains(#"{"shown":1,"value":{"amount":"1234.56","currency":"USD"}}"#))
    #expect(try stage.replay() == nil)
  }

  @Test func theHeaderHoldsNoAddress() {
    let stage = RecordedStage { _ in Backend(MockServices(world: MockWorld())) }
    #expect(!stage.recording.contains("localhost"))
  }
}
