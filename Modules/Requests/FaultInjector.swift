public import Dispatch
import Foundation
import Locking
public import Streams
public import StreamsExtras

/// Makes the requests to a backend slow and failing, to try an app against bad days.
///
/// ```swift
/// let backend = base.wrapped(FaultInjector(latency: .milliseconds(300), failures: [RequestFailure(.report, number: 1, .lost)]).intercept)
/// ```
///
/// A request is counted when it is subscribed to. It reaches the backend when the latency has passed; one that is cancelled
/// before does not reach it. A feed is delayed and counted in the same way when it is opened, and its elements are counted for
/// what happens to them: ``RequestFailure/Kind/cut``, ``RequestFailure/Kind/late`` and ``RequestFailure/Kind/twice``.
public struct FaultInjector: Sendable {
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

  /// Performs a request, late or not at all; see ``Backend/wrapped(_:)``.
  public func intercept(_ request: ServiceRequest, _ next: (ServiceRequest) -> ServiceUpdates) -> ServiceUpdates {
    let updates = next(request)
    guard latency > .zero || !failures.isEmpty else { return updates }
    return Deferred { [self] () -> ServiceUpdates in
      let failure = failures.failure(of: request.name, number: counter.next(request.name))
      let failing: ServiceUpdates =
        request.kind == .feed && failures.haveElements(of: request.name)
        ? self.failing(updates, request) : updates
      let result = publisher(of: failing, failure)
      return latency > .zero ? self.after(latency, result) : result
    }
    .eraseToAnyPublisher()
  }

  /// A publisher that starts when a time has passed.
  private func after(_ time: Duration, _ publisher: ServiceUpdates) -> ServiceUpdates {
    // NB: a delayed completion is one job of the scheduler, and a delayed value would be two.
    let delay = DispatchQueue.SchedulerTimeType.Stride(saturating: time)
    return Empty().delay(for: delay, scheduler: scheduler).append(publisher).eraseToAnyPublisher()
  }

  /// The events of a feed, of which some elements fail. What comes twice is dropped where the feed names an identity.
  private func failing(_ events: ServiceUpdates, _ request: ServiceRequest) -> ServiceUpdates {
    let isNew = request.feed?.repeatFilter
    return events.flatMap(maxPublishers: .max(1)) { [self] event -> ServiceUpdates in
      let one = Just(event).setFailureType(to: ServiceError.self)
      guard event.value != nil else { return one.eraseToAnyPublisher() }
      switch failures.elementFailure(of: request.name, number: elementCounter.next(request.name)) {
      case .cut:
        let next = [ServiceUpdate.condition(.connecting), .condition(.open), event].publisher
          .setFailureType(to: ServiceError.self).eraseToAnyPublisher()
        return Just(ServiceUpdate.condition(.interrupted(.connectionLost, nextTry: Self.interruption)))
          .setFailureType(to: ServiceError.self)
          .append(self.after(Self.interruption, next))
          .eraseToAnyPublisher()
      case .late: return self.after(Self.delay, one.eraseToAnyPublisher())
      case .twice: return one.append(one).eraseToAnyPublisher()
      default: return one.eraseToAnyPublisher()
      }
    }
    .filter { event in event.value.map { isNew?($0) ?? true } ?? true }
    .eraseToAnyPublisher()
  }

  private static let interruption = Duration.seconds(1)
  private static let delay = Duration.seconds(5)

  private func publisher(of updates: ServiceUpdates, _ failure: RequestFailure.Kind?) -> ServiceUpdates {
    switch failure {
    case nil, .cut, .late, .twice: updates
    case .refused: .failing(.somethingWentWrong)
    case .lost:
      updates.prefix { update in
        switch update {
        case .progress, .condition(.connecting): true
        case .answer, .element, .condition, .unreadable: false
        }
      }
      .catch { _ in Empty<ServiceUpdate, ServiceError>() }
      .append(Fail(error: .connectionLost))
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
