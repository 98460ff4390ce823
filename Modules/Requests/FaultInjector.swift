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
/// before does not reach it. A feed is delayed and counted in the same way when it is opened, and its elements are counted for
/// what happens to them: ``RequestFailure/Kind/cut``, ``RequestFailure/Kind/late`` and ``RequestFailure/Kind/twice``.
public struct FaultInjector: ServiceInterceptor {
  private let latency: Duration
  private let failures: RequestFailures
  private let scheduler: AnySchedulerOf<DispatchQueue>
  private let counter = RequestCounter()
  private let elementCounter = RequestCounter()

  /// Makes requests slow and failing. All copies count their requests together.
  ///
  /// - Parameters:
  ///   - latency: how long an answer takes. Without a latency nothing is delayed.
  ///   - failures: which requests fail.
  ///   - scheduler: where requests go on after the latency.
  public init(
    latency: Duration = .zero, failures: RequestFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = .main
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
      return latency > .zero ? self.after(latency, answer) : answer
    }
    .eraseToAnyPublisher()
  }

  public func intercept<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input, _ events: AnyPublisher<FeedEvent<Element>, ServiceError>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    Deferred { [self] () -> AnyPublisher<FeedEvent<Element>, ServiceError> in
      let failure = failures.failure(of: feed.name, number: counter.next(feed.name))
      let events = publisher(ofFeed: failures.haveElements(of: feed.name) ? failing(events, feed) : events, failure)
      return latency > .zero ? self.after(latency, events) : events
    }
    .eraseToAnyPublisher()
  }

  /// A publisher that starts when a time has passed.
  private func after<Output>(
    _ time: Duration, _ publisher: AnyPublisher<Output, ServiceError>
  ) -> AnyPublisher<Output, ServiceError> {
    // NB: a delayed completion is one job of the scheduler, and a delayed value would be two.
    let delay = DispatchQueue.SchedulerTimeType.Stride(saturating: time)
    return Empty().delay(for: delay, scheduler: scheduler).append(publisher).eraseToAnyPublisher()
  }

  private func publisher<Element>(
    ofFeed events: AnyPublisher<FeedEvent<Element>, ServiceError>, _ failure: RequestFailure.Kind?
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    switch failure {
    case .refused: Fail(error: .somethingWentWrong).eraseToAnyPublisher()
    case .lost:
      events.prefix { event in
        if case .condition(.connecting) = event { true } else { false }
      }
      .append(Fail(error: .connectionLost))
      .eraseToAnyPublisher()
    default: events
    }
  }

  /// The events of a feed, of which some elements fail. What comes twice is dropped where the feed names an identity.
  private func failing<Input, Element>(
    _ events: AnyPublisher<FeedEvent<Element>, ServiceError>, _ feed: ServiceFeed<Input, Element>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    let isNew = feed.repeatFilter
    return events.flatMap(maxPublishers: .max(1)) { [self] event -> AnyPublisher<FeedEvent<Element>, ServiceError> in
      let one = Just(event).setFailureType(to: ServiceError.self)
      guard event.element != nil else { return one.eraseToAnyPublisher() }
      switch failures.elementFailure(of: feed.name, number: elementCounter.next(feed.name)) {
      case .cut:
        let next = [FeedEvent<Element>.condition(.connecting), .condition(.open), event].publisher
          .setFailureType(to: ServiceError.self).eraseToAnyPublisher()
        return Just(FeedEvent.condition(.interrupted(.connectionLost, nextTry: Self.interruption)))
          .setFailureType(to: ServiceError.self)
          .append(self.after(Self.interruption, next))
          .eraseToAnyPublisher()
      case .late: return self.after(Self.delay, one.eraseToAnyPublisher())
      case .twice: return one.append(one).eraseToAnyPublisher()
      default: return one.eraseToAnyPublisher()
      }
    }
    .filter { event in event.element.map { isNew?($0) ?? true } ?? true }
    .eraseToAnyPublisher()
  }

  private static let interruption = Duration.seconds(1)
  private static let delay = Duration.seconds(5)

  private func publisher<Answer>(
    of call: AnyPublisher<Answer, ServiceError>, _ failure: RequestFailure.Kind?
  ) -> AnyPublisher<Answer, ServiceError> {
    switch failure {
    case nil, .cut, .late, .twice:
      return call
    case .refused:
      return Fail(error: .somethingWentWrong).eraseToAnyPublisher()
    case .lost:
      let lost = Fail<Answer, ServiceError>(error: .connectionLost)
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
  fileprivate static let connectionLost = transport(code: NSURLErrorNetworkConnectionLost)

  /// The words of a backend that does not say what went wrong (seed 003).
  public static let somethingWentWrong = problem(status: 503, detail: "Something went wrong!")
}
