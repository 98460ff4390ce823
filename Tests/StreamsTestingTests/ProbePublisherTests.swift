import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct ProbePublisherTests {
  @Test func `records what its subscribers do`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.filter { $0 > 1 }.record(demand: .max(1))
    expectEqual(probe.send(1), .max(1))
    expectEqual(probe.send(2), .none)
    expectEqual(probe.outstanding, .none)
    recorder.request(.max(3))
    recorder.cancel()
    expectEqual(probe.events, [.subscribe, .request(.max(1)), .additional(.max(1)), .request(.max(3)), .cancel])
    expectEqual(probe.events.map(\.description).last, "cancel")
    probe.send(3)
    expectEqual(recorder.values, [2])
  }

  @Test func `releases a subscriber after the completion`() {
    let probe = ProbePublisher<Int, Never>()
    weak var seen: RecordingSubscriber<Int, Never>?
    do {
      let recorder = probe.record()
      seen = recorder
      expectEqual(probe.subscriberCount, 1)
      probe.send(completion: .finished)
      probe.send(1)
      expectEqual(recorder.history, ["subscription: Probe", "finished"])
      recorder.cancel()
    }
    #expect(seen == nil)
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
  }

  @Test func `releases a subscriber that cancels`() {
    let probe = ProbePublisher<Int, Never>()
    weak var seen: RecordingSubscriber<Int, Never>?
    do {
      let recorder = probe.record()
      seen = recorder
      recorder.cancel()
    }
    #expect(seen == nil)
  }

  @Test func `sends values from inside an event`() {
    var probe: ProbePublisher<Int, Never>?
    probe = ProbePublisher(onEvent: { if case .request = $0 { probe?.send(7) } })
    let recorder = probe?.record(demand: .max(1))
    expectEqual(recorder?.values, [7])
    expectEqual(recorder?.violations, [])
    probe = nil
  }

  @Test func `records the time of each event`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Void, Never>(on: scheduler)
    let recorder = probe.record(demand: .none)
    scheduler.advance(by: 2)
    recorder.request(.max(1))
    probe.send()
    expectEqual(probe.log.map { $0.time?.sinceStart }, [0, 2])
    expectEqual(recorder.values.count, 1)
  }
}
