import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite struct UntilOutputTests {
  let a = PassthroughSubject<Int, Oops>()
  let b = PassthroughSubject<Int, Oops>()

  @Test func `prefix finishes when the other publisher emits`() {
    let recorder = a.prefix(untilOutputFrom: b).record()
    a.send(1)
    b.send(0)
    a.send(2)
    expectEqual(recorder.history, ["subscription: PrefixUntilOutput", "value: 1", "finished"])
    let unending = a.prefix(untilOutputFrom: Empty<Int, Never>()).record()
    a.send(1)
    a.send(completion: .failure(Oops()))
    expectEqual(unending.history.dropFirst(), ["value: 1", "failure: Oops()"])
    expectEqual([1].publisher.prefix(untilOutputFrom: Just(1)).record().history.dropFirst(), ["finished"])
  }

  @Test func `drop completes with a trigger that emits nothing`() {
    let source = ProbePublisher<Int, Oops>()
    for completion in [Subscribers.Completion<Oops>.finished, .failure(Oops())] {
      let trigger = ProbePublisher<Int, Oops>()
      let recorder = source.drop(untilOutputFrom: trigger).record(demand: .none)
      trigger.send(completion: completion)
      expectEqual(recorder.completion, completion)
      expectEqual(source.subscriberCount, 0)
    }
    let unsubscribed = ProbePublisher<Int, Oops>()
    let recorder = unsubscribed.drop(untilOutputFrom: Empty<Int, Oops>()).record()
    expectEqual(recorder.history, ["subscription: DropUntilOutput", "finished"])
    expectEqual(unsubscribed.events, [])
  }

  @Test func `drop passes values on after a trigger that finishes at once`() {
    let recorder = [1, 2].publisher.drop(untilOutputFrom: Just(0)).record()
    expectEqual(recorder.history, ["subscription: DropUntilOutput", "value: 1", "value: 2", "finished"])
    let failing = Record<Int, Oops>(output: [0], completion: .failure(Oops()))
    expectEqual(Just(1).setFailureType(to: Oops.self).drop(untilOutputFrom: failing).record().values, [1])
  }

  @Test func `drop requests another value for each dropped one`() {
    let source = ProbePublisher<Int, Oops>()
    let trigger = ProbePublisher<Int, Oops>()
    let recorder = source.drop(untilOutputFrom: trigger).record(demand: .max(1))
    source.send(1)
    trigger.send(0)
    source.send(2)
    expectEqual(recorder.history, ["subscription: DropUntilOutput", "value: 2"])
    expectEqual(source.events, [.subscribe, .request(.max(1)), .additional(.max(1))])
    expectEqual(trigger.events, [.subscribe, .request(.max(1)), .cancel])
  }

  @Test func `subscribes to the trigger before the upstream`() {
    for isPrefix in [true, false] {
      var log: [String] = []
      let upstream = ProbePublisher<Int, Oops> { if $0 == .subscribe { log.append("upstream") } }
      let trigger = ProbePublisher<Int, Oops> { if $0 == .subscribe { log.append("trigger") } }
      let publisher: any Publisher<Int, Oops> =
        isPrefix ? upstream.prefix(untilOutputFrom: trigger) : upstream.drop(untilOutputFrom: trigger)
      func attach<P: Publisher<Int, Oops>>(_ publisher: P) -> RecordingSubscriber<Int, Oops> { publisher.record() }
      let recorder = attach(publisher)
      expectEqual(log, ["trigger", "upstream"])
      trigger.send(completion: .finished)
      upstream.send(1)
      #expect(recorder.values == (isPrefix ? [1] : []))
    }
  }

  @Test func `hears the trigger while downstream is subscribed`() {
    expectEqual(Reentrancy.valuesOfSendingInSubscription { $0.prefix(untilOutputFrom: $1) }, [])
    // `drop` subscribes to the trigger after that.
    expectEqual(Reentrancy.valuesOfSendingInSubscription { $0.drop(untilOutputFrom: $1) }, [])
  }

  @Test func `prefix passes demand through and cancels both`() throws {
    try expectMarbles(
      """
      a:          -12
      b:          -----x
      demand:     1--1
      cancel:     ----!
      a.upstream: (^1)--1!
      b.upstream: (^1)---!
      result:     -1
      """
    ) { rows, _ in rows.a.prefix(untilOutputFrom: rows.b) }
  }

  @Test func `prefix cancels the upstream when the trigger emits`() throws {
    try expectMarbles(
      """
      a:          -1--2
      b:          ---x
      a.upstream: (^*)--!
      b.upstream: (^1)--!
      result:     -1-|
      """
    ) { rows, _ in rows.a.prefix(untilOutputFrom: rows.b) }
  }

  @Test func `drop passes values, failure and cancel through`() throws {
    try expectMarbles("a: -1-2#\nb: --x\nresult: ---2#") { rows, _ in rows.a.drop(untilOutputFrom: rows.b) }
    try expectMarbles(
      """
      a:          -1
      b:          ---x
      cancel:     --!
      a.upstream: (^*)-!
      b.upstream: (^1)-!
      result:
      """
    ) { rows, _ in rows.a.drop(untilOutputFrom: rows.b) }
  }
}
