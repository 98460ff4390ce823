import Streams
import StreamsSupport
import StreamsTesting
import Testing

/// Operators that wait for a value before they need the time: a model may be made with them in a test without any.
@Suite struct SubscribingWithoutTimeTests {
  private let reports = Reports()
  private var scheduler: UnimplementedScheduler {
    UnimplementedScheduler { [reports] report in reports.all.withLock { $0.append(report) } }
  }

  private final class Reports: Sendable {
    let all = Shared<[String]>([])
  }

  private func expectUntouched(
    _ publisher: some Publisher<Int, Never>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recorder = publisher.record()
    recorder.cancel()
    #expect(reports.all.withLock { $0 } == [], sourceLocation: sourceLocation)
  }

  @Test func debounce() {
    expectUntouched(PassthroughSubject<Int, Never>().debounce(for: 1, scheduler: scheduler))
  }

  @Test func throttle() {
    expectUntouched(PassthroughSubject<Int, Never>().throttle(for: 1, scheduler: scheduler, latest: true))
  }

  @Test func receiveOn() {
    expectUntouched(PassthroughSubject<Int, Never>().receive(on: scheduler))
  }

  @Test func retryLater() {
    expectUntouched(PassthroughSubject<Int, Never>().retry(1, after: { _ in 1 }, scheduler: scheduler))
  }

  @Test func timeoutNeedsItAtOnce() {
    _ = PassthroughSubject<Int, Never>().timeout(1, scheduler: scheduler).record()
    #expect(reports.all.withLock { $0.count } > 0)
  }
}
