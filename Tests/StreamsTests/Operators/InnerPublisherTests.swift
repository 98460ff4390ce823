import Streams
import StreamsTesting
import Testing

/// Operators that lead from one publisher to another: who is subscribed, asked and cancelled when.
@Suite struct InnerPublisherTests {
  private let outer = ProbePublisher<Int, Oops>("outer")
  private let inners = [ProbePublisher<Int, Oops>("first"), ProbePublisher<Int, Oops>("second")]

  @Test func aFailureOfAnInnerPublisherCancelsTheOthersAndTheOuter() {
    let recorder = outer.flatMap { [inners] in inners[$0] }.record()
    outer.send(0)
    outer.send(1)
    inners[0].send(7)
    inners[0].send(completion: .failure(Oops()))
    inners[1].send(8)
    #expect(recorder.history == ["subscription: FlatMap", "value: 7", "failure: Oops()"])
    #expect(inners[1].events == [.subscribe, .request(.unlimited), .cancel])
    #expect(outer.events == [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func theOuterIsAskedForMaxPublishersAndForOneMoreAtEachEnd() {
    let recorder = outer.flatMap(maxPublishers: .max(1)) { [inners] in inners[$0] }.record()
    outer.send(0)
    inners[0].send(completion: .finished)
    outer.send(1)
    outer.send(completion: .finished)
    #expect(recorder.completion == nil)
    inners[1].send(completion: .finished)
    #expect(recorder.completion == .finished)
    #expect(outer.events == [.subscribe, .request(.max(1)), .request(.max(1))])
  }

  @Test func theOldInnerIsCancelledBeforeTheNewIsSubscribed() {
    var log: [String] = []
    let probes = (0..<2).map { index in ProbePublisher<Int, Oops> { log.append("\(index) \($0)") } }
    let recorder = outer.map { probes[$0] }.switchToLatest().record(demand: .max(3))
    outer.send(0)
    probes[0].send(1)
    outer.send(1)
    probes[0].send(2)
    probes[1].send(3)
    #expect(
      log == ["0 subscribe", "0 request max(3)", "0 cancel", "1 subscribe", "1 request max(2)"])
    #expect(recorder.values == [1, 3])
    outer.send(completion: .finished)
    #expect(recorder.completion == nil)
    probes[1].send(completion: .finished)
    #expect(recorder.completion == .finished)
  }

  @Test func aReplacementGetsTheDemandThatIsLeftAndItsFailureIsNotCaught() {
    var errors = 0
    let recorder = inners[0].catch { [inners] _ -> ProbePublisher<Int, Oops> in
      errors += 1
      return inners[1]
    }.record(demand: .max(3))
    inners[0].send(1)
    inners[0].send(completion: .failure(Oops()))
    inners[1].send(2)
    inners[1].send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: Catch", "value: 1", "value: 2", "failure: Oops()"])
    #expect(inners[1].events == [.subscribe, .request(.max(2))])
    #expect(errors == 1)
  }

  @Test func whatTheHandlerThrowsIsTheFailure() {
    let recorder = inners[0].tryCatch { _ -> Just<Int> in throw Surface.OtherError() }.record()
    inners[0].send(completion: .failure(Oops()))
    #expect(recorder.history == ["subscription: TryCatch", "failure: OtherError()"])
    let replaced = inners[1].tryCatch { _ in Just(5) }.record()
    inners[1].send(completion: .failure(Oops()))
    #expect(replaced.history == ["subscription: TryCatch", "value: 5", "finished"])
  }

  @Test func aTriggerIsSubscribedBeforeTheUpstream() {
    for isPrefix in [true, false] {
      var log: [String] = []
      let upstream = ProbePublisher<Int, Oops> { if $0 == .subscribe { log.append("upstream") } }
      let trigger = ProbePublisher<Int, Oops> { if $0 == .subscribe { log.append("trigger") } }
      let publisher: any Publisher<Int, Oops> =
        isPrefix ? upstream.prefix(untilOutputFrom: trigger) : upstream.drop(untilOutputFrom: trigger)
      func attach<P: Publisher<Int, Oops>>(_ publisher: P) -> RecordingSubscriber<Int, Oops> { publisher.record() }
      let recorder = attach(publisher)
      #expect(log == ["trigger", "upstream"])
      trigger.send(completion: .finished)
      upstream.send(1)
      #expect(recorder.values == (isPrefix ? [1] : []))
    }
  }
}
