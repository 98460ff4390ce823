import Streams
import StreamsTesting
import Testing

@Suite struct FlatMapTests {
  @Test func `asks for nothing when there may be no inner publisher`() async {
    await #expect(processExitsWith: .success) {
      let probe = ProbePublisher<Int, Never>()
      let recorder = probe.flatMap(maxPublishers: .none) { Just($0) }.record()
      precondition(probe.events == [.subscribe])
      recorder.request(.max(1))
      precondition(probe.events == [.subscribe])
      probe.send(completion: .finished)
      precondition(recorder.history == ["subscription: FlatMap", "finished"])
    }
  }
}
