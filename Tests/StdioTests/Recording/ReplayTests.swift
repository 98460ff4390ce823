import Foundation
import JSONRPC
import Models
import Services
import Streams
import StreamsExtras
import Testing
import ViewModels

@testable import ServerSupport
@testable import Stdio

/// What is written down of a session is enough to run it again.
@MainActor @Suite struct ReplayTests {
  /// Sends every event of a screen, once more than once, and closes it.
  private func play(_ screen: String, on stage: RecordedStage) throws {
    let known = try #require(AppCore.screens.first { $0.name == screen })
    stage.say(open(1, screen))
    stage.wait(1_000)
    for (id, event) in eventSamples(known.events, text: "Ginny").enumerated() {
      stage.say(request(id + 2, "screen/send", #"{"instance":"\#(screen)-1","event":\#(event)}"#))
      stage.wait(1_000)
      stage.say(request(id + 20, "screen/send", #"{"instance":"\#(screen)-1","event":\#(event)}"#))
    }
    stage.say(request(40, "sync"), request(41, "screen/get", #"{"instance":"\#(screen)-1"}"#))
    stage.wait(1_000)
    stage.say(request(42, "screen/close", #"{"instance":"\#(screen)-1"}"#))
    stage.end()
  }

  @Test(arguments: ["balance", "product", "registration", "terms", "blog", "counter"])
  func aSessionOfEachScreenReplaysEqual(screen: String) throws {
    let stage = RecordedStage(RecordedStage.slow())
    try play(screen, on: stage)
    let recording = try Recording(Array(stage.recording.utf8))
    #expect(!recording.isCutOff)
    #expect(recording.frameCount > 5)
    #expect(Replay(recording).run() == nil)
  }

  @Test func theListOfScreensIsComplete() {
    #expect(AppCore.screens.map { $0.name } == ["balance", "product", "registration", "terms", "blog", "counter"])
  }

  @Test(arguments: ["balance", "product", "registration"])
  func aServersAnswersAreInTheRecording(screen: String) throws {
    let stage = RecordedStage { scheduler in
      .mock(
        world: MockWorld(now: { ServerStage.date }, random: Chance()), latency: 70,
        scheduler: scheduler.eraseToAnyScheduler())
    }
    try play(screen, on: stage)
    #expect(stage.recording.contains(#""turn":"answer""#))
    #expect(stage.recording.contains(#""backend":"server""#))
    #expect(try stage.replay() == nil)
  }

  @Test(
    arguments: [
      .unknownHost, .connectionRefused, .noSecureConnection, .transport(code: -1005), .timeout, .status(503), .decoding,
      .tooLarge, .problem(status: 409, detail: "No /\"wands\" left."), .cancelled,
    ] as [ServiceError])
  func aServersFailuresAreInTheRecording(error: ServiceError) throws {
    let stage = RecordedStage { _ in
      Backend(Refusing(error: error))
    }
    stage.say(open(1, "product"))
    #expect(stage.wait().contains { $0.contains(error.message.replacingOccurrences(of: "\"", with: #"\""#)) })
    #expect(try stage.replay() == nil)
  }

  @Test func chanceComesFromTheSeed() throws {
    let stage = RecordedStage()
    stage.say(open(1, "counter"))
    for id in 2...20 { stage.say(send(id, "counter-1", "nextButtonWasTapped")) }
    #expect(try stage.replay() == nil)
    let other = stage.recording.replacingOccurrences(of: #""seed":"7""#, with: #""seed":"8""#)
    #expect(try replay(other)?.line == 7)
  }

  @Test func theClockAndTheZoneComeFromTheRecording() throws {
    let stage = RecordedStage()
    stage.say(open(1, "terms"))
    for (id, member) in [#""acceptedTermsChanged","isOn":true"#, #""acceptedPrivacyChanged","isOn":true"#].enumerated()
    {
      stage.say(request(id + 2, "screen/send", #"{"instance":"terms-1","event":{"type":\#(member)}}"#))
    }
    stage.say(request(4, "screen/send", #"{"instance":"terms-1","event":{"type":"nameChanged","text":"Ada"}}"#))
    stage.wait(3_600_000)
    #expect(stage.say(send(5, "terms-1", "submitButtonWasTapped")).first?.contains("Today at 4:04:05 PM") == true)
    #expect(try stage.replay() == nil)
    let elsewhere = stage.recording.replacingOccurrences(of: #""timeZone":"GMT""#, with: #""timeZone":"Asia/Tokyo""#)
    #expect(try replay(elsewhere)?.actual?.contains("Today at 1:04:05 AM") == true)
  }

  @Test func whatComesTogetherIsToldTogether() throws {
    let stage = RecordedStage()
    stage.say(open(1, "counter"))
    let event = Array((send(2, "counter-1", "nextButtonWasTapped") + "\n").utf8)
    stage.say(Array(event[..<9]))
    stage.say(Array(event[9...]) + event + event)
    #expect(stage.recording.split(separator: "\n").count { $0.contains("screen/update") } == 1)
    #expect(try stage.replay() == nil)
  }

  @Test func whoeverHearsFirstReplaysEqual() throws {
    // NB: a notification center tells its observers in no order, so the two sides seldom agree.
    for _ in 1...20 {
      let stage = RecordedStage()
      for id in 1...6 { stage.say(open(id, "blog")) }
      stage.say(send(7, "blog-3", "publishButtonWasTapped"), request(8, "sync"))
      stage.wait()
      #expect(try stage.replay() == nil)
    }
  }

  @Test func bothFramingsReplayEqual() throws {
    var options = Options()
    options.framing = .auto
    let stage = RecordedStage(options)
    let text = open(1, "counter")
    stage.say(Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
    stage.say(Array("Content-Length: 3\r\n\r\nabcContent-Length: 20\r\n\r\n{}".utf8))
    stage.end()
    #expect(stage.server.session.ending == .framingLost)
    #expect(stage.recording.contains(#"{"flaw":"truncated","in":null}"#))
    #expect(try Recording(Array(stage.recording.utf8)).frameCount == 3)
    #expect(try stage.replay() == nil)
  }

  @Test func moreThanLeavesAtOnceReplaysEqualInHeaders() throws {
    var options = Options()
    options.framing = .headers
    let stage = RecordedStage(options)
    func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
    stage.say(Array(framed(open(1, "counter")).utf8))
    let event = #"{"instance":"counter-1","event":{"type":"nextButtonWasTapped"}}"#
    let pair = framed(request(2, "ping")) + framed(#"{"jsonrpc":"2.0","method":"screen/send","params":\#(event)}"#)
    stage.say(Array(String(repeating: pair, count: 8_000).utf8))
    #expect(stage.recording.split(separator: "\n").count { $0.contains("screen/update") } > 1)
    #expect(try stage.replay() == nil)
  }

  @Test func whatEndsASessionIsPlayedAgain() throws {
    for end in 0..<3 {
      let stage = RecordedStage(RecordedStage.slow())
      stage.say(open(1, "balance"), request(2, "sync"))
      switch end {
      case 0: stage.say(#"{"jsonrpc":"2.0","method":"exit"}"#)
      case 1: stage.server.session.handle(.stop)
      default: stage.end()
      }
      stage.server.session.handle(.cancelAll)
      #expect(stage.recording.contains(#""code":-32800"#))
      #expect(stage.recording.hasSuffix(#""exit":\#(end == 0 ? 1 : 0)}"# + "\n"))
      #expect(try stage.replay() == nil)
    }
  }

  @Test func theLastLineNeedsNoLineFeed() throws {
    let stage = RecordedStage()
    stage.say(Array(open(1, "counter").utf8))
    stage.end()
    #expect(try Recording(Array(stage.recording.utf8)).frameCount == 1)
    #expect(try stage.replay() == nil)
  }
}

/// Services that have nothing but one failure.
private struct Refusing: BalanceService, ProductService, AccountService {
  let error: ServiceError

  func balance() -> AnyPublisher<Balance, ServiceError> { Fail(error: error).eraseToAnyPublisher() }
  func product(id: ProductID) -> AnyPublisher<Product, ServiceError> { Fail(error: error).eraseToAnyPublisher() }
  func purchaseProduct(id: ProductID, idempotencyKey: IdempotencyKey) -> AnyPublisher<Receipt, ServiceError> {
    Fail(error: error).eraseToAnyPublisher()
  }
  func usernameAvailable(_ username: Username) -> AnyPublisher<Bool, ServiceError> {
    Fail(error: error).eraseToAnyPublisher()
  }
  func createAccount(
    _ account: NewAccount, idempotencyKey: IdempotencyKey
  ) -> AnyPublisher<Account, ServiceError> {
    Fail(error: error).eraseToAnyPublisher()
  }
}
