import Streams
import StreamsExtras
import StreamsTesting
import Testing

/// Operators with several upstreams.
@Suite struct SeveralUpstreamsTests {
  let a = PassthroughSubject<Int, Refused>()
  let b = PassthroughSubject<Int, Refused>()

  @Test func zipPairsByPlaceAndEndsWithTheShorter() {
    let recorder = a.zip(b).record()
    a.send(1)
    a.send(2)
    b.send(10)
    a.send(completion: .finished)
    #expect(recorder.completion == nil)
    b.send(20)
    #expect(
      recorder.history == ["subscription: Zip", "value: (1, 10)", "value: (2, 20)", "finished"])
  }

  @Test func zipEndsAtOnceWhenNothingWaits() {
    let recorder = a.zip(b).record()
    a.send(completion: .finished)
    #expect(recorder.history == ["subscription: Zip", "finished"])
  }

  @Test func zipAsksAllSidesAndAFailureCancelsTheRest() {
    let one = ProbePublisher<Int, Refused>()
    let two = ProbePublisher<Int, Refused>()
    let three = ProbePublisher<Int, Refused>()
    let recorder = one.zip(two, three) { $0 + $1 + $2 }.record(demand: .max(1)) { _ in .max(2) }
    one.send(1)
    two.send(2)
    three.send(3)
    one.send(completion: .failure(Refused()))
    #expect(recorder.history.dropFirst() == ["value: 6", "failure: Refused()"])
    #expect(two.events == [.subscribe, .request(.max(1)), .request(.max(2)), .cancel])
    #expect(three.events == two.events)
  }

  @Test func fourSides() {
    let four = [1, 2].publisher.zip([10, 20].publisher, [100, 200].publisher, [1000, 2000].publisher)
    #expect(four.map { $0 + $1 + $2 + $3 }.record().values == [1111, 2222])
    let sum = Just(1).combineLatest(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 }
    #expect(sum.record().history == ["subscription: CombineLatest", "value: 10", "finished"])
    #expect(Just(1).combineLatest(Just(2), Just(3)) { "\($0)\($1)\($2)" }.record().values == ["123"])
    #expect(Just(1).combineLatest(Just(2)) { $0 + $1 }.record().values == [3])
    #expect(Just(1).zip(Just(2)) { $0 + $1 }.record().values == [3])
  }

  @Test func mergeSendsWhatComesAndEndsWithTheLast() {
    let recorder = a.merge(with: b).record()
    a.send(1)
    b.send(2)
    a.send(completion: .finished)
    b.send(3)
    b.send(completion: .finished)
    #expect(recorder.history == ["subscription: Merge", "value: 1", "value: 2", "value: 3", "finished"])
  }

  @Test func mergeKeepsWhatHasNotBeenAskedFor() {
    let one = ProbePublisher<Int, Never>()
    let two = ProbePublisher<Int, Never>()
    let recorder = one.merge(with: two.eraseToAnyPublisher()).record(demand: .max(1))
    one.send(1)
    two.send(2)
    #expect(recorder.values == [1])
    #expect(two.events == [.subscribe, .request(.max(1))])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2])
    #expect(two.events == [.subscribe, .request(.max(1)), .request(.max(1))])
  }

  @Test func mergeOfManyKinds() {
    let s = (0..<8).map { [$0].publisher }
    #expect(s[0].merge(with: s[1], s[2]).record().values == [0, 1, 2])
    #expect(s[0].merge(with: s[1], s[2], s[3]).record().values == [0, 1, 2, 3])
    #expect(s[0].merge(with: s[1], s[2], s[3], s[4]).record().values == [0, 1, 2, 3, 4])
    #expect(s[0].merge(with: s[1], s[2], s[3], s[4], s[5]).record().values == Array(0...5))
    #expect(s[0].merge(with: s[1], s[2], s[3], s[4], s[5], s[6]).record().values == Array(0...6))
    let eight = s[0].merge(with: s[1], s[2], s[3], s[4], s[5], s[6], s[7]).record()
    #expect(eight.values == Array(0...7))
    #expect(eight.completion == .finished)
    #expect(Publishers.MergeMany(s).record().values == Array(0...7))
    #expect(Publishers.MergeMany(Just(1), Just(2)).merge(with: Just(3)).record().values == [1, 2, 3])
    #expect(Publishers.MergeMany([Just<Int>]()).record().history == ["subscription: Merge", "finished"])
  }

  @Test func prefixUntilOutput() {
    let recorder = a.prefix(untilOutputFrom: b).record()
    a.send(1)
    b.send(0)
    a.send(2)
    #expect(recorder.history == ["subscription: PrefixUntilOutput", "value: 1", "finished"])
    let unending = a.prefix(untilOutputFrom: Empty<Int, Never>()).record()
    a.send(1)
    a.send(completion: .failure(Refused()))
    #expect(unending.history.dropFirst() == ["value: 1", "failure: Refused()"])
    #expect([1].publisher.prefix(untilOutputFrom: Just(1)).record().history.dropFirst() == ["finished"])
  }

  /// What a subscriber gets that has the trigger, or the other publisher, send while it takes its subscription.
  private func valuesAfterSendingAtOnce<P: Publisher<Int, Refused>>(_ publisher: P) -> [Int] {
    var values: [Int] = []
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [b] subscription in
          subscription.request(.unlimited)
          b.send(10)
        },
        receiveValue: { value in
          values.append(value)
          return .none
        }))
    a.send(1)
    return values
  }

  @Test func theOtherPublisherIsSubscribedToBeforeDownstreamIsIntroduced() {
    #expect(valuesAfterSendingAtOnce(a.prefix(untilOutputFrom: b)) == [])
    #expect(valuesAfterSendingAtOnce(a.drop(untilOutputFrom: b)) == [1])
    #expect(valuesAfterSendingAtOnce(a.withLatestFrom(b, +)) == [11])
  }

  @Test func dropUntilOutputEndsWithATriggerThatSendsNothing() {
    let source = ProbePublisher<Int, Refused>()
    for completion in [Subscribers.Completion<Refused>.finished, .failure(Refused())] {
      let trigger = ProbePublisher<Int, Refused>()
      let recorder = source.drop(untilOutputFrom: trigger).record(demand: .none)
      trigger.send(completion: completion)
      #expect(recorder.completion == completion)
      #expect(source.subscriberCount == 0)
    }
    let unsubscribed = ProbePublisher<Int, Refused>()
    let recorder = unsubscribed.drop(untilOutputFrom: Empty<Int, Refused>()).record()
    #expect(recorder.history == ["subscription: DropUntilOutput", "finished"])
    #expect(unsubscribed.events == [])
  }

  @Test func dropUntilOutputMakesUpForWhatItDrops() {
    let source = ProbePublisher<Int, Refused>()
    let trigger = ProbePublisher<Int, Refused>()
    let recorder = source.drop(untilOutputFrom: trigger).record(demand: .max(1))
    source.send(1)
    trigger.send(0)
    source.send(2)
    #expect(recorder.history == ["subscription: DropUntilOutput", "value: 2"])
    #expect(source.events == [.subscribe, .request(.max(1)), .additional(.max(1))])
    #expect(trigger.events == [.subscribe, .request(.max(1)), .cancel])
  }
}
