import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(30))) struct PassthroughSubjectTests {
  @Test func `drops a value without demand`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record(demand: .none)
    subject.send(1)
    recorder.request(.max(1))
    subject.send(2)
    subject.send(3)
    subject.send(completion: .finished)
    expectEqual(recorder.history, ["subscription: PassthroughSubject", "value: 2", "finished"])
  }

  @Test func `sends values and a failure to every subscriber`() {
    let subject = PassthroughSubject<Int, Oops>()
    let recorders = [subject.record(), subject.record()]
    subject.send(1)
    subject.send(completion: .failure(Oops()))
    subject.send(2)
    for recorder in recorders {
      expectEqual(recorder.history, ["subscription: PassthroughSubject", "value: 1", "failure: Oops()"])
    }
  }

  @Test func `requests from its upstream when a subscriber requests`() {
    let probe = ProbePublisher<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = probe.subscribe(subject)
    let recorder = subject.record(demand: .none)
    expectEqual(probe.events, [.subscribe])
    recorder.request(.max(1))
    expectEqual(probe.events, [.subscribe, .request(.unlimited)])
    cancellable.cancel()
  }

  @Test func `keeps subscription order when some have cancelled`() {
    let subject = PassthroughSubject<Void, Never>()
    var order: [Int] = []
    var cancellables = (0..<40).map { number in subject.sink { order.append(number) } }
    for number in stride(from: 0, to: 40, by: 3) { cancellables[number].cancel() }
    cancellables.append(subject.sink { order.append(40) })
    subject.send()
    expectEqual(order, (0..<40).filter { !$0.isMultiple(of: 3) } + [40])
    withExtendedLifetime(cancellables) {}
  }

  @Test func `delivers a nested send after the current value`() {
    var seen: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let first = subject.sink {
      seen.append("a\($0)")
      if $0 < 3 { subject.send($0 + 1) }
    }
    let second = subject.sink { seen.append("b\($0)") }
    subject.send(1)
    expectEqual(seen, ["a1", "b1", "a2", "b2", "a3", "b3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `one that joins in a delivery gets the next value`() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    var late: AnyCancellable?
    let first = subject.sink { _ in if late == nil { late = subject.sink { seen.append($0) } } }
    subject.send(1)
    subject.send(2)
    expectEqual(seen, [2])
    withExtendedLifetime((first, late)) {}
  }

  @Test func `skips a subscriber that is cancelled in a delivery`() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    var second: AnyCancellable?
    let first = subject.sink { _ in second?.cancel() }
    second = subject.sink { seen.append($0) }
    subject.send(1)
    expectEqual(seen, [])
    withExtendedLifetime(first) {}
  }

  @Test func `subscribes, requests and cancels during a delivery`() {
    let passthrough = PassthroughSubject<Int, Never>()
    let early = passthrough.record(demand: .none)
    let late = Shared<RecordingSubscriber<Int, Never>?>(nil)
    Reentrancy.runOnAnotherThread(duringDeliveryOf: passthrough) {
      early.request(.max(1))
      late.withLock { $0 = passthrough.record() }
      passthrough.sink { _ in }.cancel()
    }
    passthrough.send(2)
    expectEqual(early.values, [2])
    expectEqual(late.current?.values, [2])
    early.cancel()
    passthrough.send(completion: .finished)
  }

  @Test func `makes a send from another thread wait its turn`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    together(
      { for number in 0..<500 { subject.send(number) } }, { for number in 500..<1_000 { subject.send(number) } })
    expectEqual(recorder.violations, [])
    expectEqual(recorder.values.sorted(), Array(0..<1_000))
    recorder.cancel()
  }

  @Test func `delivers every value of several threads once`() {
    let subject = PassthroughSubject<Int, Never>()
    let seen = [Shared<[Int]>([]), Shared<[Int]>([])]
    let cancellables = seen.map { seen in subject.sink { value in seen.withLock { $0.append(value) } } }
    Stress.send { subject.send($0) }
    #expect(seen.allSatisfy { Stress.isComplete($0.current) })
    expectEqual(seen[0].current, seen[1].current)
    withExtendedLifetime(cancellables) {}
  }

  @Test func `reaches everyone that joined during deliveries`() {
    let subject = PassthroughSubject<Int, Never>()
    let seen = Shared<[Int]>([])
    let kept = Shared<[AnyCancellable]>([])
    together(
      { for number in 0..<Stress.count { subject.send(number) } },
      {
        for _ in 0..<50 {
          let cancellable = subject.sink { value in seen.withLock { $0.append(value) } }
          kept.withLock { $0.append(cancellable) }
        }
      })
    seen.withLock { $0.removeAll() }
    subject.send(-1)
    expectEqual(seen.current, Array(repeating: -1, count: 50))
    for cancellable in kept.current { cancellable.cancel() }
  }

  @Test func `sends nothing after a cancel on another thread`() {
    for _ in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      let seen = Shared(0)
      let cancellable = subject.map { $0 + 1 }.sink { _ in seen.withLock { $0 += 1 } }
      together({ for number in 0..<50 { subject.send(number) } }, { cancellable.cancel() })
      let heard = seen.current
      subject.send(0)
      expectEqual(seen.current, heard)
    }
  }

  /// A send that the others keep from returning does not end.
  @Test func `a send returns while threads subscribe and cancel`() {
    let subject = PassthroughSubject<Int, Never>()
    let isDone = Shared(false)
    let subscriptions = Shared(0)
    let recorder = subject.record()
    let churn: @Sendable () -> Void = {
      while !isDone.current {
        subject.sink { _ in }.cancel()
        subscriptions.withLock { $0 += 1 }
      }
    }
    together(
      churn, churn,
      {
        // Each delivery sees a subscription or a cancel of the others, which go on until the last one has returned.
        var seen = 0
        for number in 0..<100 {
          while subscriptions.current == seen {}
          seen = subscriptions.current
          subject.send(number)
        }
        isDone.withLock { $0 = true }
      })
    expectEqual(recorder.values, Array(0..<100))
    recorder.cancel()
  }

  @Test func `releases one that cancels in a delivery when that ends`() {
    let subject = PassthroughSubject<Int, Never>()
    weak var released: Token?
    var cancellable: AnyCancellable?
    func subscribe() {
      let token = Token()
      released = token
      cancellable = subject.sink { _ in withExtendedLifetime(token) {} }
    }
    subscribe()
    let other = subject.sink { _ in
      cancellable = nil
      #expect(released != nil)
    }
    subject.send(1)
    #expect(released == nil)
    withExtendedLifetime((cancellable, other)) {}
  }

  /// A delivery keeps nothing of those that come and leave meanwhile.
  @Test func `releases one that comes and leaves in a delivery at once`() {
    let subject = PassthroughSubject<Int, Never>()
    let isReleased = Shared(false)
    Reentrancy.runOnAnotherThread(duringDeliveryOf: subject) {
      weak var released: Token?
      func subscribe() {
        let token = Token()
        released = token
        subject.sink { _ in withExtendedLifetime(token) {} }.cancel()
      }
      subscribe()
      isReleased.withLock { $0 = released == nil }
    }
    #expect(isReleased.current)
  }

  @Test func `sends a nested value to those who were there`() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [[Int]] = [[], []]
    var late: Set<AnyCancellable> = []
    let first = subject.sink { value in
      guard value == 1 else { return }
      subject.sink { values[0].append($0) }.store(in: &late)
      subject.send(2)
      subject.sink { values[1].append($0) }.store(in: &late)
      subject.send(3)
    }
    subject.send(1)
    expectEqual(values, [[2, 3], [3]])
    withExtendedLifetime(first) {}
  }

  @Test func `keeps the order when many come and leave`() {
    let subject = PassthroughSubject<Int, Never>()
    var order: [Int] = []
    var cancellables = (0..<1000).map { number in subject.sink { _ in order.append(number) } }
    for number in (0..<1000).reversed() where !number.isMultiple(of: 7) { cancellables.remove(at: number) }
    cancellables += (1000..<1010).map { number in subject.sink { _ in order.append(number) } }
    subject.send(0)
    expectEqual(order, (0..<1000).filter { $0.isMultiple(of: 7) } + Array(1000..<1010))
    cancellables = []
  }

  private final class Token {}
}
