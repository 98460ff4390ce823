import ExpectSupport
import Locking
import Requests
import ScreenServer
import StreamsTesting
import Testing
import ViewModels

@testable import ServerSupport

/// Requests of the app over the wire, to a client that is played as text.
@MainActor @Suite struct ClientServicesTests {
  private let stage = ServicesStage()

  private let call =
    #"{"id":"core-1","jsonrpc":"2.0","method":"service/call","params":{"input":null,"operation":"balance"}}"#

  @Test func `the operations of the app are asked for once, when they are needed`() {
    let count = LockedValue(0)
    let find: @Sendable () -> [ServiceDescription] = {
      count.withLock { $0 += 1 }
      return [ServiceDescription(.balance)]
    }
    let services = ClientServices(find())
    expectEqual(count.withLock { $0 }, 0)
    #expect(services.operations.map(\.name) == ["balance"] && services.operations.count == 1)
    expectEqual(count.withLock { $0 }, 1)
  }

  @Test func `the client is asked for the operations that it names`() {
    let hello = stage.say(request(1, "initialize", #"{"capabilities":{"services":["balance","later"]}}"#))
    #expect(hello.count == 1 && hello[0].contains(#""screens":["balance"],"services":["balance"],"sync":true"#))
    #expect(stage.say(open(2, "balance")).contains(call))
    let frames = stage.answer(1, #"{"answer":\#(Self.value)}"#)
    #expect(frames.count == 1 && frames[0].contains(#""valueText":"$12.50""#))
    expectEqual(stage.fallback.calls, [])
  }

  @Test(arguments: [
    nil, "{}", #"{"capabilities":[]}"#, #"{"capabilities":{"services":{}}}"#, #"{"capabilities":{"services":["x"]}}"#,
  ])
  func `other operations go to the backend behind`(_ initialize: String?) {
    if let initialize {
      let hello = stage.say(request(1, "initialize", initialize))
      #expect(hello.count == 1 && hello[0].contains(#""services":[]"#))
    }
    stage.say(open(2, "balance"))
    expectEqual(stage.fallback.calls, ["balance"])
    #expect(!stage.everything.contains("service/call"))
  }

  @Test func `sync waits for the client, whose answers are read meanwhile`() {
    stage.begin()
    expectEqual(stage.say(request(3, "sync")), [])
    let frames = stage.answer(1, #"{"answer":\#(Self.value)}"#)
    #expect(frames.count == 2 && frames[0].contains("$12.50"))
    expectEqual(frames.last, result(3))
  }

  @Test(arguments: [
    (#"{"kind":"problem","code":503,"detail":"Closed\u001b[2J today."}"#, "Closed[2J today."),
    (#"{"kind":"timeout"}"#, "The backend took too long to answer."),
    (#"{"kind":"noSuchOperation","detail":"x"}"#, #"The backend has no operation \"balance\"."#),
    (#"{"kind":"unheard"}"#, "The backend has failed."),
    (#"7"#, "The backend has failed."),
  ])
  func `an error of the client is the service's`(_ data: String, _ text: String) {
    stage.begin()
    #expect(stage.fail(1, code: 1, data: data).last?.contains(text) == true)
  }

  @Test(arguments: [
    (-32601, #"The backend has no operation \"balance\"."#), (-32800, "The request was cancelled."),
    (5, "The backend has failed."),
  ])
  func `an error without data is told by its code`(_ code: Int, _ text: String) {
    stage.begin()
    let frames = stage.say(#"{"jsonrpc":"2.0","id":"core-1","error":{"code":\#(code),"message":"m"}}"#)
    #expect(frames.last?.contains(text) == true)
  }

  @Test(arguments: [
    #""result":{}"#, #""result":{"answer":null}"#, #""result":{"answer":{"amount":12}}"#, #""result":[]"#,
    #""result":7"#,
    #""error":{}"#, #""error":null"#, #""error":{"code":"1"}"#, #""result":{},"error":{"code":1}"#,
  ])
  func `an answer that does not fit is the service's failure`(_ outcome: String) {
    stage.begin()
    let frames = stage.say(#"{"jsonrpc":"2.0","id":"core-1",\#(outcome)}"#)
    #expect(frames.last?.contains("The backend's answer cannot be understood.") == true)
    expectEqual(stage.say(request(9, "ping")), [result(9)])
  }

  @Test func `a second answer, and answers with other ids, are ignored`() {
    stage.begin()
    for id in ["1", "\"core-2\"", "\"core-\"", "\"core-01x\"", "null", "[1]"] {
      expectEqual(stage.say(#"{"jsonrpc":"2.0","id":\#(id),"result":{"answer":\#(Self.value)}}"#), [])
    }
    expectEqual(stage.say(#"{"jsonrpc":"2.0","result":{"answer":\#(Self.value)}}"#), [])
    expectEqual(stage.answer(1, #"{"answer":\#(Self.value)}"#).count, 1)
    expectEqual(stage.answer(1, #"{"answer":\#(Self.otherValue)}"#), [])
    expectEqual(stage.fail(1, code: 1, data: "null"), [])
  }

  @Test(
    arguments: [
      (#"{"answer":{"date":"2026-11-22T15:04:05Z","value":{"amount":"12.50","currency":"USD"}}}"#, nil, nil),
      (#"{"answer":{"date":"hunter2","value":{"amount":"12.50","currency":"USD"}}}"#, "decoding", "/answer/date"),
      (
        #"{"answer":{"date":"2026-11-22T15:04:05Z","value":{"amount":true,"currency":"USD"},"hunter2":1}}"#, "decoding",
        "/answer/value/amount"
      ),
      (#"{"answer":{"date":"2026-11-22T15:04:05Z"}}"#, "decoding", "/answer/value"),
      (
        #"{"answer":{"date":"2026-11-22T15:04:05Z","value":{"amount":"12.50","currency":"USD"}},"hunter2":1}"#,
        "decoding", nil
      ),
      (#"{"answer":7}"#, "decoding", "/answer"), ("{}", "decoding", "/answer"), ("7", "decoding", nil),
    ] as [(String, String?, String?)])
  func `reports what an answer is about, and where it does not fit`(
    result: String, fault: String?, pointer: String?
  ) {
    var reports: [ResponseReport] = []
    stage.server.session.onResponse = { reports.append($0) }
    stage.begin()
    _ = stage.answer(1, result)
    expectEqual(reports.count, 1)
    expectEqual(reports.first?.request, .waiting(method: "service/call", subject: "balance"))
    expectEqual(reports.first?.fault, fault)
    expectEqual(reports.first?.pointer?.description, pointer)
  }

  @Test func `reports the error of an answer, and an answer that is ignored`() {
    var reports: [ResponseReport] = []
    stage.server.session.onResponse = { reports.append($0) }
    stage.begin()
    _ = stage.fail(1, code: 1, data: #"{"kind":"problem","code":503,"detail":"hunter2"}"#)
    _ = stage.answer(1, #"{"answer":\#(Self.value)}"#)
    _ = stage.answer(2, #"{"answer":\#(Self.value)}"#)
    expectEqual(reports.map(\.request), [.waiting(method: "service/call", subject: "balance"), .over, .unknown])
    expectEqual(reports.map(\.fault), ["problem", nil, nil])
  }

  @Test func `an answer without a version is invalid`() {
    stage.begin()
    let frames = stage.say(#"{"id":"core-1","result":{"answer":\#(Self.value)}}"#)
    #expect(frames.last?.contains("cannot be understood") == true)
  }

  @Test func `answers may come in a batch, in any order`() {
    stage.begin()
    stage.say(open(3, "balance"))
    let frames = stage.say(
      #"[{"jsonrpc":"2.0","id":"core-2","result":{"answer":\#(Self.otherValue)}},"#
        + #"{"jsonrpc":"2.0","id":"core-1","result":{"answer":\#(Self.value)}}]"#)
    expectEqual(frames.filter { $0.contains(#""instance":"balance-1""#) && $0.contains("$12.50") }.count, 1)
    expectEqual(frames.filter { $0.contains(#""instance":"balance-2""#) && $0.contains("$99.00") }.count, 1)
    expectEqual(frames.count, 2)
  }

  @Test func `a client that never answers is cancelled, and its late answer is ignored`() {
    stage.begin()
    let frames = stage.wait(5_000)
    #expect(frames.contains(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"core-1"}}"#))
    #expect(frames.last?.contains("The backend took too long to answer.") == true)
    expectEqual(stage.answer(1, #"{"answer":\#(Self.value)}"#), [])
  }

  @Test func `a screen that closes cancels its request`() {
    stage.begin()
    let frames = stage.say(request(3, "screen/close", #"{"instance":"balance-1"}"#))
    #expect(frames.contains(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"core-1"}}"#))
    expectEqual(stage.answer(1, #"{"answer":\#(Self.value)}"#), [])
  }

  @Test func `the end of the input fails what the client has not answered`() {
    stage.begin()
    stage.say(request(3, "sync"))
    stage.server.session.endOfInput()
    let frames = stage.wait()
    #expect(frames.contains { $0.contains("The backend cannot be reached.") })
    expectEqual(frames.last, result(3))
  }

  @Test func `after a shutdown answers are read, and nothing more is asked`() {
    stage.begin()
    expectEqual(stage.say(request(3, "shutdown")), [result(3)])
    #expect(stage.answer(1, #"{"answer":\#(Self.value)}"#).last?.contains("$12.50") == true)
    let screen = stage.server.app.instances[0]
    let event = Array(#"{"type":"refreshButtonWasTapped"}"#.utf8)
    let frames = stage.watch { try? screen.send(JSONText(scanning: event)) }
    #expect(frames.contains { $0.contains("The backend cannot be reached.") })
    #expect(!frames.contains { $0.contains("service/call") })
  }

  @Test func `the document lists the operations and the request`() {
    let document = ScreenServer.openRPC(
      screens: [], services: [ServiceDescription(.balance), ServiceDescription(.account)])
    let services = document["x-services"]?.elements ?? []
    expectEqual(services.map { $0["name"] }, ["balance", "account"])
    expectEqual(services[0]["input"], ["type": "null"])
    expectEqual(services[1]["input"], ["$ref": "#/components/schemas/AccountCreation"])
    let account = document["components"]?["schemas"]?["AccountCreation"]
    #expect(account?["properties"]?["password"]?["x-secret"] == true)
    expectEqual(document["x-client-methods"]?.elements?.map { $0["name"] }, ["question/ask", "service/call"])
  }

  fileprivate static let value = #"{"value":{"amount":"12.50","currency":"USD"},"date":"2026-11-20T15:04:05Z"}"#
  fileprivate static let otherValue = #"{"value":{"amount":"99.00","currency":"USD"},"date":"2026-11-20T15:04:05Z"}"#
}

/// A server whose app asks the client first, and a backend behind that records what it is asked.
@MainActor private final class ServicesStage {
  let server: ScreenServer
  let fallback = SilentBackend()
  private let scheduler = TestScheduler()
  private let transcript = Transcript()

  init() {
    let main = scheduler.mainQueue
    let services = ClientServices([ServiceDescription(.balance), ServiceDescription(.product)])
    server = ScreenServer(output: transcript, services: services) { [fallback] in
      var environment = AppEnvironment(main: main, now: { ServerStage.date })
      environment.backend = Backend.client(services, otherwise: fallback.backend)
        .wrapped(TimeLimit(.seconds(5), scheduler: main).intercept)
      environment.timeZone = .gmt
      return AppCore(environment, AppDefinition(screens: [AnyScreen(.balance)]))
    }
  }

  /// Opens a balance screen, for which the client is asked.
  func begin() {
    say(request(1, "initialize", #"{"capabilities":{"services":["balance"]}}"#))
    say(open(2, "balance"))
  }

  /// Sends a line. Returns the frames that come of it.
  @discardableResult
  func say(_ line: String) -> [String] { watch { server.receive(Array((line + "\n").utf8)) } }

  /// Answers the core's request with a number.
  func answer(_ number: Int, _ result: String) -> [String] {
    say(#"{"jsonrpc":"2.0","id":"core-\#(number)","result":\#(result)}"#)
  }

  func fail(_ number: Int, code: Int, data: String) -> [String] {
    say(#"{"jsonrpc":"2.0","id":"core-\#(number)","error":{"code":\#(code),"message":"m","data":\#(data)}}"#)
  }

  func watch(_ body: () -> Void) -> [String] {
    body()
    return wait()
  }

  func wait(_ milliseconds: Int = 0) -> [String] {
    scheduler.advance(by: .milliseconds(milliseconds))
    return transcript.take()
  }

  var everything: String { transcript.everything }
}

/// A backend that answers nothing.
private final class SilentBackend: Sendable {
  private let operations = LockedValue<[String]>([])
  var calls: [String] { operations.withLock(\.self) }

  var backend: Backend {
    Backend(
      address: "", credentials: [], changes: .none, services: [], offers: { _ in false },
      perform: { [self] request in
        operations.withLock { $0.append(request.name) }
        return Empty(completeImmediately: false).eraseToAnyPublisher()
      })
  }
}
