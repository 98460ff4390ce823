import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct JustTests {
  @Test func `sends its value on demand and finishes`() {
    let recorder = Just(1).record(demand: .none)
    expectEqual(recorder.history, ["subscription: Just"])
    recorder.request(.max(1))
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Just", "value: 1", "finished"])
  }

  @Test func `sends nothing after a cancel`() {
    let recorder = Just(1).record(demand: .none)
    recorder.cancel()
    recorder.request(.max(1))
    expectEqual(recorder.history, ["subscription: Just"])
  }
}
