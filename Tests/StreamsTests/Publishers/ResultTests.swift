import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ResultTests {
  @Test func `publishes its value on demand, or fails at once`() {
    let success = Result<Int, Oops>.success(1).publisher.record(demand: .none)
    expectEqual(success.history, ["subscription: Result"])
    success.request(.max(1))
    expectEqual(success.history, ["subscription: Result", "value: 1", "finished"])
    expectEqual(
      Result<Int, Oops>.Publisher(Oops()).record(demand: .none).history,
      [
        "subscription: Empty", "failure: Oops()",
      ])
  }
}
