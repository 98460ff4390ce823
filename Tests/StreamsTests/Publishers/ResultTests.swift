import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ResultTests {
  @Test func `publishes its value on demand, or fails at once`() {
    let success = Result<Int, Oops>.success(1).publisher.record(demand: .none)
    #expect(success.history == ["subscription: Result"])
    success.request(.max(1))
    #expect(success.history == ["subscription: Result", "value: 1", "finished"])
    #expect(
      Result<Int, Oops>.Publisher(Oops()).record(demand: .none).history == [
        "subscription: Empty", "failure: Oops()",
      ])
  }
}
