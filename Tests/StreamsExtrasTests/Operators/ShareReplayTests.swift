import ExpectSupport
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
    expectEqual(second.values, [2])
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    first.cancel()
    second.cancel()
    expectEqual(probe.events.last, .cancel)
    let third = shared.record()
    expectEqual(third.values, [2])
    expectEqual(probe.events.filter { $0 == .subscribe }.count, 2)
    probe.send(completion: .finished)
    expectEqual(shared.record().history, ["subscription: Multicast", "value: 2", "finished"])
  }

  @Test func `replays to a late subscriber without subscribing again`() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share(replay: 1)
    let one = shared.record()
    probe.send(1)
    probe.send(completion: .finished)
    let two = shared.record(demand: .none)
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    two.request(.max(1))
    expectEqual(two.history, ["subscription: Multicast", "value: 1", "finished"])
    expectEqual(two.history, one.history)
  }

  @Test func `replays a failure after the values`() {
    let probe = ProbePublisher<Int, Oops>()
    let shared = probe.share(replay: 1)
    let first = shared.record()
    for value in 1...2 { probe.send(value) }
    probe.send(completion: .failure(Oops()))
    expectEqual(first.history, ["subscription: Multicast", "value: 1", "value: 2", "failure: Oops()"])
    expectEqual(shared.record().history, ["subscription: Multicast", "value: 2", "failure: Oops()"])
  }
}
