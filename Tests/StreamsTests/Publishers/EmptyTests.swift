import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct EmptyTests {
  @Test func `finishes without demand`() {
    expectEqual(Empty<Int, Never>().record(demand: .none).history, ["subscription: Empty", "finished"])
  }

  @Test func `never completes when it is told so`() {
    let recorder = Empty<Int, Never>(completeImmediately: false).record()
    expectEqual(recorder.history, ["subscription: Empty"])
    recorder.cancel()
  }
}
