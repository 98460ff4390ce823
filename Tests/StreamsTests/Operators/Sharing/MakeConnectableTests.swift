import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct MakeConnectableTests {
  @Test func `waits for connect`() {
    let numbers = [1, 2].publisher.makeConnectable()
    let first = numbers.record()
    let second = numbers.record()
    expectEqual(first.values, [])
    let connection = numbers.connect()
    expectEqual(first.values, [1, 2])
    expectEqual(second.history.last, "finished")
    connection.cancel()
  }

  @Test func `cancels the upstream when the connection is cancelled`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.makeConnectable()
    let recorder = shared.record()
    expectEqual(probe.events, [])
    shared.connect().cancel()
    expectEqual(probe.events, [.subscribe, .request(.unlimited), .cancel])
    expectEqual(recorder.history, ["subscription: Multicast"])
  }
}
