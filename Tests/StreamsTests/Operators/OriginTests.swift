import Streams
import StreamsTesting
import Testing

/// Publishers of values that are there from the start.
@Suite struct OriginTests {
  @Test func optionals() {
    #expect(Int("5").publisher.record().history == ["subscription: Optional", "value: 5", "finished"])
    #expect(Int("x").publisher.record(demand: .none).history == ["subscription: Empty", "finished"])
    #expect(Optional.Publisher(1) == Optional.Publisher(1))
  }

  @Test func results() {
    let success = Result<Int, Refused>.success(1).publisher.record(demand: .none)
    #expect(success.history == ["subscription: Result"])
    success.request(.max(1))
    #expect(success.history == ["subscription: Result", "value: 1", "finished"])
    #expect(
      Result<Int, Refused>.Publisher(Refused()).record(demand: .none).history == [
        "subscription: Empty", "failure: Refused()",
      ])
  }

  @Test func recordsPlayBack() {
    let record = Record<Int, Never> { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .finished)
    }
    #expect(record.record(demand: .max(1)).history == ["subscription: Record", "value: 1"])
    #expect(record.record().history == ["subscription: Record", "value: 1", "value: 2", "finished"])
    let failed = Record<Int, Never>(output: [1], completion: .finished)
    #expect(failed.recording.output == [1])
  }

  @Test func makeConnectableWaits() {
    let numbers = [1, 2].publisher.makeConnectable()
    let first = numbers.record()
    let second = numbers.record()
    #expect(first.values == [])
    let connection = numbers.connect()
    #expect(first.values == [1, 2])
    #expect(second.history.last == "finished")
    connection.cancel()
  }
}
