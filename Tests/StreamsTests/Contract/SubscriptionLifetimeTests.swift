import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct SubscriptionLifetimeTests {
  @Test func `releases a subscriber that keeps it after the completion`() {
    let subject = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    #expect(
      leaks { detector in
        subject.subscribe(detector.watch(Hoarder(), "a subject's"))
        subject.map { $0 }.removeDuplicates().subscribe(detector.watch(Hoarder(), "a relay's"))
        current.first().subscribe(detector.watch(Hoarder(), "a gather's"))
        subject.combineLatest(current).map { $0 + $1 }.subscribe(detector.watch(Hoarder(), "a joiner's"))
        subject.flatMap { Just($0) }.subscribe(detector.watch(Hoarder(), "a funnel's"))
        (1...3).publisher.subscribe(detector.watch(Hoarder(), "a sequence's"))
        current.receive(on: ImmediateScheduler.shared).subscribe(detector.watch(Hoarder(), "a queue's"))
        subject.send(2)
        subject.send(completion: .finished)
        current.send(completion: .finished)
      } == [])
  }

  @Test func `releases a subscriber that keeps it after a cancel`() {
    let subject = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    #expect(
      leaks { detector in
        func hoard(_ publisher: some Publisher<Int, Never>, _ name: String) {
          let hoarder = detector.watch(Hoarder<Int, Never>(), name)
          publisher.subscribe(hoarder)
          subject.send(3)
          hoarder.subscription?.cancel()
        }
        hoard(subject, "a subject's")
        hoard(current, "a current value's")
        hoard(subject.map { $0 }.removeDuplicates(), "a relay's")
        hoard(subject.first(where: { $0 > 5 }), "a gather's")
        hoard(subject.combineLatest(current).map { $0 + $1 }, "a joiner's")
        hoard(subject.flatMap { Just($0) }, "a funnel's")
        hoard(subject.append(4), "a handover's")
        hoard(subject.receive(on: ImmediateScheduler.shared), "a queue's")
        hoard(subject.share(), "a share's")
      } == [])
  }

  @Test(arguments: [Subscribers.Completion<Oops>.finished, .failure(Oops())])
  func `releases its scheduler after the completion`(_ end: Subscribers.Completion<Oops>) {
    let subject = PassthroughSubject<Int, Oops>()
    var kept: [AnyCancellable] = []
    #expect(
      leaks { detector in
        var schedulers: [TestScheduler] = []
        func run(_ name: String, _ make: (TestScheduler) -> some Publisher<Int, Oops>) {
          let scheduler = detector.watch(TestScheduler(), name)
          kept.append(make(scheduler).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
          scheduler.advance()
          subject.send(1)
          scheduler.advance(by: 5)
          schedulers.append(scheduler)
        }
        run("debounce's") { subject.debounce(for: 1, scheduler: $0) }
        run("throttle's") { subject.throttle(for: 1, scheduler: $0, latest: true) }
        run("timeout's") { subject.timeout(1, scheduler: $0) }
        run("collect's") { subject.collect(.byTime($0, 1)).map(\.count) }
        run("collect's by count") { subject.collect(.byTimeOrCount($0, 1, 3)).map(\.count) }
        run("receive's") { subject.receive(on: $0) }
        run("delay's") { subject.delay(for: 1, scheduler: $0) }
        run("subscribe's") { subject.subscribe(on: $0) }
        subject.send(completion: end)
        for scheduler in schedulers { scheduler.run() }
      } == [])
    #expect(kept.count == 8)
  }
}

/// A subscriber that never releases its subscription.
private final class Hoarder<Input, Failure: Error>: Subscriber {
  var subscription: (any Subscription)?
  var values: [Input] = []

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) {}
}
