import Streams
import StreamsTesting
import Testing

/// A delivery holds nobody up but who wants to deliver.
@Suite(.timeLimit(.minutes(10))) struct SubjectThreadsTests {
  /// Sends a value, and has another thread do something while it is being delivered.
  private func duringADelivery<S: Subject>(of subject: S, _ work: @escaping @Sendable () -> Void)
  where S.Output == Int, S.Failure == Never {
    var isFirst = true
    let cancellable = subject.dropFirst(0).sink { number in
      guard isFirst, number == 1 else { return }
      isFirst = false
      // NB: returns when the other thread is done, so this test would hang if that waited for the delivery.
      together(work)
    }
    subject.send(1)
    cancellable.cancel()
  }

  @Test func whoSubscribesAsksOrCancelsDoesNotWait() {
    let passthrough = PassthroughSubject<Int, Never>()
    let early = passthrough.record(demand: .none)
    let late = Shared<RecordingSubscriber<Int, Never>?>(nil)
    duringADelivery(of: passthrough) {
      early.request(.max(1))
      late.withLock { $0 = passthrough.record() }
      passthrough.sink { _ in }.cancel()
    }
    passthrough.send(2)
    #expect(early.values == [2])
    #expect(late.current?.values == [2])
    early.cancel()
    passthrough.send(completion: .finished)
  }

  @Test func norDoesWhoReadsOrSubscribesToACurrentValue() {
    let current = CurrentValueSubject<Int, Never>(0)
    let late = Shared<RecordingSubscriber<Int, Never>?>(nil)
    let read = Shared<Int?>(nil)
    duringADelivery(of: current) {
      read.withLock { $0 = current.value }
      late.withLock { $0 = current.record() }
    }
    current.send(2)
    #expect(read.current == 1)
    #expect(late.current?.values == [1, 2])
    current.send(completion: .finished)
  }

  @Test func whoSendsFromAnotherThreadWaitsItsTurn() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    together(
      { for number in 0..<500 { subject.send(number) } }, { for number in 500..<1_000 { subject.send(number) } })
    #expect(recorder.violations == [])
    #expect(recorder.values.sorted() == Array(0..<1_000))
    recorder.cancel()
  }
}
