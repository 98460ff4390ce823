public import Dispatch
public import Requests
public import Streams
public import StreamsExtras

extension Backend {
  /// A backend in memory that needs no server: a bank, a shop and a school in one world.
  ///
  /// ```swift
  /// let app = AppCore(.live(backend: .mock(latency: .milliseconds(300), failures: ["purchase"])))
  /// ```
  ///
  /// The world changes when the latency has passed; a request that is cancelled before changes nothing.
  ///
  /// - Parameters:
  ///   - world: the world behind all services.
  ///   - latency: how long an answer takes. Without a latency, answers arrive synchronously, on the
  ///     thread of the subscription.
  ///   - failures: which requests fail. All copies of this backend count their requests together.
  ///   - offersFeeds: whether the feeds of the world can be followed, as on a server for several programs.
  ///   - scheduler: where answers arrive after the latency.
  public static func mock(
    world: MockWorld = MockWorld(), latency: Duration = .zero, failures: RequestFailures = [],
    offersFeeds: Bool = false, scheduler: AnySchedulerOf<DispatchQueue> = .main
  ) -> Backend {
    .handlers(world.handlers + (offersFeeds ? world.feedHandlers : []))
      .wrapped(FaultInjector(latency: latency, failures: failures, scheduler: scheduler).intercept)
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

  /// The names of the operations of the services.
  public static let serviceNames = MockWorld().handlers.map(\.name)

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
