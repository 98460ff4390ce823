public import Streams

/// What answers the requests of services, as a value: a world in memory, a server, a recording, a test.
///
/// ```swift
/// let backend = Backend.handlers([ServiceHandler(.weather) { city in try world.weather(in: city) }])
/// ```
///
/// What wraps a backend sees each request, and keeps what else the backend is: see ``wrapped(_:)``.
public struct Backend: Sendable {
  /// Tells this backend from others that may have carried a request out, such as the address of a server.
  /// It is a part of what an idempotency key belongs to, so it is the same in the next run of the program.
  public let address: String
  /// The sessions on the servers that are asked, which an app ends when the user signs out.
  public let credentials: [ServerCredentials]
  /// Publishes which operations have other answers than before.
  public package(set) var changes: ServiceChanges
  /// The operations and feeds that it is known to answer, in their order; empty if they are not known.
  public let services: [ServiceDescription]

  package var offersFeed: @Sendable (_ name: String) -> Bool
  private var performRequest: @Sendable (ServiceRequest) -> ServiceUpdates

  /// A backend of closures. One that passes requests on is ``wrapped(_:)``.
  ///
  /// - Parameters:
  ///   - address: tells this backend from others, or is empty.
  ///   - credentials: the sessions that end with a sign-out.
  ///   - changes: publishes which operations have other answers than before.
  ///   - services: the operations and feeds that it is known to answer.
  ///   - offers: whether the feed with a name can be followed here.
  ///   - perform: performs a request: one answer and the end, or what a feed publishes, no more than was requested.
  public init(
    address: String, credentials: [ServerCredentials], changes: ServiceChanges, services: [ServiceDescription],
    offers: @escaping @Sendable (_ feed: String) -> Bool,
    perform: @escaping @Sendable (ServiceRequest) -> ServiceUpdates
  ) {
    self.address = address
    self.credentials = credentials
    self.changes = changes
    self.services = services
    offersFeed = offers
    performRequest = perform
  }

  /// Performs a request, once for each subscriber. Cancelling stops it.
  public func perform(_ request: ServiceRequest) -> ServiceUpdates { performRequest(request) }

  /// The same backend, of which a closure sees every request, and may observe, change, delay or replace what comes back.
  ///
  /// ```swift
  /// let patient = base.wrapped { request, next in
  ///   request.name == "weather" ? next(request).retry(2).eraseToAnyPublisher() : next(request)
  /// }
  /// ```
  ///
  /// The backend that was wrapped last is the first to see a request. A closure that does not subscribe to what `next` returns answers in its
  /// place.
  public func wrapped(
    _ perform:
      @escaping @Sendable (_ request: ServiceRequest, _ next: (ServiceRequest) -> ServiceUpdates)
      -> ServiceUpdates
  ) -> Backend {
    var backend = self
    backend.performRequest = { [performRequest] request in perform(request, performRequest) }
    return backend
  }
}

extension Backend {
  /// Whether a feed can be followed here, as far as the backend knows without asking anyone. An app asks before it follows a feed that it
  /// can do without. A server may still refuse it.
  public func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { offersFeed(feed.name) }

  /// Answers a request, once for each subscriber. Cancelling stops it.
  ///
  /// The publisher starts its work when it is subscribed to, publishes one answer, and finishes, on any thread.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - input: what it is asked with.
  @inlinable public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    let request = ServiceRequest(operation, input)
    return updates(request) { $0.answer.map(request.typed) }
  }

  /// Answers a request without an input, once for each subscriber. Cancelling stops it.
  @inlinable public func answer<Answer>(
    _ operation: ServiceOperation<Void, Answer>
  ) -> AnyPublisher<Answer, ServiceError> {
    answer(operation, ())
  }

  /// Answers a request with files, once for each subscriber: publishes how far they are, and then the answer. Cancelling stops it.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - input: what it is asked with.
  public func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    let request = ServiceRequest(transferring: operation, input)
    return updates(request) { TransferUpdate($0, request.typed) }
  }

  /// Follows a feed, once for each subscriber: publishes its elements until it ends. Cancelling stops it.
  ///
  /// The publisher starts its work when it is subscribed to, and publishes on any thread, no more than was requested:
  /// ``ServiceFeed/publisher(_:)`` keeps what waits.
  ///
  /// - Parameters:
  ///   - feed: what is followed.
  ///   - input: what it is asked with.
  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    let request = ServiceRequest(feed, input)
    return updates(request) { FeedEvent($0, request.typed) }
  }

  /// Follows a feed without an input, once for each subscriber. Cancelling stops it.
  public func follow<Element>(_ feed: ServiceFeed<Void, Element>) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    follow(feed, ())
  }

  /// What comes back of a request, typed. An error says whether the request may have been carried out.
  // NB: inlinable, as what makes the request, because a service knows the types: to look them up costs a third of a call.
  @inlinable func updates<Value>(
    _ request: ServiceRequest, _ typed: @escaping (ServiceUpdate) -> Value?
  ) -> AnyPublisher<Value, ServiceError> {
    perform(request).mapError { request.lost($0) }.compactMap(typed).eraseToAnyPublisher()
  }
}

/// Publishes that the answers of an operation have changed, for all services of a backend.
///
/// A service publishes what its own requests have changed, so that a screen with the old answer asks again:
///
/// ```swift
/// struct Forecasts {
///   let backend: Backend
///
///   func report(_ weather: Weather) -> AnyPublisher<Weather, ServiceError> {
///     backend.answer(.report, weather)
///       .handleEvents(receiveOutput: { [changes = backend.changes] _ in changes.publish(.weather) })
///       .eraseToAnyPublisher()
///   }
///
///   var weatherChanges: AnyPublisher<Void, Never> { backend.changes.publisher(for: .weather) }
/// }
/// ```
public struct ServiceChanges: Sendable {
  private let names: PassthroughSubject<String, Never>?
  /// Brings a change to where subscribers receive it.
  private var deliver: (@Sendable (AnyPublisher<String, Never>) -> AnyPublisher<String, Never>)?

  /// Changes that the services of one backend publish.
  public init() { names = PassthroughSubject() }

  private init(names: PassthroughSubject<String, Never>?) { self.names = names }

  /// The same changes, brought to their subscribers by an operator, such as one that hops to a scheduler.
  package func delivered(
    by deliver: @escaping @Sendable (AnyPublisher<String, Never>) -> AnyPublisher<String, Never>
  ) -> ServiceChanges {
    var changes = self
    changes.deliver = deliver
    return changes
  }

  /// Publishes nothing, and ignores what services publish.
  public static let none = ServiceChanges(names: nil)

  /// Publishes that the answers of an operation have changed.
  public func publish<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) { names?.send(operation.name) }

  /// Publishes that the answers of the operation with a name have changed.
  public func publish(named name: String) { names?.send(name) }

  /// Publishes the name of each operation whose answers have changed. It never finishes.
  public var all: AnyPublisher<String, Never> {
    guard let names else { return Empty(completeImmediately: false).eraseToAnyPublisher() }
    return deliver?(names.eraseToAnyPublisher()) ?? names.eraseToAnyPublisher()
  }

  /// Publishes each time the answers of an operation have changed, on the thread of the answer that changed them: that of an
  /// environment's backend on its main scheduler. It never finishes.
  public func publisher<Input, Answer>(for operation: ServiceOperation<Input, Answer>) -> AnyPublisher<Void, Never> {
    all.filter { [name = operation.name] in $0 == name }.map { _ in }.eraseToAnyPublisher()
  }
}
