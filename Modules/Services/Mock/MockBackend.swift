public import Dispatch
public import Requests
public import Streams
public import StreamsExtras

/// A backend in memory that needs no server: a bank, a shop and a school in one world.
///
/// ```swift
/// let backend = MockBackend(latency: .milliseconds(300), failures: ["purchase"])
/// ```
public struct MockBackend: Backend {
  /// The names of its operations.
  public static let names = MockWorld().handlers.map(\.name)

  /// The world behind it.
  public let world: MockWorld
  private let base: any Backend

  /// A backend that answers after a latency, or synchronously without one.
  ///
  /// The world changes when the latency has passed; a request that is cancelled before changes nothing.
  ///
  /// - Parameters:
  ///   - world: the world behind all services.
  ///   - latency: how long an answer takes.
  ///   - failures: which requests fail. All copies of this backend count their requests together.
  ///   - offersFeeds: whether the feeds of the world can be followed, as on a server for several programs.
  ///   - scheduler: where answers arrive after the latency.
  public init(
    world: MockWorld = MockWorld(), latency: Duration = .zero, failures: RequestFailures = [],
    offersFeeds: Bool = false, scheduler: AnySchedulerOf<DispatchQueue> = .main
  ) {
    self.world = world
    base = ServiceHandlers(world.handlers + (offersFeeds ? world.feedHandlers : []))
      .intercepted(by: FaultInjector(latency: latency, failures: failures, scheduler: scheduler))
  }

  public var changes: ServiceChanges { base.changes }
  public var address: String { base.address }
  public var credentials: [ServerCredentials] { base.credentials }

  public func answer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<Answer, ServiceError> {
    base.answer(operation, input)
  }

  public func transfer<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, _ input: Input
  ) -> AnyPublisher<TransferUpdate<Answer>, ServiceError> {
    base.transfer(operation, input)
  }

  public func follow<Input, Element>(
    _ feed: ServiceFeed<Input, Element>, _ input: Input
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError> {
    base.follow(feed, input)
  }

  public func offers<Input, Element>(_ feed: ServiceFeed<Input, Element>) -> Bool { base.offers(feed) }
}

extension Backend where Self == MockBackend {
  /// A backend in memory that needs no server: a bank, a shop and a school in one world.
  ///
  /// ```swift
  /// let app = AppCore(.live(backend: .mock(latency: .milliseconds(300), failures: ["purchase"])))
  /// ```
  ///
  /// - Parameters:
  ///   - world: the world behind all services.
  ///   - latency: how long an answer takes. Without a latency, answers arrive synchronously, on the
  ///     thread of the subscription.
  ///   - failures: which requests fail.
  ///   - scheduler: where answers arrive after the latency.
  public static func mock(
    world: MockWorld = MockWorld(), latency: Duration = .zero, failures: RequestFailures = [],
    scheduler: AnySchedulerOf<DispatchQueue> = .main
  ) -> MockBackend {
    MockBackend(world: world, latency: latency, failures: failures, scheduler: scheduler)
  }
}

extension MockWorld {
  /// What the world tells in the feeds of the services.
  public var feedHandlers: [ServiceHandler] {
    [
      ServiceHandler(publishing: .balanceChanges) {
        self.balances.setFailureType(to: ServiceError.self).eraseToAnyPublisher()
      }
    ]
  }

  /// How the world answers the operations of the services.
  public var handlers: [ServiceHandler] {
    [
      ServiceHandler(.balance) { self.balance() },
      ServiceHandler(.product) { try self.product(id: $0) },
      ServiceHandler(.purchase) { try self.purchase(id: $0.id, idempotencyKey: $0.idempotencyKey) },
      ServiceHandler(.username) { self.isAvailable($0) },
      ServiceHandler(.account) { try self.create($0.account, idempotencyKey: $0.idempotencyKey) },
    ]
  }
}
