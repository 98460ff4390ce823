public import Dispatch
import Foundation
import Locking
public import Streams
public import StreamsExtras

/// Makes the requests to a backend slow and failing, to try an app against bad days.
///
/// ```swift
/// let backend = base.intercepted(by: FaultInjector(latency: .milliseconds(300), failures: [RequestFailure(.report, number: 1, .lost)]))
/// ```
///
/// A request is counted when it is subscribed to. It reaches the backend when the latency has passed; one that is cancelled
/// before does not reach it.
public struct FaultInjector: ServiceInterceptor {
  private let latency: Duration
  private let failures: RequestFailures
  private let scheduler: AnySchedulerOf<DispatchQueue>
  private let counter = RequestCounter()

  /// Makes requests slow and failing. All copies count their requests together.
  ///
  /// - Parameters:
  ///   - latency: how long an answer takes. Without a latency nothing is delayed.
  ///   - failures: which requests fail.
  ///   - scheduler: where requests go on after the latency.
  public init(
    latency: Duration = .zero, failures: RequestFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
  ) {
    self.latency = latency
    self.failures = failures
    self.scheduler = scheduler
  }

  public func intercept<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    Deferred { [self] () -> AnyPublisher<Answer, ServiceError> in
      let failure = failures.failure(of: operation.name, number: counter.next(operation.name))
      let answer = publisher(of: call, failure)
      guard latency > .zero else { return answer }
      // NB: a delayed completion is one job of the scheduler, and a delayed value would be two.
      let delay = DispatchQueue.SchedulerTimeType.Stride(saturating: latency)
      return Empty().delay(for: delay, scheduler: scheduler).append(answer).eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  private func publisher<Answer>(
    of call: AnyPublisher<Answer, ServiceError>, _ failure: RequestFailure.Kind?
  ) -> AnyPublisher<Answer, ServiceError> {
    switch failure {
    case nil:
      return call
    case .refused:
      return Fail(error: .somethingWentWrong).eraseToAnyPublisher()
    case .lost:
      let lost = Fail<Answer, ServiceError>(error: .transport(code: NSURLErrorNetworkConnectionLost))
      return call.filter { _ in false }
        .catch { _ in Empty<Answer, ServiceError>() }
        .append(lost)
        .eraseToAnyPublisher()
    }
  }
}

/// Counts the requests of each operation.
private final class RequestCounter: Sendable {
  private let counts = LockedValue<[String: Int]>([:])

  func next(_ name: String) -> Int {
    counts.withLock { counts in
      counts[name, default: 0] += 1
      return counts[name, default: 0]
    }
  }
}

extension ServiceError {
  /// The words of a backend that does not say what went wrong (seed 003).
  public static let somethingWentWrong = problem(status: 503, detail: "Something went wrong!")
}
