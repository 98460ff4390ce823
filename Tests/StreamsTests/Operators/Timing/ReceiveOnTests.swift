import Dispatch
import ExpectSupport
import Streams
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct ReceiveOnTests {
  final class Token: Sendable {}

  @Test func `delivers each value and the completion in a job`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.receive(on: scheduler).record(demand: .max(2), then: { $0 == 2 ? .max(1) : .none })
    expectEqual(recorder.history, ["subscription: ReceiveOn"])
    probe.send(1)
    probe.send(2)
    expectEqual(recorder.values, [])
    expectEqual(scheduler.pendingCount, 2)
    scheduler.advance()
    expectEqual(recorder.values, [1, 2])
    expectEqual(probe.events, [.subscribe, .request(.max(2)), .request(.max(1))])
    probe.send(completion: .finished)
    #expect(recorder.completion == nil)
    scheduler.advance()
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `delivers nothing after a cancel`() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.receive(on: scheduler).record()
    probe.send(1)
    probe.send(completion: .finished)
    recorder.cancel()
    scheduler.run()
    expectEqual(recorder.history, ["subscription: ReceiveOn"])
  }

  @Test func `delivers a failure after the values`() throws {
    try expectMarbles("a: -12#\na.upstream: (^*)\nresult: -12#") { rows, scheduler in rows.a.receive(on: scheduler) }
  }

  @Test func `does not nest deliveries on an immediate scheduler`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.receive(on: ImmediateScheduler.shared).record(then: {
      if $0 < 3 { subject.send($0 + 1) }
      return .none
    })
    subject.send(1)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.violations, [])
  }

  @Test func `is released by its jobs after a cancel`() {
    final class Token {}
    expectEqual(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Token, Never>()
        let recorder = detector.watch(probe.receive(on: scheduler).record())
        probe.send(detector.watch(Token()))
        recorder.cancel()
      }, [])
  }

  @Test func `keeps the order of values on a queue`() {
    let queue = DispatchQueue(label: "in order")
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.receive(on: queue).record()
    for value in 0..<10_000 { subject.send(value) }
    subject.send(completion: .finished)
    queue.sync {}
    expectEqual(recorder.values, Array(0..<10_000))
    expectEqual(recorder.completion, .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `delivers each value in turn with other jobs of a queue`() {
    let queue = DispatchQueue(label: "turns")
    let subject = PassthroughSubject<String, Never>()
    let history = Shared<[String]>([])
    let subscription = subject.receive(on: queue).sink { value in history.withLock { $0.append(value) } }
    queue.suspend()
    subject.send("first")
    queue.async { history.withLock { $0.append("another job") } }
    subject.send("second")
    queue.resume()
    queue.sync {}
    expectEqual(history.withLock { $0 }, ["first", "another job", "second"])
    subscription.cancel()
  }

  @Test func `is released by pending jobs of a queue after a cancel`() {
    let queue = DispatchQueue(label: "due")
    queue.suspend()
    expectEqual(
      leaks { detector in
        let subject = detector.watch(PassthroughSubject<Token, Never>())
        let recorder = detector.watch(subject.receive(on: queue).record())
        subject.send(detector.watch(Token()))
        recorder.cancel()
      }, [])
    queue.resume()
    queue.sync {}
  }

  @Test func `is released after its completion on a queue`() {
    let queue = DispatchQueue(label: "released")
    expectEqual(
      leaks { detector in
        let subject = detector.watch(PassthroughSubject<Token, Never>())
        subject.receive(on: queue).subscribe(
          AnySubscriber(receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none }))
        subject.send(detector.watch(Token()))
        subject.send(completion: .finished)
        queue.sync {}
      }, [])
  }
}
