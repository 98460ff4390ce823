import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Upstreams that never send a subscription.
@Suite struct SilentUpstreamTests {
  /// What such an upstream sends.
  enum Events: CaseIterable {
    case nothing, values, completion, valuesAndFailure
  }

  @Test(arguments: Specimen.all, Events.allCases)
  func `an operator bears an upstream without a subscription`(_ specimen: Specimen, _ events: Events) {
    let bench = Bench(isSilent: true)
    weak var released: RecordingSubscriber<String, any Error>?
    do {
      let recorder = RecordingSubscriber<String, any Error>()
      released = recorder
      specimen.build(bench).receive(subscriber: recorder)
      bench.clock.advance()
      for upstream in bench.upstreams {
        if events == .values || events == .valuesAndFailure {
          upstream.force(1)
          upstream.force(2)
        }
        switch events {
        case .completion: upstream.forceCompletion(.finished)
        case .valuesAndFailure: upstream.forceCompletion(.failure(Oops()))
        case .nothing, .values: break
        }
      }
      recorder.request(.max(1))
      bench.clock.advance(by: 100)
      recorder.cancel()
      bench.clock.advance(by: 2_000_000)
      bench.releaseSubscribers()
    }
    #expect(released == nil)
    #expect(bench.counter.alive == 0)
  }
}
