import Streams
import StreamsTesting
import Testing

@Suite struct MakeConnectableTests {
  @Test func `waits for connect`() {
    let numbers = [1, 2].publisher.makeConnectable()
    let first = numbers.record()
    let second = numbers.record()
    #expect(first.values == [])
    let connection = numbers.connect()
    #expect(first.values == [1, 2])
    #expect(second.history.last == "finished")
    connection.cancel()
  }

  @Test func `cancels the upstream when the connection is cancelled`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.makeConnectable()
    let recorder = shared.record()
    #expect(probe.events == [])
    shared.connect().cancel()
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
    #expect(recorder.history == ["subscription: Multicast"])
  }
}
