import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Every element is released, and not too early.
@Suite struct ReleaseTests {
  enum Ending: CaseIterable {
    case completion, failure, cancel, cancelWithoutDemand, cancelInsideDelivery, secondSubscriber
  }

  @Test(arguments: Specimen.all, Ending.allCases)
  func `an operator releases every element`(_ specimen: Specimen, _ ending: Ending) {
    let bench = Bench()
    do {
      let box = Shared<RecordingSubscriber<String, any Error>?>(nil)
      let recorder = RecordingSubscriber<String, any Error>(
        demand: ending == .cancelWithoutDemand ? .max(1) : .unlimited
      ) {
        _ in
        if ending == .cancelInsideDelivery { box.current?.cancel() }
        return .none
      }
      box.withLock { $0 = recorder }
      let publisher = specimen.build(bench)
      publisher.receive(subscriber: recorder)
      switch ending {
      case .failure:
        bench.clock.advance(by: 1)
        for upstream in bench.upstreams.prefix(2) { _ = upstream.sendNext() }
        bench.a.complete(with: .failure(Oops()))
      case .cancel:
        bench.clock.advance(by: 1)
        for upstream in bench.upstreams.prefix(2) { _ = upstream.sendNext() }
        recorder.cancel()
      case .secondSubscriber:
        let second = RecordingSubscriber<String, any Error>()
        publisher.receive(subscriber: second)
        bench.run()
        second.cancel()
      case .completion, .cancelWithoutDemand, .cancelInsideDelivery: break
      }
      bench.run()
      recorder.cancel()
      box.withLock { $0 = nil }
      bench.clock.advance(by: 2_000_000)
      bench.releaseSubscribers()
    }
    expectEqual(bench.counter.alive, 0)
  }
}
