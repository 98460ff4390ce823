import ExpectSupport
import Locking
import Requests
import Streams
import StreamsExtras
import StreamsTesting
import Support
import Testing

/// Tests of `paced(on:)`.
@Suite struct PacedPublisherTests {
  private let scheduler = TestScheduler()

  @Test func `requests the next element when the delivery of the last has returned`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.paced(on: scheduler).record()
    expectEqual(probe.outstanding, .max(1))
    probe.send(1)
    #expect(recorder.values == [] && probe.outstanding == .none)
    scheduler.advance()
    #expect(recorder.values == [1] && probe.outstanding == .max(1))
    probe.send(2)
    probe.send(completion: .finished)
    #expect(recorder.completion == nil)
    scheduler.advance()
    #expect(recorder.values == [1, 2] && recorder.completion == .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `delivers in the same call on an immediate scheduler`() {
    let recorder = (1...1000).publisher.paced(on: ImmediateScheduler.shared).record()
    #expect(recorder.values == Array(1...1000) && recorder.completion == .finished)
    expectEqual(recorder.violations, [])
  }

  @Test func `delivers what its subscriber requests`() {
    let recorder = (1...10).publisher.paced(on: ImmediateScheduler.shared).record(demand: .max(3))
    expectEqual(recorder.values, [1, 2, 3])
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2, 3, 4, 5])
    recorder.request(.unlimited)
    #expect(recorder.values == Array(1...10) && recorder.completion == .finished)
  }

  @Test func `leaves the scheduler to others after some elements`() {
    let log = LockedValue<[Int]>([])
    let cancellable = (1...1000).publisher.paced(on: scheduler).sink { number in log.withLock { $0.append(number) } }
    scheduler.schedule { log.withLock { $0.append(0) } }
    scheduler.advance()
    let delivered = log.withLock { $0 }
    expectEqual(delivered.filter { $0 > 0 }, Array(1...1000))
    #expect(delivered.firstIndex(of: 0).map { $0 < 100 } == true)
    cancellable.cancel()
  }

  @Test func `delivers nothing after a cancellation`() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.paced(on: scheduler).record()
    probe.send(1)
    recorder.cancel()
    scheduler.advance()
    expectEqual(recorder.values, [])
    #expect(probe.events.contains(.cancel))
  }

  @Test func `passes a failure on behind the elements`() {
    let subject = PassthroughSubject<Int, ServiceError>()
    let recorder = subject.paced(on: scheduler).record()
    subject.send(1)
    subject.send(completion: .failure(.timeout))
    scheduler.advance()
    #expect(recorder.values == [1] && recorder.completion == .failure(.timeout))
  }

  @Test func `releases its upstream and its subscriber`() {
    let alive = leaks { detector in
      let recorder = detector.watch(RecordingSubscriber<Int, Never>())
      let object = detector.watch(Witness())
      Deferred { [object] in
        _ = object
        return (1...3).publisher
      }
      .paced(on: ImmediateScheduler.shared).subscribe(recorder)
    }
    expectEqual(alive, [])
  }
}

private final class Witness {}
