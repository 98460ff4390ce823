import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct DropWhileTests {
  @Test func `requests replacements until the condition fails`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.drop { $0 < 3 }.record(demand: .max(2))
    for value in [1, 2, 3, 1] { probe.send(value) }
    expectEqual(recorder.values, [3, 1])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .additional(.max(1)), .additional(.max(1))])
    let failing = [1, 2].publisher.tryDrop { _ in throw Oops() }.record()
    expectEqual(failing.history, ["subscription: TryDropWhile", "failure: Oops()"])
  }

  @Test func `drops values until the condition fails once`() throws {
    try expectMarbles("a: -1231|\nresult: ---31|") { rows, _ in rows.a.drop { $0 < "3" } }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, _ in rows.a.drop { $0 < "3" } }
    try expectMarbles("a: -34\ncancel: --!\na.upstream: (^*)-!\nresult: -34") { rows, _ in rows.a.drop { $0 < "3" } }
  }

  @Test func `tryDrop cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryDrop { try positive($0) > 0 } }
    expectEqual(
      history,
      [
        "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: additional max(1)",
        "upstream: cancel",
      ])
  }

  @Test func `tryDrop does not call its closure after it passed a value`() {
    expectEqual([1, 2, -1].publisher.tryDrop { try positive($0) < 2 }.record().values, [2, -1])
  }
}
