import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite struct IgnoreFailureTests {
  @Test func `finishes where its upstream fails`() throws {
    try expectMarbles(
      """
      a:          -1-2-#
      a.upstream: (^*)
      result:     -1-2-|
      """
    ) { rows, _ in rows.a.ignoreFailure() }
  }

  @Test func `passes demand, the completion and a cancel through`() throws {
    try expectMarbles("a: -1-|\ndemand: 1\na.upstream: (^1)\nresult: -1-|") { rows, _ in rows.a.ignoreFailure() }
    try expectMarbles("a: -1\ncancel: --!\na.upstream: (^*)-!\nresult: -1") { rows, _ in rows.a.ignoreFailure() }
  }

  @Test func `cannot fail`() {
    let publisher: any Publisher<Int, Never> = Fail<Int, Oops>(error: Oops()).ignoreFailure()
    _ = publisher
  }
}
