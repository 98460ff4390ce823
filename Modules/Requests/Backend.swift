public import Streams

/// What answers the requests of services: a world in memory, a server, a recording, a test.
///
/// There is one generic way in, so that whatever wraps a backend (a recording, failures on demand, a time limit, logging)
/// works for every operation, also for those of other packages. ``ServiceHandlers`` and ``HTTPBackend`` are the usual
/// backends.
public protocol Backend: Sendable {
  /// Answers a request, once for each subscriber. Cancelling stops it.
  ///
  /// The publisher starts its work when it is subscribed to, publishes one answer, and finishes, on any thread.
  ///
  /// - Parameters:
  ///   - operation: what is asked.
  ///   - input: what it is asked with.
  func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError>

  /// Follows a feed, once for each subscriber: publishes its elements until it ends. Cancelling stops it.
  ///
  /// The publisher starts its work when it is subscribed to, and publishes on any thread, no more than was requested:
  /// ``ServiceFeed/publisher(_:)`` keeps what waits. By default it fails with ``ServiceError/noSuchFeed(_:)``.
  ///
  /// - Parameters:
  ///   - feed: what is followed.
  ///   - input: what it is asked with.
  func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError>

  /// Whether a feed can be followed here, as far as the backend knows without asking anyone; by default false. An app asks
  /// before it follows a feed that it can do without. A server may still refuse it.
  ///
  /// A backend that passes feeds on passes this on, too.
  func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool

  /// Publishes which operations have other answers than before; by default none.
  var changes: ServiceChanges { get }

  /// Tells this backend from others that may have carried a request out, such as the address of a server; by default empty.
  /// It is a part of what an idempotency key belongs to, so it is the same in the next run of the program. A backend that
  /// passes requests on has the address of the other one.
  var address: String { get }

  /// The sessions on the servers that are asked, which an app ends when the user signs out; by default none. A backend that passes
  /// requests on has those of the other one.
  var credentials: [ServerCredentials] { get }
}

extension Backend {
  public var changes: ServiceChanges { .none }

  public var address: String { "" }

  public var credentials: [ServerCredentials] { [] }

  public func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { false }

  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    Fail(error: .noSuchFeed(feed.name)).eraseToAnyPublisher()
  }

  /// Follows a feed without an input, once for each subscriber. Cancelling stops it.
  public func follow<Element>(_ feed: ServiceFeed<Void, Element>) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    follow(feed, ())
  }

  /// Answers a request without an input, once for each subscriber. Cancelling stops it.
  public func answer<Answer>(_ operation: ServiceOperation<Void, Answer>) -> AnyPublisher<Answer, ServiceError> {
    answer(operation, ())
  }
}

/// Publishes that the answers of an operation have changed, for all services of a backend.
///
/// A service publishes what its own requests have changed, so that a screen with the old answer asks again:
///
/// ```swift
/// struct Forecasts {
///   let backend: any Backend
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
