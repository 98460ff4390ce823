import Streams
import StreamsTesting
import Testing

@Suite struct FunnelTests {
  /// A flatMap over inner probes, which are handed back by number.
  private func flatMap(
    _ inners: [ProbePublisher<Int, Never>], maxPublishers: Subscribers.Demand = .unlimited
  ) -> (ProbePublisher<Int, Never>, Publishers.FlatMap<ProbePublisher<Int, Never>, ProbePublisher<Int, Never>>) {
    let outer = ProbePublisher<Int, Never>("outer")
    return (outer, outer.flatMap(maxPublishers: maxPublishers) { inners[$0] })
  }

  @Test func unlimitedDemandReturnedByAValueReachesEveryInlet() {
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let (outer, publisher) = flatMap(inners)
    let recorder = publisher.record(demand: .max(1)) { _ in .unlimited }
    outer.send(0)
    outer.send(1)
    for value in 1...3 {
      if inners[0].outstanding > .none { inners[0].send(value) }
      if inners[1].outstanding > .none { inners[1].send(-value) }
    }
    #expect(recorder.values == [1, -1, 2, -2, 3, -3])
    #expect(inners.map(\.outstanding) == [.unlimited, .unlimited])
  }

  @Test func eachInletIsAskedForOneValueUntilThereIsDemand() {
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let (outer, publisher) = flatMap(inners, maxPublishers: .max(2))
    let recorder = publisher.record(demand: .none)
    #expect(outer.events == [.subscribe, .request(.max(2))])
    outer.send(0)
    outer.send(1)
    #expect(inners.map(\.events) == [[.subscribe, .request(.max(1))], [.subscribe, .request(.max(1))]])
    inners[0].send(1)
    inners[1].send(2)
    #expect(recorder.values == [])
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(inners.map(\.outstanding) == [.max(1), .none])
    inners[0].send(completion: .finished)
    #expect(outer.events.last == .request(.max(1)))
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
  }

  @Test func aSwitchPassesOnDemandThatAWaitingValueReturns() {
    let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
    let inner = ProbePublisher<Int, Never>("inner")
    var isFirst = true
    let recorder = outer.switchToLatest().record(demand: .max(2)) { _ in
      if isFirst {
        isFirst = false
        inner.send(2)
      }
      return .max(1)
    }
    outer.send(inner.eraseToAnyPublisher())
    inner.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.outstanding == .max(2))
    #expect(inner.outstanding == .max(2))
  }

  @Test func aSwitchGivesTheNextInnerWhatTheLastLeft() {
    let outer = PassthroughSubject<ProbePublisher<Int, Never>, Never>()
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let recorder = outer.switchToLatest().record(demand: .max(3))
    outer.send(inners[0])
    inners[0].send(1)
    outer.send(inners[1])
    #expect(inners[0].events == [.subscribe, .request(.max(3)), .cancel])
    #expect(inners[1].events == [.subscribe, .request(.max(2))])
    #expect(recorder.values == [1])
  }
}
