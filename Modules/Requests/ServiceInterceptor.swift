public import Streams

/// Sees every request to a backend, and may observe, change, delay or replace its answer.
///
/// ```swift
/// struct Retrying: ServiceInterceptor {
///   func intercept<Input, Answer>(
///     _ operation: ServiceOperation<Input, Answer>, _ input: Input, _ call: AnyPublisher<Answer, ServiceError>
///   ) -> AnyPublisher<Answer, ServiceError> {
///     operation.name == "weather" ? call.retry(2).eraseToAnyPublisher() : call
///   }
/// }
/// let backend = base.intercepted(by: Retrying())
/// ```
public protocol ServiceInterceptor: Sendable {
  /// Returns the publisher that takes the place of a call.
  ///
  /// - Parameters:
  ///   - operation: what is asked, with the means to read and write its input and its answer.
  ///   - input: what it is asked with.
  ///   - call: the call itself, which starts when it is subscribed to. An interceptor that does not subscribe to it
  ///     answers in its place.
  /// - Returns: a publisher of one answer, which starts its work at a subscription.
  func intercept<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input, _ call: AnyPublisher<Answer, ServiceError>
  ) -> AnyPublisher<Answer, ServiceError>

  /// Returns the publisher that takes the place of a feed; by default the feed itself.
  ///
  /// - Parameters:
  ///   - feed: what is followed, with the means to read and write its input and its elements.
  ///   - input: what it is asked with.
  ///   - events: the feed itself, which starts when it is subscribed to. What takes its place publishes no more than is
  ///     requested, as it does, so that the source can be paused.
  func intercept<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input, _ events: AnyPublisher<FeedEvent<Element>, ServiceError>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError>
}

extension ServiceInterceptor {
  public func intercept<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input, _ events: AnyPublisher<FeedEvent<Element>, ServiceError>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    events
  }
}

extension Backend {
  /// The same backend, with every request seen by an interceptor.
  ///
  /// With several interceptors, the last one added is the first to see a request.
  public func intercepted(by interceptor: some ServiceInterceptor) -> any Backend {
    InterceptedBackend(base: self, interceptor: interceptor)
  }
}

private struct InterceptedBackend<Base: Backend, Interceptor: ServiceInterceptor>: Backend {
  let base: Base
  let interceptor: Interceptor

  var changes: ServiceChanges { base.changes }
  var address: String { base.address }
  var credentials: [ServerCredentials] { base.credentials }

  func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    interceptor.intercept(operation, input, base.answer(operation, input))
  }

  func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    interceptor.intercept(feed, input, base.follow(feed, input))
  }

  func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { base.offers(feed) }
}
