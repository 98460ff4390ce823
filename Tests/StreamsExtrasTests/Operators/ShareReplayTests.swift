import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct ShareReplayTests {
  @Test func `subscribes once and replays to later subscribers`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share(replay: 1)
    let first = shared.record()
    probe.send(1)
    probe.send(2)
    let second = shared.record()
    #expect(second.values == [2])
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    first.cancel()
    second.cancel()
    #expect(probe.events.last == .cancel)
    let third = shared.record()
    #expect(third.values == [2])
    #expect(probe.events.filter { $0 == .subscribe }.count == 2)
    probe.send(completion: .finished)
    #expect(shared.record().history == ["subscription: Multicast", "value: 2", "finished"])
  }

  @Test func `replays to a late subscriber without subscribing again`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share(replay: 1)
    let one = shared.record()
    probe.send(1)
    probe.send(completion: .finished)
    let two = shared.record(demand: .none)
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    two.request(.max(1))
    #expect(two.history == ["subscription: Multicast", "value: 1", "finished"])
    #expect(two.history == one.history)
  }

  @Test func `replays a failure after the values`() {
    let probe = ProbePublisher<Int, Oops>()
    let shared = probe.share(replay: 1)
    let first = shared.record()
    for value in 1...2 { probe.send(value) }
    probe.send(completion: .failure(Oops()))
    #expect(first.history == ["subscription: Multicast", "value: 1", "value: 2", "failure: Oops()"])
    #expect(shared.record().history == ["subscription: Multicast", "value: 2", "failure: Oops()"])
  }
}
