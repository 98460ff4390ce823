import ExpectSupport
import Streams
import StreamsSupport
import Testing

@Suite struct FilterTests {
  @Test func `passes matching values until it is cancelled`() {
    var seen: [Int] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.map { $0 + 1 }.filter { $0.isMultiple(of: 2) }.sink { seen.append($0) }
    for value in 1...5 { subject.send(value) }
    cancellable.cancel()
    subject.send(7)
    expectEqual(seen, [2, 4, 6])
  }

  @Test func `requests another value for each rejected one`() throws {
    try expectMarbles(
      """
      a:          -1-2-3-|
      demand:     1
      a.upstream: (^1)+1
      result:     ---2---|
      """
    ) { rows, _ in rows.a.filter { $0 > "1" } }
  }

  @Test func `passes a failure and a cancel through`() throws {
    try expectMarbles("a: -12#\nresult: --2#") { rows, _ in rows.a.filter { $0 > "1" } }
    try expectMarbles("a: -23\ncancel: --!\na.upstream: (^*)-!\nresult: -23") { rows, _ in
      rows.a.filter { $0 > "1" }
    }
  }

  @Test func `tryFilter cancels and fails when its closure throws`() {
    let history = historyOfThrowing { $0.tryFilter { try positive($0) > 0 } }
    expectEqual(
      history,
      [
        "value: 1", "failure: Oops()", "upstream: subscribe", "upstream: request unlimited", "upstream: cancel",
      ])
  }

  @Test func `tryFilter requests another value for each rejected one`() throws {
    try expectMarbles(
      """
      a:          -1-2-3-|
      demand:     1
      a.upstream: (^1)+1
      result:     ---2---|
      """
    ) { rows, _ in rows.a.tryFilter { try checked($0) > "1" } }
  }
}
