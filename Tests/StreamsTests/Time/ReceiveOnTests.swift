import Streams
import StreamsTesting
import Support
import Testing

@Suite struct ReceiveOnTests {
  @Test func eachValueAndTheEndAreAJob() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.receive(on: scheduler).record(demand: .max(2), then: { $0 == 2 ? .max(1) : .none })
    #expect(recorder.history == ["subscription: ReceiveOn"])
    probe.send(1)
    probe.send(2)
    #expect(recorder.values == [])
    #expect(scheduler.pendingCount == 2)
    scheduler.advance()
    #expect(recorder.values == [1, 2])
    #expect(probe.events == [.subscribe, .request(.max(2)), .request(.max(1))])
    probe.send(completion: .finished)
    #expect(recorder.completion == nil)
    scheduler.advance()
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }

  @Test func nothingArrivesAfterCancel() {
    let scheduler = TestScheduler()
    let probe = ProbePublisher<Int, Never>()
    let recorder = probe.receive(on: scheduler).record()
    probe.send(1)
    probe.send(completion: .finished)
    recorder.cancel()
    scheduler.run()
    #expect(recorder.history == ["subscription: ReceiveOn"])
  }

  @Test func aCancelledPipelineIsNotKeptByItsJobs() {
    final class Token {}
    #expect(
      leaks { detector in
        let scheduler = detector.watch(TestScheduler())
        let probe = ProbePublisher<Token, Never>()
        let recorder = detector.watch(probe.receive(on: scheduler).record())
        probe.send(detector.watch(Token()))
        recorder.cancel()
      } == [])
  }

  @Test func deliveriesNeverNestOnASchedulerThatRunsAtOnce() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.receive(on: ImmediateScheduler.shared).record(then: {
      if $0 < 3 { subject.send($0 + 1) }
      return .none
    })
    subject.send(1)
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.violations == [])
  }
}
