import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct FailTests {
  @Test func `fails without demand`() {
    expectEqual(
      Fail<Int, Oops>(error: Oops()).record(demand: .none).history, ["subscription: Empty", "failure: Oops()"])
  }
}
