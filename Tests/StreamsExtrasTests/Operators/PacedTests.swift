import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import StreamsTesting
import Support
import Testing

@Suite struct PacedTests {
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

  @Test func `delivers every element and the end inside jobs of the scheduler`() {
    let marking = MarkingScheduler(ImmediateScheduler.shared)
    let subject = PassthroughSubject<Int, Never>()
    var outside: [String] = []
    let cancellable = subject.paced(on: marking).sink { _ in
      if !marking.isInJob { outside.append("end") }
    } receiveValue: {
      if !marking.isInJob { outside.append("\($0)") }
      if $0 == 1 { for number in 2...200 { subject.send(number) } }
    }
    subject.send(1)
    subject.send(completion: .finished)
    expectEqual(outside, [])
    cancellable.cancel()
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
    var delivered: [Int] = []
    let cancellable = (1...1000).publisher.paced(on: scheduler).sink { delivered.append($0) }
    scheduler.schedule { delivered.append(0) }
    scheduler.advance()
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
    let subject = PassthroughSubject<Int, Oops>()
    let recorder = subject.paced(on: scheduler).record()
    subject.send(1)
    subject.send(completion: .failure(Oops()))
    scheduler.advance()
    #expect(recorder.values == [1] && recorder.completion == .failure(Oops()))
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
