import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

@Suite struct ReplayTests {
  enum Broken: Error { case badly }

  /// Who subscribes inside a delivery does not wait for its end, and gets what is sent there once.
  @Test func subscribingInsideADelivery() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 2)
    var seen: [[Int]] = []
    var recorders: [RecordingSubscriber<Int, Never>] = []
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      subject.send(2)
      recorders.append(subject.record())
      seen.append(recorders[0].values)
      subject.send(3)
      recorders.append(subject.record(demand: .max(1)))
      seen.append(recorders[1].values)
      subject.send(completion: .finished)
      subject.send(4)
      recorders.append(subject.record())
      seen.append(recorders[2].values)
    }
    subject.send(1)
    #expect(seen == [[1, 2], [2], [2, 3]])
    recorders[1].request(.unlimited)
    #expect(recorders.map(\.values) == [[1, 2, 3], [2, 3], [2, 3]])
    #expect(recorders.allSatisfy { $0.completion == .finished && $0.violations == [] })
    #expect(subject.record().values == [2, 3])
    withExtendedLifetime(cancellable) {}
  }

  @Test func beginsWithTheLastValues() {
    let subject = ReplaySubject<Int, Broken>(bufferSize: 2)
    for number in 1...3 { subject.send(number) }
    let recorder = subject.record()
    #expect(recorder.values == [2, 3])
    subject.send(4)
    subject.send(completion: .failure(.badly))
    subject.send(5)
    #expect(recorder.values == [2, 3, 4])
    #expect(recorder.completion == .failure(.badly))
    let late = subject.record()
    #expect(
      late.history == ["subscription: ReplaySubject", "value: 3", "value: 4", "failure: badly"])
    #expect(late.violations == [])
  }

  @Test func whatIsRememberedWaitsForDemandAndTheEndForIt() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 3)
    for number in 1...3 { subject.send(number) }
    let recorder = subject.record(demand: .max(1))
    subject.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }

  @Test func whatNobodyAskedForIsBounded() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 2)
    let recorder = subject.record(demand: .none)
    for number in 1...9 { subject.send(number) }
    recorder.request(.unlimited)
    #expect(recorder.values == [8, 9])
  }

  @Test func sendsFromInsideADeliveryKeepTheOrder() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    let first = subject.record(then: {
      if $0 < 50 { subject.send($0 + 1) }
      return .none
    })
    let second = subject.record()
    subject.send(1)
    #expect(first.values == Array(1...50))
    #expect(second.values == Array(1...50))
    #expect(first.violations == [])
  }

  @Test func shareReplaySubscribesOnceAndRemembers() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share(replay: 1)
    let first = shared.record()
    probe.send(1)
    probe.send(2)
    let second = shared.record()
    #expect(second.values == [2])
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    first.cancel()
    second.cancel()
    #expect(probe.events.last == .cancel)
    let third = shared.record()
    #expect(third.values == [2])
    #expect(probe.events.filter { $0 == .subscribe }.count == 2)
    probe.send(completion: .finished)
    #expect(shared.record().history == ["subscription: Multicast", "value: 2", "finished"])
  }

  @Test func whoCancelsAtOnceHearsNoEnd() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    subject.send(completion: .finished)
    var completion: Subscribers.Completion<Never>?
    subject.receive(
      subscriber: AnySubscriber<Int, Never>(
        receiveSubscription: { $0.cancel() }, receiveCompletion: { completion = $0 }))
    #expect(completion == nil)
  }

  @Test func keepsNoSubscriberThatCancelled() {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    #expect(
      leaks { detector in
        let recorder = detector.watch(subject.record())
        subject.send(1)
        recorder.cancel()
      } == [])
  }
}
