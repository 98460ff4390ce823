public import Dispatch
public import Streams
public import StreamsExtras

/// Fails each request that takes too long, with ``ServiceError/timeout``, and cancels it.
///
/// ```swift
/// let backend = base.intercepted(by: TimeLimit(5_000))
/// ```
public struct TimeLimit: ServiceInterceptor {
  private let milliseconds: Int
  private let scheduler: AnySchedulerOf<DispatchQueue>

  /// A limit for each request.
  ///
  /// - Parameters:
  ///   - milliseconds: how long a request may take in all.
  ///   - scheduler: measures the time, and delivers the answers.
  public init(
    _ milliseconds: Int, scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler()
  ) {
    self.milliseconds = milliseconds
    self.scheduler = scheduler
  }

  public func intercept<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError> {
    call.timeout(.milliseconds(milliseconds), scheduler: scheduler, customError: { .timeout }).eraseToAnyPublisher()
  }
}
