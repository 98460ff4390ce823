import ExpectSupport
import Locking
import Requests
import RequestsSupport
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@testable import Requests

@Suite struct TimeLimitTests {
  private let scheduler = TestScheduler()
  private let cancelled = Cancellations()

  /// A service that answers `cities` never and `forget` at once, with a limit of 500 ms.
  private var backend: Backend {
    let cancelled = cancelled
    return Backend.handlers([
      ServiceHandler(publishing: .cities) {
        Empty(completeImmediately: false)
          .handleEvents(receiveCancel: { cancelled.count.withLock { $0 += 1 } })
          .eraseToAnyPublisher()
      },
      ServiceHandler(.forget) { city in
        guard city == oslo else { throw ServiceError.status(404) }
      },
    ])
    .wrapped(TimeLimit(.milliseconds(500), scheduler: .test(scheduler)).intercept)
  }

  @Test func `fails and cancels a request that takes too long`() {
    let slow = Recording(backend.answer(.cities))
    scheduler.advance(by: .milliseconds(499))
    #expect(!slow.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(slow.soFar.outcome, Outcome(error: .timeout))
    expectEqual(cancelled.count.withLock { $0 }, 1)
  }

  @Test func `gives one more interval after the process was stopped`() {
    let time = SleepyTime()
    let limit = TimeLimit(.seconds(2), scheduler: time.scheduler)
    let subject = PassthroughSubject<Int, ServiceError>()
    let answered = Recording(limit.limiting(subject.eraseToAnyPublisher()))
    let silent = Recording(
      limit.limiting(Empty<Int, ServiceError>(completeImmediately: false).eraseToAnyPublisher()))
    let transfer = Recording(
      limit.limiting(Empty<Int, ServiceError>(completeImmediately: false).eraseToAnyPublisher(), TransferMeter()))
    time.advance(by: 1_000)
    time.sleep(60_000)
    time.advance(by: 1_000)
    // The timer has run before what has arrived meanwhile.
    subject.send(1)
    subject.send(completion: .finished)
    expectEqual(answered.soFar.outcome, Outcome(values: [1]))
    time.advance(by: 1_900)
    #expect(!silent.soFar.isComplete && !transfer.soFar.isComplete)
    time.advance(by: 2_100)
    expectEqual(silent.soFar.outcome.error, .timeout)
    expectEqual(transfer.soFar.outcome.error, .timeout)
  }

  @Test func `passes answers and failures on at once`() {
    let answer = Recording(backend.answer(.forget, oslo).map { 0 }.eraseToAnyPublisher())
    expectEqual(answer.soFar.outcome, Outcome(values: [0]))
    #expect(answer.soFar.isComplete)
    let failure = Recording(backend.answer(.forget, City(name: "Bergen")).map { 0 }.eraseToAnyPublisher())
    expectEqual(failure.soFar.outcome, Outcome(error: .status(404)))
    scheduler.advance(by: .milliseconds(500))
    expectEqual(answer.soFar.outcome, Outcome(values: [0]))
    expectEqual(cancelled.count.withLock { $0 }, 0)
  }

  @Test func `a transfer fails when nothing has happened for as long as the limit, and for twice as long at most`() {
    let limit = TimeLimit(.milliseconds(500), scheduler: .test(scheduler))
    let updates = PassthroughSubject<TransferUpdate<Void>, ServiceError>()
    let transfer = Recording(
      Backend.publishing { updates.map(ServiceUpdate.init).eraseToAnyPublisher() }.wrapped(limit.intercept)
        .transfer(.forget, oslo).map { _ in 0 }.eraseToAnyPublisher())
    for count in 1...5 {
      scheduler.advance(by: .milliseconds(400))
      updates.send(.progress(TransferProgress(.sent, count, of: nil)))
    }
    #expect(!transfer.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1_000))
    expectEqual(transfer.soFar.outcome, Outcome(values: [0, 0, 0, 0, 0], error: .timeout))
  }

  @Test func `a silent transfer fails after the limit`() {
    let limit = TimeLimit(.milliseconds(500), scheduler: .test(scheduler))
    let updates = PassthroughSubject<TransferUpdate<Void>, ServiceError>()
    let transfer = Recording(
      Backend.publishing { updates.map(ServiceUpdate.init).eraseToAnyPublisher() }.wrapped(limit.intercept)
        .transfer(.forget, oslo).map { _ in 0 }.eraseToAnyPublisher())
    scheduler.advance(by: .milliseconds(499))
    #expect(!transfer.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(transfer.soFar.outcome, Outcome(error: .timeout))
  }

  @Test func `gives each request its own time`() {
    let backend = backend
    let first = Recording(backend.answer(.cities))
    scheduler.advance(by: .milliseconds(200))
    let second = Recording(backend.answer(.cities))
    scheduler.advance(by: .milliseconds(299))
    #expect(!first.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    #expect(first.soFar.isComplete)
    scheduler.advance(by: .milliseconds(199))
    #expect(!second.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(second.soFar.outcome, Outcome(error: .timeout))
    let third = Recording(backend.answer(.cities))
    scheduler.advance(by: .milliseconds(499))
    #expect(!third.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    #expect(third.soFar.isComplete)
  }

  @Test func `a cancelled request is cancelled once, and has no deadline`() {
    let backend = backend
    let first = Recording(backend.answer(.cities))
    scheduler.advance(by: .milliseconds(100))
    let second = Recording(backend.answer(.cities))
    first.cancel()
    expectEqual(cancelled.count.withLock { $0 }, 1)
    scheduler.advance(by: .milliseconds(400))
    expectEqual(first.soFar.outcome, Outcome())
    #expect(!second.soFar.isComplete)
    scheduler.advance(by: .milliseconds(100))
    #expect(second.soFar.isComplete)
    expectEqual(cancelled.count.withLock { $0 }, 2)
  }

  @Test func `one timer serves all requests`() {
    let backend = backend
    for _ in 0..<100 { _ = Recording(backend.answer(.forget, oslo).map { 0 }.eraseToAnyPublisher()) }
    let slow = (0..<100).map { _ in Recording(backend.answer(.cities)) }
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(by: .milliseconds(500))
    expectEqual(slow.count { !$0.soFar.isComplete }, 0)
    #expect(scheduler.isIdle)
  }

  @Test func `a request that its subscriber starts at a failure has its own time`() {
    let backend = backend
    let retried = Recording(backend.answer(.cities).catch { _ in backend.answer(.cities) }.eraseToAnyPublisher())
    scheduler.advance(by: .milliseconds(999))
    #expect(!retried.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(retried.soFar.outcome, Outcome(error: .timeout))
  }

  @Test func `its timer keeps nothing alive`() {
    weak var kept: Recording<[City]>?
    do {
      let recording = Recording(backend.answer(.cities))
      kept = recording
    }
    #expect(kept == nil)
    scheduler.advance(by: .milliseconds(500))
    #expect(scheduler.isIdle)
  }

  @Test func `fails a feed that does not open, and lets an open one go on`() {
    let subject = PassthroughSubject<String, ServiceError>()
    let limit = TimeLimit(.milliseconds(500), scheduler: .test(scheduler))
    let waiting = Backend.publishing {
      ServiceFeed.texts.publisher { source in
        source.send(.connecting)
        return AnyCancellable {}
      }
      .map(ServiceUpdate.init).eraseToAnyPublisher()
    }
    let recording = Recording(waiting.wrapped(limit.intercept).follow(.texts))
    let open = Recording(
      Backend.handlers([ServiceHandler(publishing: .texts) { subject.eraseToAnyPublisher() }]).wrapped(limit.intercept)
        .follow(.texts))
    scheduler.advance(by: .milliseconds(499))
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(recording.soFar.outcome, Outcome(values: [.condition(.connecting)], error: .timeout))
    subject.send("a")
    expectEqual(open.soFar.outcome, Outcome(values: [.condition(.open), .element("a")]))
    subject.send(completion: .failure(.closed))
    expectEqual(open.soFar.outcome.error, .closed)
  }

}

/// How many requests of a service were cancelled.
private final class Cancellations: Sendable {
  let count = LockedValue(0)
}
