import ExpectSupport
import ScreenServer
import Testing

@testable import ServerSupport

/// The balance screen, frame by frame.
@MainActor @Suite struct ScreenServerBalanceTests {
  let stage = ServerStage(latency: 100)

  @Test func `opens a screen that appears and loads`() {
    expectEqual(
      stage.say(open(1, "balance")),
      [
        result(1, snapshot("balance-1", 1, balance())),
        update("balance-1", 2, balance(info: "Loading...", loading: true)),
      ])
    expectEqual(stage.wait(99), [])
    let loaded = balance(value: "1234.56", text: "$1,234.56", info: lastUpdate, dated: true)
    expectEqual(stage.wait(1), [update("balance-1", 3, loaded)])
    expectEqual(
      stage.say(send(2, "balance-1", "refreshButtonWasTapped")),
      [
        update(
          "balance-1", 4,
          balance(
            value: "1234.56", text: "$1,234.56", info: "Loading... \(lastUpdate)", loading: true, dated: true)),
        result(2, #"{"rev":4}"#),
      ])
    expectEqual(stage.wait(100), [update("balance-1", 5, loaded)])
    expectEqual(
      stage.say(request(3, "screen/get", #"{"instance":"balance-1"}"#)),
      [
        result(3, snapshot("balance-1", 5, loaded))
      ])
    expectEqual(stage.say(request(4, "screen/close", #"{"instance":"balance-1"}"#)), [result(4)])
    expectEqual(stage.wait(1_000), [])
  }

  @Test func `writes no redacted amount`() {
    stage.say(open(1, "balance"))
    let before = request(2, "app/send", #"{"event":{"type":"willResignActive"}}"#)
    expectEqual(
      stage.say(before),
      [
        update("balance-1", 3, balance(info: "Loading...", loading: true, redacted: true)), result(2),
      ])
    stage.wait(100)
    stage.say(send(3, "balance-1", "refreshButtonWasTapped"))
    stage.say(request(4, "screen/get", #"{"instance":"balance-1"}"#))
    stage.say(open(5, "balance"))
    stage.wait(100)
    #expect(!stage.everything.contains("234"))
    #expect(stage.everything.contains("••••••"))
    let frames = stage.say(request(6, "app/send", #"{"event":{"type":"didBecomeActive"}}"#))
    expectEqual(frames.count, 3)
    #expect(frames[0].contains("1234.56"))
  }

  @Test func `writes no reply older than the update before it`() {
    let get = #"{"instance":"balance-1"}"#
    let hide = #"{"event":{"type":"willResignActive"}}"#
    func hidden(_ rev: Int) -> String {
      snapshot(
        "balance-1", rev,
        balance(
          text: "••••••", info: "Loading... \(lastUpdate)", loading: true, redacted: true, dated: true))
    }
    for batch in [false, true] {
      let stage = ServerStage(latency: 100)
      stage.say(open(1, "balance"))
      stage.wait(100)
      let asked = request(3, "screen/get", get)
      let frames = stage.say(
        send(2, "balance-1", "refreshButtonWasTapped"), batch ? "[\(asked)]" : asked, request(4, "app/send", hide))
      let answer = result(3, hidden(5))
      expectEqual(
        frames,
        [
          #"{"jsonrpc":"2.0","method":"screen/update","params":\#(hidden(5))}"#, result(2, #"{"rev":4}"#),
          batch ? "[\(answer)]" : answer, result(4),
        ])
    }
  }

  @Test func `answers requests before a close with the state`() {
    let stage = ServerStage(latency: 100, failures: ["balance"])
    stage.say(open(1, "balance"))
    stage.wait(100)
    let frames = stage.say(
      send(2, "balance-1", "refreshButtonWasTapped"), request(3, "screen/get", #"{"instance":"balance-1"}"#),
      request(4, "screen/close", #"{"instance":"balance-1"}"#))
    expectEqual(frames.count, 4)
    let state = balance(info: "Loading...", loading: true)
    expectEqual(frames.dropFirst(2).first, result(3, snapshot("balance-1", 4, state)))
    expectEqual(frames.last, result(4))
  }

  @Test func `keeps the value after a failure`() {
    let stage = ServerStage(latency: 100, failures: ["balance"])
    stage.say(open(1, "balance"))
    expectEqual(
      stage.wait(100),
      [
        update("balance-1", 3, balance(info: "Failed to update.", failed: true, failure: "Something went wrong!"))
      ])
  }

  @Test func `answers a sync when nothing is in flight`() {
    stage.say(open(1, "balance"))
    expectEqual(stage.say(request(2, "sync")), [])
    expectEqual(stage.say(request(3, "ping")), [result(3)])
    let frames = stage.wait(100)
    expectEqual(frames.count, 2)
    #expect(frames.first?.contains(#""rev":3"#) == true)
    expectEqual(frames.last, result(2))
    expectEqual(stage.say(request(4, "sync")), [result(4)])
  }
}
