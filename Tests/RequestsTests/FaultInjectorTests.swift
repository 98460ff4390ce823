import Dispatch
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
    _ base: any Backend = station, latency: Duration = .zero, failures: RequestFailures = []
  ) -> any Backend {
    base.intercepted(by: FaultInjector(latency: latency, failures: failures, scheduler: .test(scheduler)))
  }

  @Test func `delays an answer and a failure`() {
    let backend = backend(latency: .milliseconds(300), failures: ["weather"])
    let recordings = (Recording(backend.answer(.cities)), Recording(backend.answer(.weather, oslo)))
    scheduler.advance(by: .milliseconds(299))
    #expect(!recordings.0.soFar.isComplete && !recordings.1.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    #expect(recordings.0.soFar.outcome == Outcome(values: [[oslo]]))
    #expect(recordings.1.soFar.outcome == Outcome(error: .problem(status: 503, detail: "Something went wrong!")))
  }

  @Test func `delays an answer by one millisecond`() {
    let recording = Recording(backend(latency: .milliseconds(1)).answer(.cities))
    #expect(!recording.soFar.isComplete)
    scheduler.advance(by: .milliseconds(1))
    #expect(recording.soFar.outcome == Outcome(values: [[oslo]]))
  }

  @Test func `fails the request of a number`() {
    let backend = backend(failures: ["cities:2"])
    let errors = (0..<4).map { _ in Recording(backend.answer(.cities)).soFar.outcome.error }
    #expect(errors == [nil, .somethingWentWrong, nil, nil])
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
    let base = ServiceHandlers([
      ServiceHandler(.forget) { city in
        count.withLock { $0 += 1 }
        guard city == oslo else { throw ServiceError.timeout }
      }
    ])
    let backend = backend(base, failures: ["forget:lost"])
    for city in [oslo, City(name: "Bergen")] {
      let error = Recording(backend.answer(.forget, city).map { 0 }.eraseToAnyPublisher()).soFar.outcome.error
      #expect(error == .transport(code: NSURLErrorNetworkConnectionLost))
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `does not reach the backend if it is cancelled in time`() {
    let count = LockedValue(0)
    let base = ServiceHandlers([ServiceHandler(.forget) { _ in count.withLock { $0 += 1 } }])
    let recording = Recording(
      backend(base, latency: .milliseconds(300)).answer(.forget, oslo).map { 0 }.eraseToAnyPublisher())
    recording.cancel()
    scheduler.advance(by: .milliseconds(1_000))
    #expect(recording.soFar.outcome == Outcome())
    #expect(count.withLock { $0 } == 0)
  }

  @Test func `leaves the time of an answer as it is without a latency`() {
    #expect(Recording(backend().answer(.cities)).soFar.isComplete)
    #expect(scheduler.isIdle)
  }
}
