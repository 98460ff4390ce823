import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct OptionalTests {
  @Test func `publishes its value, or finishes without one`() {
    expectEqual(Int("5").publisher.record().history, ["subscription: Optional", "value: 5", "finished"])
    expectEqual(Int("x").publisher.record(demand: .none).history, ["subscription: Empty", "finished"])
    expectEqual(Optional.Publisher(1), Optional.Publisher(1))
  }

  @Test func `holds its value until it is requested`() {
    let recorder = Optional(1).publisher.record(demand: .none)
    expectEqual(recorder.history, ["subscription: Optional"])
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Optional", "value: 1", "finished"])
  }
}
