import Dispatch
import ExpectSupport
import Foundation
import Locking
import Requests
import RequestsSupport
import Streams
import StreamsExtras
import StreamsTesting
import Testing

@Suite struct FaultInjectorTests {
  private let scheduler = TestScheduler()

  private func backend(
    _ base: Backend = station, latency: Duration = .zero, failures: RequestFailures = []
  ) -> Backend {
    base.wrapped(FaultInjector(latency: latency, failures: failures, scheduler: .test(scheduler)).intercept)
  }

  @Test func `delays an answer and a failure`() {
    let backend = backend(latency: .milliseconds(300), failures: ["weather"])
    let recordings = (Recording(backend.answer(.cities)), Recording(backend.answer(.weather, oslo)))
    scheduler.advance(by: .milliseconds(299))
    #expect(!recordings.0.soFar.isComplete && !recordings.1.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(recordings.0.soFar.outcome, Outcome(values: [[oslo]]))
    expectEqual(recordings.1.soFar.outcome, Outcome(error: .problem(status: 503, detail: "Something went wrong!")))
  }

  @Test func `delays an answer by one millisecond`() {
    let recording = Recording(backend(latency: .milliseconds(1)).answer(.cities))
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(recording.soFar.outcome, Outcome(values: [[oslo]]))
  }

  @Test func `fails the request of a number`() {
    let backend = backend(failures: ["cities:2"])
    let errors = (0..<4).map { _ in Recording(backend.answer(.cities)).soFar.outcome.error }
    expectEqual(errors, [nil, .somethingWentWrong, nil, nil])
    #expect(Recording(backend.answer(.weather, oslo)).soFar.outcome.error == nil)
  }

  @Test func `counts the requests of each operation`() {
    let backend = backend(failures: ["all:2"])
    for isFailing in [false, true, false] {
      #expect((Recording(backend.answer(.cities)).soFar.outcome.error != nil) == isFailing)
      #expect((Recording(backend.answer(.weather, oslo)).soFar.outcome.error != nil) == isFailing)
    }
  }

  @Test func `carries out a request whose answer is lost`() {
    let count = LockedValue(0)
    let base = Backend.handlers([
      ServiceHandler(.forget) { city in
        count.withLock { $0 += 1 }
        guard city == oslo else { throw ServiceError.timeout }
      }
    ])
    let backend = backend(base, failures: ["forget:lost"])
    for city in [oslo, City(name: "Bergen")] {
      let error = Recording(backend.answer(.forget, city).map { 0 }.eraseToAnyPublisher()).soFar.outcome.error
      #expect(error?.code == .transport && error?.repetition == .again)
    }
    expectEqual(count.withLock { $0 }, 2)
  }

  @Test func `does not reach the backend if it is cancelled in time`() {
    let count = LockedValue(0)
    let base = Backend.handlers([ServiceHandler(.forget) { _ in count.withLock { $0 += 1 } }])
    let recording = Recording(
      backend(base, latency: .milliseconds(300)).answer(.forget, oslo).map { 0 }.eraseToAnyPublisher())
    recording.cancel()
    scheduler.advance(by: .milliseconds(1_000))
    expectEqual(recording.soFar.outcome, Outcome())
    expectEqual(count.withLock { $0 }, 0)
  }

  @Test func `leaves the time of an answer as it is without a latency`() {
    #expect(Recording(backend().answer(.cities)).soFar.isComplete)
    #expect(scheduler.isIdle)
  }

  // MARK: - Feeds

  private func texts(
    _ failures: RequestFailures, latency: Duration = .zero, _ feed: ServiceFeed<Void, String> = .texts
  ) -> RecordingSubscriber<FeedEvent<String>, ServiceError> {
    let base = Backend.handlers([
      ServiceHandler(publishing: feed) {
        ["a", "b", "c"].publisher.setFailureType(to: ServiceError.self).eraseToAnyPublisher()
      }
    ])
    let recorder = RecordingSubscriber<FeedEvent<String>, ServiceError>()
    backend(base, latency: latency, failures: failures).follow(feed).subscribe(recorder)
    return recorder
  }

  private let lost = ServiceError.transport(code: NSURLErrorNetworkConnectionLost)

  @Test func `opens a feed after the latency, and refuses or loses it`() {
    let late = texts([], latency: .milliseconds(300))
    scheduler.advance(by: .milliseconds(299))
    expectEqual(late.values, [])
    scheduler.advance(by: .milliseconds(1))
    #expect(late.values.count == 4 && late.completion == .finished)
    expectEqual(texts(["texts:1"]).completion, .failure(.somethingWentWrong))
    expectEqual(texts(["texts:2"]).completion, .finished)
    expectEqual(texts(["texts:lost"]).completion, .failure(lost))
    expectEqual(texts(["texts:lost"]).values, [])
  }

  @Test func `cuts a feed before an element`() {
    let recorder = texts(["texts:2:cut"])
    let interrupted = FeedEvent<String>.condition(.interrupted(lost, nextTry: .seconds(1)))
    expectEqual(recorder.values, [.condition(.open), .element("a"), interrupted])
    scheduler.advance(by: .seconds(1))
    expectEqual(
      recorder.values.dropFirst(3), [.condition(.connecting), .condition(.open), .element("b"), .element("c")])
    #expect(recorder.completion == .finished && recorder.violations == [])
  }

  @Test func `delays an element of a feed, and those behind it`() {
    let recorder = texts(["texts:2:late"])
    scheduler.advance(by: .milliseconds(4999))
    expectEqual(recorder.values.compactMap(\.element), ["a"])
    scheduler.advance(by: .milliseconds(1))
    expectEqual(recorder.values.compactMap(\.element), ["a", "b", "c"])
  }

  @Test func `repeats an element of a feed, unless the feed drops repeats`() {
    expectEqual(texts(["texts:2:twice"]).values.compactMap(\.element), ["a", "b", "b", "c"])
    let identified = texts(["texts:twice"], .texts.identified(by: \.self))
    expectEqual(identified.values.compactMap(\.element), ["a", "b", "c"])
  }

  @Test func `takes no more from a failing feed than is requested`() {
    let probe = ProbePublisher<FeedEvent<String>, ServiceError>()
    let injector = FaultInjector(failures: ["texts:9:twice"], scheduler: .test(scheduler))
    let recorder = Backend.publishing { probe.map(ServiceUpdate.init).eraseToAnyPublisher() }.wrapped(
      injector.intercept
    )
    .follow(.texts).record(demand: .max(1))
    expectEqual(probe.outstanding, .max(1))
    probe.send(.element("a"))
    expectEqual(recorder.values, [.element("a")])
    #expect(probe.outstanding <= .max(1))
  }

}
