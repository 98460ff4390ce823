import Dispatch
import Streams
import StreamsExtras
import StreamsTesting
import Testing

/// What is asked for while a delivery is under way is done at once: what upstream sends meanwhile is not lost.
@Suite struct AtOnceTests {
  let a = PassthroughSubject<Int, Never>()
  let b = PassthroughSubject<Int, Never>()

  /// Asks for everything inside the first value, and sends there what it has asked for.
  private func historyOfAsking<P: Publisher>(_ publisher: P) -> [String] where P.Failure == Never {
    var recorder: RecordingSubscriber<P.Output, Never>?
    var isFirst = true
    recorder = publisher.record(demand: .none) { [b] _ in
      guard isFirst else { return .none }
      isFirst = false
      recorder?.request(.unlimited)
      b.send(2)
      b.send(3)
      return .none
    }
    recorder?.request(.max(1))
    b.send(0)
    for value in [1, 5, 6] { a.send(value) }
    defer { recorder = nil }
    return recorder?.values.map { "\($0)" } ?? []
  }

  @Test func lanesAreAskedDuringADelivery() {
    #expect(historyOfAsking(a.zip(b)) == ["(1, 0)", "(5, 2)", "(6, 3)"])
    #expect(historyOfAsking(a.combineLatest(b)) == ["(1, 0)", "(1, 2)", "(1, 3)", "(5, 3)", "(6, 3)"])
  }

  /// What the upstreams have seen when a cancel inside a delivery has come back.
  private func eventsOfCancelling<P: Publisher<Int, Never>>(
    _ first: ProbePublisher<Int, Never>, _ second: ProbePublisher<Int, Never>, _ publisher: P
  ) -> [ProbeEvent?] {
    var events: [ProbeEvent?] = []
    var cancellable: AnyCancellable?
    cancellable = publisher.sink { _ in
      cancellable?.cancel()
      events += [first.events.last, second.events.last]
    }
    second.send(0)
    first.send(1)
    return events
  }

  /// What a subscriber gets that has asked for a few values and asks for one more in the answer to each; `send` is called
  /// with each value, from inside its delivery.
  private func answering<P: Publisher>(
    _ publisher: P, first demand: Int, send: @escaping (P.Output) -> Void, start: () -> Void
  ) -> [String] where P.Failure == Never {
    let recorder = publisher.record(demand: .max(demand)) {
      send($0)
      return .max(1)
    }
    start()
    return recorder.values.map { "\($0)" }
  }

  @Test func whatAnAnswerAsksOfInletsIsAskedForBeforeTheNextDelivery() {
    let c = PassthroughSubject<Int, Never>()
    let merged = answering(a.merge(with: b, c), first: 3) { [b] value in
      switch value {
      case 1:
        b.send(2)
        c.send(3)
      case 3: b.send(4)
      default: break
      }
    } start: { [a] in
      a.send(1)
    }
    #expect(merged == ["1", "2", "3", "4"])
  }

  @Test func whatAnAnswerAsksOfLanesIsAskedForBeforeTheNextDelivery() {
    let zipped = answering(a.zip(b), first: 2) { [a, b] value in
      switch value.1 {
      case 10: b.send(20)
      case 20: a.send(3)
      default: break
      }
    } start: { [a, b] in
      a.send(1)
      a.send(2)
      b.send(10)
      b.send(30)
    }
    #expect(zipped == ["(1, 10)", "(2, 20)", "(3, 30)"])
  }

  @Test func lanesAreCancelledDuringADelivery() {
    let (one, two) = (ProbePublisher<Int, Never>("one"), ProbePublisher<Int, Never>("two"))
    #expect(eventsOfCancelling(one, two, one.zip(two, +)) == [.cancel, .cancel])
    let (three, four) = (ProbePublisher<Int, Never>("three"), ProbePublisher<Int, Never>("four"))
    #expect(eventsOfCancelling(three, four, three.combineLatest(four, +)) == [.cancel, .cancel])
  }

  @Test func inletsAreAskedDuringADelivery() {
    let positive = b.filter { $0 > 0 }
    #expect(historyOfAsking(a.merge(with: positive)) == ["1", "2", "3", "5", "6"])
    #expect(historyOfAsking([a, b].publisher.flatMap { $0 }.filter { $0 > 0 }) == ["1", "2", "3", "5", "6"])
    #expect(historyOfAsking(b.withLatestFrom(a.prepend(7), +)) == ["7", "9", "10"])
  }

  @Test func inletsAreCancelledDuringADelivery() {
    let (one, two) = (ProbePublisher<Int, Never>("one"), ProbePublisher<Int, Never>("two"))
    #expect(
      eventsOfCancelling(one, two, one.filter { $0 > 0 }.merge(with: two.filter { $0 > 0 })) == [.cancel, .cancel])
    let (three, four) = (ProbePublisher<Int, Never>("three"), ProbePublisher<Int, Never>("four"))
    #expect(eventsOfCancelling(three, four, three.withLatestFrom(four, +)) == [.cancel, .cancel])
  }

  @Test func theOuterIsAskedForOneMoreDuringADelivery() {
    let outer = ProbePublisher<Int, Never>("outer")
    var seen: [[ProbeEvent]] = []
    let cancellable = outer.flatMap(maxPublishers: .max(2)) { [a, b] in $0 == 0 ? a : b }.sink { [b] _ in
      b.send(completion: .finished)
      seen.append(outer.events)
    }
    outer.send(0)
    outer.send(1)
    a.send(1)
    #expect(seen == [[.subscribe, .request(.max(2)), .request(.max(1))]])
    withExtendedLifetime(cancellable) {}
  }

  /// A child that comes, and says something, while its parent does.
  private func sayings(
    _ flatten: (PassthroughSubject<PassthroughSubject<String, Never>, Never>) -> AnyPublisher<String, Never>
  ) -> [String] {
    let screens = PassthroughSubject<PassthroughSubject<String, Never>, Never>()
    let root = PassthroughSubject<String, Never>()
    var said: [String] = []
    var cancellable: AnyCancellable?
    cancellable = flatten(screens).sink {
      said.append($0)
      guard $0 == "open" else { return }
      let child = PassthroughSubject<String, Never>()
      screens.send(child)
      child.send("child appeared")
    }
    screens.send(root)
    root.send("open")
    cancellable?.cancel()
    return said
  }

  @Test func aPublisherThatComesDuringADeliveryIsSubscribedAtOnce() {
    let expected = ["open", "child appeared"]
    #expect(sayings { $0.flatMap { $0 }.eraseToAnyPublisher() } == expected)
    #expect(sayings { $0.switchToLatest().eraseToAnyPublisher() } == expected)
    #expect(sayings { $0.flatMapLatest { $0 }.eraseToAnyPublisher() } == expected)
  }

  @Test func demandThatADeliveryReturnsGoesToThePublisherThatCameInIt() {
    let outer = PassthroughSubject<ProbePublisher<Int, Never>, Never>()
    let inners = [ProbePublisher<Int, Never>("a"), ProbePublisher<Int, Never>("b")]
    let recorder = outer.switchToLatest().record(demand: .max(3)) { value in
      guard value == 1 else { return .none }
      outer.send(inners[1])
      return .max(4)
    }
    outer.send(inners[0])
    inners[0].send(1)
    #expect(inners[0].events == [.subscribe, .request(.max(3)), .cancel])
    #expect(inners[1].events == [.subscribe, .request(.max(2)), .request(.max(4))])
    #expect(recorder.values == [1])
  }

  @Test func aPublisherThatComesWhileAnotherThreadDeliversIsSubscribedAtOnce() {
    for isSwitch in [false, true] {
      let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
      let inners = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
      let (inside, goOn, over) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      let seen = Shared<[Int]>([])
      let flat =
        isSwitch ? outer.switchToLatest().eraseToAnyPublisher() : outer.flatMap { $0 }.eraseToAnyPublisher()
      let cancellable = flat.sink { value in
        seen.withLock { $0.append(value) }
        guard value == 1 else { return }
        inside.signal()
        goOn.wait()
      }
      outer.send(inners[0])
      DispatchQueue.global().async {
        inners[0].send(1)
        over.signal()
      }
      inside.wait()
      outer.send(inners[1])
      inners[1].send(11)
      #expect(seen.withLock { $0 } == [1])
      goOn.signal()
      over.wait()
      #expect(seen.withLock { $0 } == [1, 11])
      cancellable.cancel()
    }
  }
}
