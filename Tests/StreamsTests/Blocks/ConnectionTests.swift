import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct ConnectionTests {
  @Test func autoconnectConnectsAfterItsFirstSubscriberIsAttached() {
    // NB: a value that the upstream sends at once reaches the first subscriber.
    let recorder = Just(1).share().record()
    #expect(recorder.history == ["subscription: Multicast", "value: 1", "finished"])
  }

  @Test func autoconnectConnectsAgainAfterAllHaveCancelled() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let one = shared.record()
    let two = shared.record()
    one.cancel()
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    two.cancel()
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
    let three = shared.record()
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel, .subscribe, .request(.unlimited)])
    probe.send(1)
    #expect(three.values == [1])
  }

  @Test func whoComesAfterTheEndDoesNotStartTheUpstreamAgain() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let one = shared.record()
    probe.send(completion: .finished)
    let two = shared.record()
    #expect(one.history == ["subscription: Multicast", "finished"])
    #expect(two.history == one.history)
    #expect(probe.events == [.subscribe, .request(.unlimited)])
  }

  @Test func whoComesAfterTheEndAndAsksLaterDoesNotStartTheUpstreamAgain() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share(replay: 1)
    let one = shared.record()
    probe.send(1)
    probe.send(completion: .finished)
    let two = shared.record(demand: .none)
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    two.request(.max(1))
    #expect(two.history == ["subscription: Multicast", "value: 1", "finished"])
    #expect(two.history == one.history)
  }

  @Test func whoLeavesAtOnceDoesNotStartTheUpstream() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.cancel()
    probe.share().subscribe(recorder)
    #expect(probe.events == [])
  }

  @Test func whoLeavesInsideTheFirstValueStopsAnUpstreamThatSendsAtOnce() {
    var sent = 0
    let numbers = (1...100).publisher.handleEvents(receiveOutput: { _ in sent += 1 })
    #expect(numbers.share().first().record().values == [1])
    #expect(numbers.makeConnectable().autoconnect().prefix(2).record().values == [1, 2])
    #expect(sent == 3)
  }

  @Test func whoComesWhenTheLastHasLeftInsideAValueHasAConnectionOfItsOwn() {
    let shared = (1...100).publisher.share()
    var second: RecordingSubscriber<Int, Never>?
    let first = shared.prefix(1).handleEvents(receiveCompletion: { _ in second = shared.record() }).record()
    #expect(first.values == [1])
    #expect(second?.values == Array(1...100))
    #expect(second?.completion == .finished)
  }

  @Test func whoComesWhileTheConnectionIsCancelledWaitsForThat() {
    let probe = ProbePublisher<Int, Never>()
    var join: (() -> Void)?
    let shared = probe.handleEvents(receiveCancel: { join.take()?() }).share()
    let first = shared.record()
    var second: RecordingSubscriber<Int, Never>?
    join = { second = shared.record() }
    first.cancel()
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel, .subscribe, .request(.unlimited)])
    probe.send(1)
    #expect(second?.values == [1])
  }
}
