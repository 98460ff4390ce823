import ExpectSupport
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
    expectEqual(bench.counter.alive, 0)
  }

  /// What a subscriber with unlimited demand receives, without the subscription, when the first upstream sends ten values
  /// and finishes.
  private func events(_ specimen: Specimen, isSilent: Bool) -> [String] {
    let bench = Bench(isSilent: isSilent)
    let recorder = RecordingSubscriber<String, any Error>()
    specimen.build(bench).receive(subscriber: recorder)
    for number in 1...10 { bench.a.force(number) }
    bench.a.forceCompletion(.finished)
    let history = recorder.history.filter { !$0.hasPrefix("subscription") }
    recorder.cancel()
    bench.releaseSubscribers()
    return history
  }

  /// Operators that drop values until they have a subscription: they keep or replace it.
  private static let dropping: Set = [
    "append(_:)", "buffer(size:prefetch:whenFull:)", "catch(_:)", "tryCatch(_:)", "replaceError(with:)", "retry(_:)",
  ]
  /// Operators that drop the completion alone, or everything, until they have a subscription, as Combine's do.
  private static let droppingAsCombine: Set = [
    "tryMap(_:)", "tryScan(_:_:)", "drop(while:)", "tryDrop(while:)", "collect()", "count()", "reduce(_:_:)",
    "tryReduce(_:_:)", "min()", "max()", "min(by:)", "max(by:)", "tryMin(by:)", "tryMax(by:)", "contains(_:)",
    "contains(where:)", "tryContains(where:)", "allSatisfy(_:)", "tryAllSatisfy(_:)", "first()", "first(where:)",
    "tryFirst(where:)", "last()", "last(where:)", "tryLast(where:)", "measureInterval(using:options:)",
  ]
  /// Their specimens have a `catch` before them.
  private static let behindCatch: Set = ["setFailureType(to:)", "assertNoFailure(_:file:line:)", "breakpointOnError()"]

  @Test(arguments: Specimen.oneUpstream + Specimen.folds)
  func `values pass without a subscription where nothing has to keep it`(_ specimen: Specimen) {
    let isPassing = events(specimen, isSilent: true) == events(specimen, isSilent: false)
    let dropping = Self.dropping.union(Self.droppingAsCombine).union(Self.behindCatch)
    expectEqual(isPassing, !dropping.contains(specimen.name))
  }

  @Test(arguments: Specimen.severalUpstreams + Specimen.shared)
  func `values without a subscription do not pass where several publishers meet`(_ specimen: Specimen) {
    // A multicast `CurrentValueSubject` sends its own first value. The completion of an outer publisher passes.
    let passing = ["flatMap(maxPublishers:_:)", "switchToLatest()"].contains(specimen.name) ? ["finished"] : []
    expectEqual(events(specimen, isSilent: true).filter { $0 != "value: 0" }, passing)
  }
}
