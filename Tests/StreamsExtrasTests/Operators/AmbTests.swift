import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite struct AmbTests {
  @Test func `emits the elements of the faster publisher and cancels the other`() throws {
    try expectMarbles(
      """
      a:          ---1-2-|
      b:          -x--y---z-|
      a.upstream: (^*)!
      b.upstream: (^*)
      result:     -x--y---z-|
      """
    ) { rows, _ in rows.a.amb(rows.b) }
    try expectMarbles(
      """
      a:          -1-2-|
      b:          --x
      a.upstream: (^*)
      b.upstream: (^*)!
      result:     -1-2-|
      """
    ) { rows, _ in rows.a.amb(rows.b) }
  }

  @Test func `a completion counts as the first event`() throws {
    try expectMarbles("a: -|\nb: --x\nb.upstream: (^*)!\nresult: -|") { rows, _ in rows.a.amb(rows.b) }
    try expectMarbles("a: --1\nb: -#\na.upstream: (^*)!\nresult: -#") { rows, _ in rows.a.amb(rows.b) }
  }

  @Test func `does not subscribe to the second when the first sends at once`() {
    var subscriptions = 0
    let second = Deferred { () -> Just<Int> in
      subscriptions += 1
      return Just(2)
    }
    expectEqual(Just(1).amb(second).record().history, ["subscription: Amb", "value: 1", "finished"])
    expectEqual(subscriptions, 0)
  }

  @Test func `cancels both publishers`() throws {
    try expectMarbles("a: --1\nb: --x\ncancel: -!\na.upstream: (^*)!\nb.upstream: (^*)!\nresult: -") { rows, _ in
      rows.a.amb(rows.b)
    }
  }
}
