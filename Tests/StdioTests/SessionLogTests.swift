import ExpectSupport
import Foundation
import JSON
import Testing

@testable import JSONRPC
@testable import Programs
@testable import ServerSupport
@testable import Stdio

/// The log tells what came, and nothing of what it said.
@MainActor @Suite struct SessionLogTests {
  @MainActor private final class Paper {
    var lines: [String] = []
    var now = ContinuousClock.now
  }

  private let stage = ServerStage(latency: 100)
  private let paper = Paper()

  init() {
    let log = SessionLog(
      name: "tributary-stdio", now: { [paper] in paper.now },
      write: { [paper] in paper.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) })
    stage.server.session.onUnreadable = { log.refused($0, size: $1) }
    stage.server.session.onMessage = { log.began($0) }
    stage.server.session.onResponse = { log.received($0) }
  }

  private func say(_ line: String) -> [String] {
    paper.lines = []
    stage.say(line)
    return paper.lines
  }

  @Test func `logs a line for every message`() {
    expectEqual(say(request(1, "ping")), ["tributary-stdio: ping id=number size=52 time=0us"])
    expectEqual(
      say(#"{"jsonrpc":"2.0","id":"a","method":"nobody"}"#),
      [
        "tributary-stdio: unknown method id=string size=44 time=0us error=-32601"
      ])
    expectEqual(
      say(#"{"jsonrpc":"2.0","method":"initialized"}"#), ["tributary-stdio: initialized id=none size=40 time=0us"])
    expectEqual(say(#"{"id":null}"#), ["tributary-stdio: no request id=null size=11 time=0us"])
    expectEqual(say("1"), ["tributary-stdio: no request id=none size=1 time=0us"])
    expectEqual(say("[]"), ["tributary-stdio: no request id=none batch=2 time=0us"])
    expectEqual(say("nonsense"), ["tributary-stdio: unreadable: badJSON size=8"])
    expectEqual(
      say(#"[{"jsonrpc":"2.0","id":true,"method":"ping"},\#(request(1, "ping"))]"#),
      [
        "tributary-stdio: no request id=invalid batch=98 time=0us",
        "tributary-stdio: ping id=number batch=98 time=0us",
      ])
  }

  @Test func `logs the error of a notification, which is dropped`() {
    stage.say(open(1, "counter"))
    let params = #"{"instance":"counter-1","event":{"type":"nextButtonWasTapped"},"typo":1}"#
    let message = #"{"jsonrpc":"2.0","method":"screen/send","params":\#(params)}"#
    expectEqual(say(message), ["tributary-stdio: screen/send id=none size=\(message.utf8.count) time=0us error=-32602"])
  }

  @Test func `logs a request when it is answered`() {
    stage.say(open(1, "balance"))
    expectEqual(say(request(2, "sync")), [])
    paper.now += .milliseconds(100)
    stage.wait(100)
    expectEqual(paper.lines, ["tributary-stdio: sync id=number size=52 time=100000us"])
    stage.say(send(3, "balance-1", "refreshButtonWasTapped"), request(4, "sync"))
    expectEqual(
      say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":4}}"#),
      [
        "tributary-stdio: sync id=number size=52 time=0us error=-32800",
        "tributary-stdio: $/cancelRequest id=none size=62 time=0us",
      ])
  }

  @Test func `logs what an answer answers, and where it does not fit`() {
    let log = SessionLog(name: "core") { [paper] in paper.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    var report = ResponseReport(
      request: .waiting(method: "service/call", subject: "balance"), id: .string, size: 98, isInBatch: false)
    log.received(report)
    report.fault = "decoding"
    report.pointer = JSONPointer("answer", "date")
    log.received(report)
    report.request = .over
    report.isInBatch = true
    log.received(report)
    expectEqual(
      paper.lines,
      [
        "core: answer to service/call balance size=98",
        "core: answer to service/call balance size=98 error=decoding at=/answer/date",
        "core: late answer batch=98",
      ])
  }

  @Test func `logs an answer that no request has asked for`() {
    let answer = #"{"jsonrpc":"2.0","id":"core-1","result":{"answer":"hunter2"}}"#
    let size = answer.utf8.count
    expectEqual(say(answer), ["tributary-stdio: answer to no request id=string size=\(size)"])
    expectEqual(say("[\(answer)]"), ["tributary-stdio: answer to no request id=string batch=\(size + 2)"])
  }

  @Test func `logs no content of a frame`() {
    stage.say(open(1, "registration"))
    var lines = 0
    for line in RecordingSecretsTests.leaky {
      lines += say(line).count
      #expect(!paper.lines.joined().contains("hunter"))
    }
    #expect(lines >= RecordingSecretsTests.leaky.count)
  }

  @Test func `logs to stderr only on request`() throws {
    for (options, count) in [([], 0), (["--log"], 3)] {
      let child = try Child(executable: Child.program, options)
      child.say(
        request(1, "ping"), #"{"jsonrpc":"2.0","id":2,"method":"hunter2","params":{"a":"hunter2"}}"#, "hunter2")
      for _ in 1...3 { #expect(child.line() != nil) }
      child.closeInput()
      let ending = child.end()
      expectEqual(ending.code, 0)
      expectEqual(ending.errors.split(separator: "\n").count, count)
      #expect(!ending.errors.contains("hunter"))
    }
  }

  @Test func `a log without a reader delays nothing`() throws {
    let child = try Child("--log")
    // NB: several times what a pipe and the log's own memory hold.
    for _ in 1...50 {
      for id in 1...100 { child.say(request(id, "ping")) }
      for id in 1...100 { expectEqual(child.line(), result(id)) }
    }
    child.closeInput()
    let ending = child.end()
    expectEqual(ending.code, 0)
    #expect(ending.errors.hasPrefix("tributary-stdio: ping id=number size=52 time="))
    #expect(ending.errors.utf8.count < 150_000)
  }
}
