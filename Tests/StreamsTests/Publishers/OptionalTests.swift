import Streams
import StreamsTesting
import Testing

@Suite struct OptionalTests {
  @Test func `publishes its value, or finishes without one`() {
    #expect(Int("5").publisher.record().history == ["subscription: Optional", "value: 5", "finished"])
    #expect(Int("x").publisher.record(demand: .none).history == ["subscription: Empty", "finished"])
    #expect(Optional.Publisher(1) == Optional.Publisher(1))
  }

  @Test func `holds its value until it is requested`() {
    let recorder = Optional(1).publisher.record(demand: .none)
    #expect(recorder.history == ["subscription: Optional"])
    recorder.request(.max(1))
    #expect(recorder.history == ["subscription: Optional", "value: 1", "finished"])
  }
}
