import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct WithLatestFromTests {
  @Test func sendsTheNewestOfTheOther() throws {
    let diagram = try MarbleDiagram(
      """
      a:          -1-2---3-|
      b:          --x--y--|
      demand:     2
      a.upstream: (^2)+1
      b.upstream: (^*)
      result:     ---[2x]---[3y]-|
      """)
    #expect(diagram.played { rows, _ in rows.a.withLatestFrom(rows.b) { $0 + $1 } } == diagram)
  }

  @Test func aFailureOfTheOtherEndsBoth() throws {
    let diagram = try MarbleDiagram(
      """
      a:          -1-2
      b:          x-#
      a.upstream: (^*)-!
      result:     -x#
      """)
    #expect(diagram.played { rows, _ in rows.a.withLatestFrom(rows.b) } == diagram)
  }

  @Test func cancelGoesToBoth() throws {
    let diagram = try MarbleDiagram(
      """
      a:          -1
      b:          x
      cancel:     --!
      a.upstream: (^*)-!
      b.upstream: (^*)-!
      result:     -x
      """)
    #expect(diagram.played { rows, _ in rows.a.withLatestFrom(rows.b) } == diagram)
  }
}

@Suite struct FlatMapLatestTests {
  @Test func sendsWhatTheNewestSays() throws {
    let diagram = try MarbleDiagram(
      """
      a:          -1--2---|
      b:          --x-yz-|
      b.upstream: -(^*)--(!^*)
      result:     --x-yz--|
      """)
    #expect(diagram.played { rows, _ in rows.a.flatMapLatest { _ in rows.b } } == diagram)
  }

  @Test func takesPublishersThatCannotFail() {
    enum Broken: Error { case badly }
    let probe = ProbePublisher<Int, Broken>()
    let recorder = probe.flatMapLatest { Just($0 * 2) }.record()
    probe.send(1)
    probe.send(2)
    probe.send(completion: .failure(.badly))
    #expect(recorder.history == ["subscription: SwitchToLatest", "value: 2", "value: 4", "failure: badly"])
  }
}

@Suite struct PairwiseTests {
  @Test func pairsEachValueWithTheOneBefore() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.pairwise().map { "\($0.previous)\($0.current)" }.record(demand: .max(2))
    for number in 1...3 { probe.send(number) }
    probe.send(completion: .finished)
    #expect(recorder.values == ["12", "23"])
    #expect(probe.events == [.subscribe, .request(.max(2)), .additional(.max(1))])
    #expect(recorder.violations == [])
  }
}

@Suite struct MaterializeTests {
  enum Broken: Error { case badly }

  @Test func theEndIsAnEvent() {
    let finishing = [1].publisher.materialize().record()
    #expect(finishing.values == [.value(1), .finished])
    #expect(finishing.completion == .finished)
    let failing = Fail<Int, Broken>(error: .badly).materialize().record()
    #expect(failing.history.first == "subscription: Materialize")
    #expect(failing.values == [.failure(.badly)])
    #expect(failing.completion == .finished)
  }

  @Test func theEndWaitsForDemand() {
    let probe = ProbePublisher<Int, Broken>()
    let recorder = probe.materialize().record(demand: .max(1))
    probe.send(1)
    probe.send(completion: .failure(.badly))
    #expect(recorder.values == [.value(1)])
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [.value(1), .failure(.badly)])
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }

  @Test func dematerializeReversesIt() {
    let failing = [1, 2].publisher.setFailureType(to: Broken.self).append(Fail(error: .badly)).materialize()
      .dematerialize().record()
    #expect(failing.values == [1, 2])
    #expect(failing.completion == .failure(.badly))
    let probe = ProbePublisher<StreamEvent<Int, Broken>, Never>()
    let recorder = probe.dematerialize().record()
    probe.send(.value(1))
    probe.send(.finished)
    #expect(recorder.history == ["subscription: Dematerialize", "value: 1", "finished"])
    #expect(probe.events.last == .cancel)
  }
}

@Suite struct RetryLaterTests {
  struct Broken: Error, Equatable { let number: Int }

  private func failing(_ probe: ProbePublisher<Int, Broken>, _ number: Int) {
    probe.send(completion: .failure(Broken(number: number)))
  }

  @Test func subscribesAgainAfterADelay() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Broken>(on: scheduler)
    let recorder = probe.retry(2, after: { .seconds(1 + $0) }, scheduler: scheduler).record(demand: .max(2))
    probe.send(1)
    failing(probe, 1)
    scheduler.run()
    failing(probe, 2)
    scheduler.run()
    probe.send(2)
    failing(probe, 3)
    #expect(recorder.values == [1, 2])
    #expect(recorder.completion == .failure(Broken(number: 3)))
    #expect(
      probe.log.map { "\($0.time?.sinceStart.magnitude ?? -1) \($0.event)" } == [
        "0 subscribe", "0 request max(2)", "1000000000 subscribe", "1000000000 request max(1)",
        "3000000000 subscribe", "3000000000 request max(1)",
      ])
    #expect(recorder.violations == [])
  }

  @Test func failsWhereItIsNotWorthIt() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Broken>()
    let recorder = probe.retry(9, after: { _ in 1 }, scheduler: scheduler, when: { $0.number == 0 }).record()
    failing(probe, 0)
    scheduler.run()
    failing(probe, 1)
    #expect(recorder.completion == .failure(Broken(number: 1)))
    #expect(scheduler.isIdle)
  }

  @Test func takesDemandAndCancelWhileItWaits() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Broken>()
    let recorder = probe.retry(9, after: { _ in 1 }, scheduler: scheduler).record(demand: .none)
    failing(probe, 0)
    recorder.request(.max(3))
    scheduler.run()
    #expect(probe.events == [.subscribe, .subscribe, .request(.max(3))])
    failing(probe, 0)
    recorder.cancel()
    scheduler.run()
    #expect(probe.events.count == 3)
  }
}

@Suite struct CollectionTests {
  @Test func combineLatestOfAThousand() {
    let subjects = (0..<1_000).map { CurrentValueSubject<Int, Never>($0) }
    let recorder = subjects.combineLatest().map { $0.reduce(0, +) }.record()
    #expect(recorder.values == [499_500])
    subjects[7].send(0)
    #expect(recorder.values == [499_500, 499_493])
    for subject in subjects { subject.send(completion: .finished) }
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }

  @Test func zipOfAThousand() {
    let recorder = (0..<1_000).map { [$0, 2 * $0].publisher }.zip().map { $0.reduce(0, +) }.record(demand: .max(1))
    #expect(recorder.values == [499_500])
    recorder.request(.max(1))
    #expect(recorder.values == [499_500, 999_000])
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }

  @Test func zipPairsByPlace() {
    let probes = (0..<3).map { ProbePublisher<Int, Never>("\($0)") }
    let recorder = probes.zip().record()
    probes[0].send(1)
    probes[0].send(2)
    probes[1].send(1)
    probes[2].send(1)
    probes[1].send(2)
    probes[2].send(2)
    #expect(recorder.values == [[1, 1, 1], [2, 2, 2]])
    probes[0].send(completion: .finished)
    #expect(recorder.completion == .finished)
    #expect(probes[1].events.last == .cancel)
  }

  @Test func mergeOfAThousand() {
    let recorder = (0..<1_000).map { Just($0) }.merge().record()
    #expect(recorder.values == Array(0..<1_000))
    #expect(recorder.completion == .finished)
  }

  @Test func nothingFinishesAtOnce() {
    let none: [Just<Int>] = []
    #expect(none.combineLatest().record().history == ["subscription: Empty", "finished"])
    #expect(none.zip().record().completion == .finished)
    #expect(none.merge().record().completion == .finished)
  }

  @Test func aFailureCancelsTheOthers() {
    enum Broken: Error { case badly }
    let probes = (0..<3).map { ProbePublisher<Int, Broken>("\($0)") }
    let recorder = probes.combineLatest().record()
    probes[1].send(completion: .failure(.badly))
    #expect(recorder.completion == .failure(.badly))
    #expect(probes[0].events.last == .cancel)
    #expect(probes[2].events.last == .cancel)
  }
}
