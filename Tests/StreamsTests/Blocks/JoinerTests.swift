import Streams
import StreamsTesting
import Testing

@Suite struct JoinerTests {
  @Test func combineLatestFinishesWhenAllSidesHave() {
    let a = ProbePublisher<Int, Never>("a")
    let b = ProbePublisher<Int, Never>("b")
    let recorder = a.combineLatest(b).map { "\($0)\($1)" }.record()
    a.send(completion: .finished)
    #expect(recorder.history == ["subscription: CombineLatest"])
    b.send(1)
    b.send(completion: .finished)
    #expect(recorder.history == ["subscription: CombineLatest", "finished"])
  }

  @Test func combineLatestAsksEachSideForWhatDownstreamAsks() {
    let a = ProbePublisher<Int, Never>("a")
    let b = ProbePublisher<Int, Never>("b")
    let recorder = a.combineLatest(b).map { "\($0)\($1)" }.record(demand: .max(2))
    recorder.request(.max(3))
    #expect(a.events == [.subscribe, .request(.max(2)), .request(.max(3))])
    #expect(b.events == a.events)
  }

  @Test func aSideWhoseSubscriptionComesLateIsAskedForWhatHasBeenAskedFor() {
    let scheduler = TestScheduler()
    for isZip in [true, false] {
      let late = ProbePublisher<Int, Never>("late")
      let a = late.subscribe(on: scheduler)
      let sum: AnyPublisher<Int, Never> =
        isZip ? a.zip(Just(1), +).eraseToAnyPublisher() : a.combineLatest(Just(1), +).eraseToAnyPublisher()
      let recorder = sum.record(demand: .max(1))
      recorder.request(.max(2))
      scheduler.advance()
      #expect(late.events == [.subscribe, .request(.max(3))])
      late.send(1)
      #expect(recorder.values == [2])
      recorder.cancel()
      scheduler.advance()
    }
  }

  @Test func aValueSentFromInsideTheHandlerIsEmitted() {
    let a = CurrentValueSubject<Int, Never>(0)
    let b = CurrentValueSubject<Int, Never>(0)
    var seen: [String] = []
    let cancellable = a.combineLatest(b).sink { x, y in
      seen.append("\(x)\(y)")
      if x < 3, x == y { a.value = x + 1 } else if y < x { b.value = x }
    }
    #expect(seen == ["00", "10", "11", "21", "22", "32", "33"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func aFailureOfOneSideCancelsTheOther() {
    let a = ProbePublisher<Int, Oops>("a")
    let b = ProbePublisher<Int, Oops>("b")
    let recorder = a.combineLatest(b).map { "\($0)\($1)" }.record()
    a.send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: CombineLatest", "failure: Oops()"])
    #expect(b.events.last == .cancel)
  }
}
