import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct MapTests {
  @Test func `transforms each value`() throws {
    try expectMarbles(
      """
      a:          -a-b-|
      a.upstream: (^*)
      result:     -A-B-|
      """
    ) { rows, _ in rows.a.map { $0.uppercased() } }
  }

  @Test func `passes a failure through`() throws {
    try expectMarbles("a: -a#\nresult: -A#") { rows, _ in rows.a.map { $0.uppercased() } }
  }

  @Test func `passes demand and cancel through`() throws {
    try expectMarbles(
      """
      a:          -a-b-c-d
      demand:     2---1
      cancel:     ------!
      a.upstream: (^2)---1-!
      result:     -A-B-C
      """
    ) { rows, _ in rows.a.map { $0.uppercased() } }
  }

  @Test func `passes returned demand through`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.map { $0 * 2 }.record(demand: .max(1)) { _ in .max(3) }
    probe.send(1)
    expectEqual(recorder.history, ["subscription: Probe", "value: 2"])
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(3))])
  }

  @Test func `tryMap transforms each value`() throws {
    try expectMarbles(
      """
      a:          -a-b-c-|
      demand:     2---1
      a.upstream: (^2)---1
      result:     -A-B-C-|
      """
    ) { rows, _ in rows.a.tryMap { try checked($0).uppercased() } }
  }

  @Test func `tryMap cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryMap { try positive($0) } }
    expectEqual(
      history,
      [
        "value: 1", "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel",
      ])
  }

  @Test func `tryMap passes a failure and a cancel through`() throws {
    try expectMarbles("a: -a#\nresult: -A#") { rows, _ in rows.a.tryMap { try checked($0).uppercased() } }
    try expectMarbles("a: -ab\ncancel: --!\na.upstream: (^*)-!\nresult: -AB") { rows, _ in
      rows.a.tryMap { try checked($0).uppercased() }
    }
  }
}
