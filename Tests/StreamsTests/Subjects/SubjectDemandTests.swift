import Streams
import StreamsTesting
import Testing

/// What subjects do about demand, order and upstream publishers.
@Suite struct SubjectDemandTests {
  @Test func aPassthroughSubjectDropsWhatFindsNoDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record(demand: .none)
    subject.send(1)
    recorder.request(.max(1))
    subject.send(2)
    subject.send(3)
    subject.send(completion: .finished)
    #expect(recorder.history == ["subscription: PassthroughSubject", "value: 2", "finished"])
  }

  @Test func aCurrentValueIsReplayedAtTheFirstRequest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record(demand: .none)
    subject.send(2)
    #expect(recorder.values == [])
    recorder.request(.max(2))
    #expect(recorder.values == [2])
    subject.send(3)
    #expect(recorder.values == [2, 3])
  }

  @Test func whatACurrentValueMissedIsMadeUpForByTheLatest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record(demand: .max(1))
    subject.send(2)
    subject.send(3)
    #expect(recorder.values == [1])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 3])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 3])
    subject.send(4)
    #expect(recorder.values == [1, 3, 4])
  }

  @Test func aCurrentValueAsksUpstreamForEverythingAtOnce() {
    let probe = ProbePublisher<Int, Never>()
    let cancellable = probe.subscribe(CurrentValueSubject<Int, Never>(0))
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    cancellable.cancel()
    #expect(probe.events.last == .cancel)
  }

  @Test func aPassthroughSubjectAsksUpstreamWhenSomebodyAsksIt() {
    let probe = ProbePublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = probe.subscribe(subject)
    let recorder = subject.record(demand: .none)
    #expect(probe.events == [.subscribe])
    recorder.request(.max(1))
    #expect(probe.events == [.subscribe, .request(.unlimited)])
    cancellable.cancel()
  }

  @Test func subscriptionOrderIsDeliveryOrderAlsoWhenSomeHaveLeft() {
    let subject = PassthroughSubject<Void, Never>()
    var order: [Int] = []
    var cancellables = (0..<40).map { number in subject.sink { order.append(number) } }
    for number in stride(from: 0, to: 40, by: 3) { cancellables[number].cancel() }
    cancellables.append(subject.sink { order.append(40) })
    subject.send()
    #expect(order == (0..<40).filter { !$0.isMultiple(of: 3) } + [40])
    withExtendedLifetime(cancellables) {}
  }

  @Test func whoIsSubscribedDuringADeliveryHearsTheNext() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    var late: AnyCancellable?
    let first = subject.sink { _ in if late == nil { late = subject.sink { seen.append($0) } } }
    subject.send(1)
    subject.send(2)
    #expect(seen == [2])
    withExtendedLifetime((first, late)) {}
  }

  @Test func whoIsCancelledDuringADeliveryHearsNoMore() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    var second: AnyCancellable?
    let first = subject.sink { _ in second?.cancel() }
    second = subject.sink { seen.append($0) }
    subject.send(1)
    #expect(seen == [])
    withExtendedLifetime(first) {}
  }

  @Test func whoComesDuringADeliveryHearsOfAllThatIsSentAfter() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var heard: [String] = []
    var cancellables: Set<AnyCancellable> = []
    subject.sink { value in
      heard.append("first \(value)")
      guard value == 1 else { return }
      subject.sink { heard.append("second \($0)") }.store(in: &cancellables)
      for next in 2...4 { subject.send(next) }
    }
    .store(in: &cancellables)
    subject.send(1)
    #expect(
      heard == [
        "first 0", "first 1", "second 1", "first 2", "second 2", "first 3", "second 3", "first 4", "second 4",
      ])
  }

  @Test func demandFromInsideADeliveryTakesNothingFromWhatWaits() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(2))
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      for next in 2...4 { subject.send(next) }
      recorder.request(.max(2))
    }
    subject.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [0, 1, 2, 3])
    cancellable.cancel()
  }
}
