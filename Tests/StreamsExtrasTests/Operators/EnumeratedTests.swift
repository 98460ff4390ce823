import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import Testing

@Suite struct EnumeratedTests {
  @Test func `emits each element with its number`() throws {
    try expectMarbles(
      """
      a:          -x-y-|
      a.upstream: (^*)
      result:     -[0x]-[1y]-|
      """
    ) { rows, _ in rows.a.enumerated().map { "\($0.offset)\($0.element)" } }
  }

  @Test func `passes demand, a failure and a cancel through`() throws {
    try expectMarbles(
      """
      a:          -x-#
      demand:     2
      a.upstream: (^2)
      result:     -[0x]-#
      """
    ) { rows, _ in rows.a.enumerated().map { "\($0.offset)\($0.element)" } }
    try expectMarbles(
      """
      a:          -x
      cancel:     --!
      a.upstream: (^*)-!
      result:     -[0x]
      """
    ) { rows, _ in rows.a.enumerated().map { "\($0.offset)\($0.element)" } }
  }

  @Test func `counts from 0 for each subscriber`() {
    let numbered = ["a", "b"].publisher.enumerated().map(\.offset)
    expectEqual(numbered.record().values, [0, 1])
    expectEqual(numbered.record().values, [0, 1])
  }
}
