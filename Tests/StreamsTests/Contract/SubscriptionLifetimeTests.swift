import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct SubscriptionLifetimeTests {
  @Test func `releases a subscriber that keeps it after the completion`() {
    let subject = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    expectEqual(
      leaks { detector in
        subject.subscribe(detector.watch(Hoarder(), "subject"))
        subject.map { $0 }.removeDuplicates().subscribe(detector.watch(Hoarder(), "removeDuplicates"))
        current.first().subscribe(detector.watch(Hoarder(), "first"))
        subject.combineLatest(current).map { $0 + $1 }.subscribe(detector.watch(Hoarder(), "combineLatest"))
        subject.flatMap { Just($0) }.subscribe(detector.watch(Hoarder(), "flatMap"))
        (1...3).publisher.subscribe(detector.watch(Hoarder(), "sequence"))
        current.receive(on: ImmediateScheduler.shared).subscribe(detector.watch(Hoarder(), "receive(on:)"))
        subject.send(2)
        subject.send(completion: .finished)
        current.send(completion: .finished)
      }, [])
  }

  /// An upstream whose values go through a closure that holds a watched object.
  @Test func `a kept subscription keeps no upstream alive`() {
    var kept: [Hoarder<Int, Never>] = []
    expectEqual(
      leaks { detector in
        func end<P: Publisher<Int, Never>>(_ name: String, _ make: (AnyPublisher<Int, Never>) -> P) {
          let held = detector.watch(Held(), name)
          let subject = PassthroughSubject<Int, Never>()
          let hoarder = Hoarder<Int, Never>()
          make(subject.map { $0 + held.number }.eraseToAnyPublisher()).subscribe(hoarder)
          subject.send(1)
          subject.send(completion: .finished)
          kept.append(hoarder)
        }
        end("removeDuplicates") { $0.removeDuplicates() }
        end("merge") { $0.merge(with: Empty()) }
        end("combineLatest") { $0.combineLatest(Just(1)).map { $0 + $1 } }
        end("zip") { $0.zip(Just(1)).map { $0 + $1 } }
        end("flatMap") { $0.flatMap { Just($0) } }
        end("switchToLatest") { $0.map { Just($0) }.switchToLatest() }
        end("buffer") { $0.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest) }
        end("append") { $0.append(2) }
        end("receive(on:)") { $0.receive(on: ImmediateScheduler.shared) }
        end("subscribe(on:)") { $0.subscribe(on: ImmediateScheduler.shared) }
        end("debounce") { $0.debounce(for: 0, scheduler: ImmediateScheduler.shared) }
        end("collect") { $0.collect().map(\.count) }
      }, [])
    #expect(kept.allSatisfy { $0.subscription != nil })
  }

  private final class Held { let number = 1 }

  @Test func `releases a subscriber that keeps it after a cancel`() {
    let subject = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(1)
    expectEqual(
      leaks { detector in
        func hoard(_ publisher: some Publisher<Int, Never>, _ name: String) {
          let hoarder = detector.watch(Hoarder<Int, Never>(), name)
          publisher.subscribe(hoarder)
          subject.send(3)
          hoarder.subscription?.cancel()
        }
        hoard(subject, "subject")
        hoard(current, "current value")
        hoard(subject.map { $0 }.removeDuplicates(), "removeDuplicates")
        hoard(subject.first(where: { $0 > 5 }), "first")
        hoard(subject.combineLatest(current).map { $0 + $1 }, "combineLatest")
        hoard(subject.flatMap { Just($0) }, "flatMap")
        hoard(subject.append(4), "append")
        hoard(subject.receive(on: ImmediateScheduler.shared), "receive(on:)")
        hoard(subject.share(), "share")
      }, [])
  }

  @Test(arguments: [Subscribers.Completion<Oops>.finished, .failure(Oops())])
  func `releases its scheduler after the completion`(_ end: Subscribers.Completion<Oops>) {
    let subject = PassthroughSubject<Int, Oops>()
    var kept: [AnyCancellable] = []
    expectEqual(
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
        run("debounce") { subject.debounce(for: 1, scheduler: $0) }
        run("throttle") { subject.throttle(for: 1, scheduler: $0, latest: true) }
        run("timeout") { subject.timeout(1, scheduler: $0) }
        run("collect") { subject.collect(.byTime($0, 1)).map(\.count) }
        run("collect by count") { subject.collect(.byTimeOrCount($0, 1, 3)).map(\.count) }
        run("receive(on:)") { subject.receive(on: $0) }
        run("delay") { subject.delay(for: 1, scheduler: $0) }
        run("subscribe(on:)") { subject.subscribe(on: $0) }
        subject.send(completion: end)
        for scheduler in schedulers { scheduler.run() }
      }, [])
    expectEqual(kept.count, 8)
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
