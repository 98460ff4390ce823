import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct FailTests {
  @Test func `fails without demand`() {
    #expect(Fail<Int, Oops>(error: Oops()).record(demand: .none).history == ["subscription: Empty", "failure: Oops()"])
  }
}
