import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Upstreams that call their subscriber again while it is at work.
@Suite struct ReentrantUpstreamTests {
  /// What is called from inside.
  enum Call: CaseIterable {
    case value, completion, failure, subscription, cancel

    /// Makes the call in the name of every upstream that has a subscriber.
    func make(_ bench: Bench, _ recorder: RecordingSubscriber<String, any Error>?) {
      switch self {
      case .value: for upstream in bench.upstreams { _ = upstream.sendNext() }
      case .completion: for upstream in bench.upstreams { upstream.complete(with: .finished) }
      case .failure: for upstream in bench.upstreams { upstream.complete(with: .failure(Oops())) }
      case .subscription: for upstream in bench.upstreams { _ = upstream.forceSubscription() }
      case .cancel: recorder?.cancel()
      }
    }
  }

  /// Lets go of everything that belongs to a subscription.
  private func end(_ bench: Bench, _ recorder: RecordingSubscriber<String, any Error>) {
    recorder.cancel()
    bench.counter.removeAction()
    bench.clock.advance(by: 2_000_000)
    bench.releaseSubscribers()
  }

  /// - Parameter use: The use of a payload, counted from the first, inside which the call is made.
  /// - Returns: Whether the call was made.
  private func trial(_ specimen: Specimen, _ call: Call, use: Int) -> Bool {
    let bench = Bench()
    var wasCalled = false
    do {
      let recorder = RecordingSubscriber<String, any Error>()
      specimen.build(bench).receive(subscriber: recorder)
      bench.counter.onUse(use) { [weak recorder] in
        wasCalled = true
        call.make(bench, recorder)
      }
      bench.run()
      // A transparent operator passes on what its upstream does, and an upstream may not end inside its own value.
      if !specimen.traits.contains(.transparent) {
        expectEqual(recorder.violations, [])
      }
      if call != .cancel { #expect(recorder.completion != nil) }
      end(bench, recorder)
    }
    expectEqual(bench.counter.alive, 0)
    return wasCalled
  }

  @Test(arguments: Specimen.all, Call.allCases)
  func `an operator bears a call from inside its own closure`(_ specimen: Specimen, _ call: Call) {
    for use in 1...4 where !trial(specimen, call, use: use) { return }
  }

  @Test func `most operators use an element`() {
    let used = Specimen.all.filter { trial($0, .value, use: 1) }
    #expect(used.count > 50)
  }

  @Test(arguments: Specimen.all, Call.allCases)
  func `an operator bears a call from inside a delivery`(_ specimen: Specimen, _ call: Call) {
    let bench = Bench()
    do {
      let box = Shared<RecordingSubscriber<String, any Error>?>(nil)
      var count = 0
      let recorder = RecordingSubscriber<String, any Error> { _ in
        count += 1
        if count == 2 { call.make(bench, box.current) }
        return .none
      }
      box.withLock { $0 = recorder }
      specimen.build(bench).receive(subscriber: recorder)
      bench.run()
      box.withLock { $0 = nil }
      // Where one upstream sends inside its own value, the delivery is nested as well.
      #expect(
        recorder.violations.filter { !$0.hasPrefix("Inside another delivery") } == []
          || specimen.traits.contains(.transparent))
      if call != .cancel { #expect(recorder.completion != nil) }
      end(bench, recorder)
    }
    expectEqual(bench.counter.alive, 0)
  }
}
