import Streams
import StreamsTesting
import Testing

/// The contract where upstream, demand and cancel are on threads of their own.
@Suite struct ContractOnThreadsTests {
  /// A subscriber that notices a delivery inside another, more values than were asked for, and anything after the end.
  private final class Watchman: Subscriber, @unchecked Sendable {
    // NB: Sendable because what is variable is behind its lock.
    typealias Input = String
    typealias Failure = any Error

    struct State {
      var subscription: (any Subscription)?
      var asked = 0
      var received = 0
      var isDelivering = false
      var isOver = false
      var faults: Set<String> = []
    }

    let state = Shared(State())

    func receive(subscription: any Subscription) { state.withLock { $0.subscription = subscription } }

    func request(_ count: Int) {
      let subscription = state.withLock { state in
        state.asked += count
        return state.subscription
      }
      subscription?.request(.max(count))
    }

    func cancel() { state.withLock { $0.subscription.take() }?.cancel() }

    func receive(_ input: String) -> Subscribers.Demand {
      enter("a value")
      state.withLock { state in
        state.received += 1
        if state.received > state.asked { state.faults.insert("not asked for") }
      }
      leave()
      return .none
    }

    func receive(completion: Subscribers.Completion<any Error>) {
      enter("an end")
      let dropped = state.withLock { state in
        state.isOver = true
        return state.subscription.take()
      }
      _ = dropped
      leave()
    }

    private func enter(_ what: String) {
      state.withLock { state in
        if state.isDelivering { state.faults.insert(what + " inside another delivery") }
        if state.isOver { state.faults.insert(what + " after the end") }
        state.isDelivering = true
      }
    }

    private func leave() { state.withLock { $0.isDelivering = false } }
  }

  private static let rounds = 20

  /// Has the upstreams send, each on a thread of its own, while another thread asks and, if so wanted, cancels.
  private func trial(_ specimen: Specimen, cancelling: Bool) -> Watchman {
    let bench = Bench(count: Self.rounds)
    let watchman = Watchman()
    specimen.build(bench).receive(subscriber: watchman)
    let feeders = bench.upstreams.prefix(3).map { upstream in
      { @Sendable in for _ in 0..<100 { _ = upstream.feed() } }
    }
    let clock = { @Sendable in for _ in 0..<50 { bench.clock.advance(by: 1) } }
    let downstream = { @Sendable in
      for _ in 0..<Self.rounds { watchman.request(2) }
      if cancelling { watchman.cancel() }
    }
    together(feeders + [clock, downstream])
    watchman.cancel()
    bench.clock.advance(by: 2_000_000)
    return watchman
  }

  @Test(arguments: Specimen.all) func deliveriesNeverOverlap(_ specimen: Specimen) {
    #expect(trial(specimen, cancelling: false).state.current.faults == [])
  }

  @Test(arguments: Specimen.all) func cancelAgainstDelivery(_ specimen: Specimen) {
    let watchman = trial(specimen, cancelling: true)
    #expect(watchman.state.current.faults == [])
  }
}
