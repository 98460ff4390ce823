import Foundation
import Screens
import Synchronization

/// The accounts and the orders in memory.
final class World: Sendable {
  static let url = URL(string: "https://shop.example")!
  static let courier = "Kim"
  /// What the courier does, one step after each pace.
  static let deliveries = [
    Delivery(stage: .packing, courier: courier), Delivery(stage: .onTheWay, courier: courier, minutes: 12),
    Delivery(stage: .onTheWay, courier: courier, minutes: 4), Delivery(stage: .delivered, courier: courier),
  ]

  struct Parcel {
    var account: String
    var key: IdempotencyKey
    var order: Order
    var delivery = World.deliveries[0]
  }

  let credentials: ServerCredentials
  private let context: AppDefinition.MockContext
  private let pace: DispatchTimeInterval
  private let parcels = Mutex<[Parcel]>([])
  private let isExpired = Mutex(false)
  /// The order that has news: of the courier, or a message.
  let news = PassthroughSubject<Int, ServiceError>()

  init(_ context: AppDefinition.MockContext, pace: DispatchTimeInterval = .seconds(3)) {
    self.context = context
    self.pace = pace
    credentials = ServerCredentials(for: Self.url, in: context.storage)
  }

  var handlers: [ServiceHandler] {
    [
      ServiceHandler(.signInWithPassword) { try self.signIn($0) },
      ServiceHandler(.pay) { try self.pay($0) },
      ServiceHandler(.orders) { _ in
        let account = try self.account
        return self.parcels.withLock { $0.filter { $0.account == account }.map(\.order).reversed() }
      },
      ServiceHandler(.order) { try self.parcel($0).order },
      ServiceHandler(publishing: .courier) { id in self.feed(id) { [self.parcels.withLock { $0[id - 1].delivery }] } },
    ]
  }

  // MARK: - The account

  /// Who is signed in.
  private var account: String {
    get throws {
      guard let account = credentials.account, !isExpired.withLock(\.self) else { throw ServiceError.status(401) }
      return account
    }
  }

  /// Ends the session, as a server does after a while.
  func expire() { isExpired.withLock { $0 = true } }

  private func signIn(_ signIn: SignIn) throws -> SignedIn {
    try credentials.signIn(signIn, password: "1234") { isExpired.withLock { $0 = false } }
  }

  // MARK: - Orders

  private func pay(_ new: NewOrder) throws -> Order {
    let account = try account
    let (order, isNew) = try parcels.withLock { parcels in
      if let known = parcels.first(where: { $0.account == account && $0.key == new.key }) {
        return (known.order, false)
      }
      guard !new.lines.isEmpty else { throw ServiceError.problem(status: 422, detail: "The basket is empty.") }
      let lines = try new.lines.map { Line(product: try Products.product($0.id), count: $0.count) }
      guard lines.total == new.total else { throw ServiceError.problem(status: 409, detail: "A price has changed.") }
      let order = Order(id: parcels.count + 1, lines: lines, total: new.total, placedAt: now)
      parcels.append(Parcel(account: account, key: new.key, order: order))
      return (order, true)
    }
    if isNew { bring(order.id, step: 1) }
    return order
  }

  private func bring(_ id: Int, step: Int) {
    guard step < Self.deliveries.count else { return }
    later { world in
      world.parcels.withLock { $0[id - 1].delivery = Self.deliveries[step] }
      world.news.send(id)
      world.bring(id, step: step + 1)
    }
  }

  /// An order of the person who is signed in.
  func parcel(_ id: Int) throws -> Parcel {
    let account = try account
    guard let found = parcels.withLock({ $0.first { $0.order.id == id && $0.account == account } }) else {
      throw ServiceError.problem(status: 404, detail: "This order is not yours.")
    }
    return found
  }

  /// Publishes what there is of a parcel, and then what comes. It listens before it looks, so that nothing is lost in between.
  func feed<Element: Equatable & Sendable>(
    _ id: Int, _ all: @escaping @Sendable () -> [Element]
  ) -> AnyPublisher<Element, ServiceError> {
    Deferred {
      do {
        _ = try self.parcel(id)
        return self.news.filter { $0 == id }.merge(with: Just(id).setFailureType(to: ServiceError.self))
          .scan((last: Element?.none, new: [Element]())) { known, _ in
            let all = all()
            let next = all.lastIndex { $0 == known.last }.map { $0 + 1 } ?? 0
            return (all.last, Array(all[next...]))
          }
          .flatMap { $0.new.publisher }.eraseToAnyPublisher()
      } catch {
        return Fail(error: error as? ServiceError ?? .somethingWentWrong).eraseToAnyPublisher()
      }
    }
    .eraseToAnyPublisher()
  }

  var now: Date { Date(timeIntervalSince1970: context.now().timeIntervalSince1970.rounded(.down)) }

  /// What the courier does by and by.
  func later(_ body: @escaping @Sendable (World) -> Void) {
    context.scheduler.schedule(after: context.scheduler.now.advanced(by: .init(pace))) { [weak self] in
      if let self { body(self) }
    }
  }
}
