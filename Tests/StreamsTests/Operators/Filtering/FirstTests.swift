import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct FirstTests {
  @Test func `finishes with the first value and cancels`() throws {
    try expectMarbles("a: -12\na.upstream: (^*)!\nresult: -(1|)") { rows, _ in rows.a.first() }
    try expectMarbles("a: -12\na.upstream: (^*)-!\nresult: --(2|)") { rows, _ in rows.a.first { $0 > "1" } }
  }

  @Test func `finishes without a value for an empty upstream`() {
    expectEqual(Empty<Int, Never>().first().record(demand: .none).history, ["subscription: First", "finished"])
    expectEqual([1].publisher.first { $0 > 1 }.record().history, ["subscription: FirstWhere", "finished"])
  }

  @Test func `holds the value until it is requested`() throws {
    try expectMarbles(
      """
      a:          -12
      demand:     ----1
      a.upstream: (^*)!
      result:     ----(1|)
      """
    ) { rows, _ in rows.a.first() }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -1#\nresult: --#") { rows, _ in rows.a.first { $0 > "1" } }
    try expectMarbles("a: --1\ncancel: -!\na.upstream: (^*)!\nresult:") { rows, _ in rows.a.first() }
  }

  @Test func `sends one value when its delivery sends another`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.first().record { value in
      subject.send(value + 1)
      return .none
    }
    subject.send(1)
    expectEqual(recorder.history, ["subscription: First", "value: 1", "finished"])
  }

  @Test func `tryFirst cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryFirst { try positive($0) > 1 } }
    expectEqual(history, ["failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel"])
  }

  @Test func `tryFirst finishes with the first match`() throws {
    try expectMarbles("a: -12\na.upstream: (^*)-!\nresult: --(2|)") { rows, _ in
      rows.a.tryFirst { try checked($0) > "1" }
    }
  }
}
