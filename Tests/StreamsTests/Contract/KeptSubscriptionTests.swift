import ExpectSupport
import Streams
import StreamsSupport
import Support
import Testing

/// A subscriber that keeps its subscription after the end keeps neither the upstream nor an element.
@Suite struct KeptSubscriptionTests {
  enum End: CaseIterable {
    case completion, failure, cancel, cancelWithoutDemand, cancelInsideDelivery
  }

  @Test(arguments: Specimen.all, End.allCases)
  func `a kept subscription keeps no upstream and no element`(_ specimen: Specimen, _ end: End) {
    let subscriber = Keeper(demand: end == .cancelWithoutDemand ? .max(1) : .unlimited)
    subscriber.cancelsInsideDelivery = end == .cancelInsideDelivery
    let counter: PayloadCounter
    weak var upstream: Upstream?
    do {
      let bench = Bench()
      counter = bench.counter
      upstream = bench.a
      specimen.build(bench).receive(subscriber: subscriber)
      if end == .completion || end == .cancelInsideDelivery {
        bench.run()
      } else {
        bench.clock.advance(by: 2)
        for upstream in bench.upstreams.prefix(3) { for _ in 0..<2 { _ = upstream.sendNext() } }
        bench.clock.advance(by: 2)
      }
      if end == .failure { for upstream in bench.upstreams { upstream.complete(with: .failure(Oops())) } }
      if end == .cancel || end == .cancelWithoutDemand { subscriber.subscription?.cancel() }
      // What waits in the scheduler runs, and finds nothing to do.
      bench.run()
      bench.clock.advance(by: 2_000_000)
      bench.releaseSubscribers()
    }
    #expect(subscriber.subscription != nil)
    // That of a sequence describes itself by its elements, also after the end.
    expectEqual(counter.alive, specimen.name == "Sequence" ? 9 : 0)
    #expect(upstream == nil)
  }
}

/// A subscriber that never releases its subscription.
private final class Keeper: Subscriber {
  let demand: Subscribers.Demand
  var cancelsInsideDelivery = false
  private(set) var subscription: (any Subscription)?

  init(demand: Subscribers.Demand) { self.demand = demand }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(demand)
  }

  func receive(_ input: String) -> Subscribers.Demand {
    if cancelsInsideDelivery { subscription?.cancel() }
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {}
}
