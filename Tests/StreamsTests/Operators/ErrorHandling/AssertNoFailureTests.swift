import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct AssertNoFailureTests {
  @Test func `passes values and completion through`() {
    expectEqual(
      [1].publisher.setFailureType(to: Oops.self).assertNoFailure().record().history,
      [
        "subscription: [1]", "value: 1", "finished",
      ])
  }

  @Test func `stops the program at a failure`() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, Oops>(error: Oops()).assertNoFailure("never").sink { _ in }
    }
  }

  @Test func `passes demand and cancel through`() throws {
    try expectMarbles(
      """
      a:          -a-b-c
      demand:     1-1
      cancel:     ----!
      a.upstream: (^1)-1-!
      result:     -a-b
      """
    ) { rows, _ in rows.a.assertNoFailure() }
  }
}
