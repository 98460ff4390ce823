import Foundation
import Screens
import Synchronization

/// The service in memory.
final class World: Sendable {
  static let url = URL(string: "https://shop.example")!
  static let courier = "Kim"
  /// What the courier does, one step after each pace.
  static let deliveries = [
    Delivery(stage: .packing, courier: courier), Delivery(stage: .onTheWay, courier: courier, minutes: 12),
    Delivery(stage: .onTheWay, courier: courier, minutes: 4), Delivery(stage: .delivered, courier: courier),
  ]

  private struct Parcel {
    var account: String
    var key: IdempotencyKey
    var order: Order
    var delivery = World.deliveries[0]
    var messages: [Message] = []
  }

  private let context: AppDefinition.MockContext
  private let pace: DispatchTimeInterval
  private let credentials: ServerCredentials
  private let parcels = Mutex<[Parcel]>([])
  private let steps = PassthroughSubject<(order: Int, delivery: Delivery), ServiceError>()
  private let messages = PassthroughSubject<(order: Int, message: Message), ServiceError>()

  init(_ context: AppDefinition.MockContext, pace: DispatchTimeInterval = .seconds(3)) {
    self.context = context
    self.pace = pace
    credentials = ServerCredentials(for: Self.url, in: context.storage)
  }

  var backend: ServiceHandlers {
    ServiceHandlers(
      [
        ServiceHandler(.signIn) { try self.signIn($0) },
        ServiceHandler(.products) { query in
          let text = query.text.lowercased()
          return Self.products.filter { "\($0.product.name)\n\($0.german)".lowercased().contains(text) || text.isEmpty }
            .map(\.product)
        },
        ServiceHandler(.product) { try Self.product($0) },
        ServiceHandler(.pay) { try self.pay($0) },
        ServiceHandler(.orders) { _ in
          let account = try self.account
          return self.parcels.withLock { $0.filter { $0.account == account }.map(\.order).reversed() }
        },
        ServiceHandler(.order) { try self.parcel($0).order },
        ServiceHandler(.post) { try self.post($0) },
        ServiceHandler(publishing: .courier) { id in
          self.feed(id, { [$0.delivery] }, then: self.steps.filter { $0.order == id }.map(\.delivery))
        },
        ServiceHandler(publishing: .conversation) { id in
          self.feed(id, \.messages, then: self.messages.filter { $0.order == id }.map(\.message))
        },
      ], session: credentials)
  }

  // MARK: - The account

  /// Who is signed in.
  private var account: String {
    get throws {
      guard let account = credentials.account else { throw ServiceError.status(401) }
      return account
    }
  }

  private func signIn(_ signIn: SignIn) throws -> Account {
    guard signIn.password == Password("1234") else {
      throw ServiceError.problem(status: 403, detail: "The name or the password is wrong.")
    }
    credentials.setSession(ServerSession(account: signIn.name, token: BearerToken("token-of-\(signIn.name)"))) { _ in }
    return Account(name: signIn.name)
  }

  // MARK: - Orders

  private static func product(_ id: Int) throws -> Product {
    guard let found = products.first(where: { $0.product.id == id }) else {
      throw ServiceError.problem(status: 404, detail: "We do not sell this any more.")
    }
    return found.product
  }

  private func pay(_ new: NewOrder) throws -> Order {
    let account = try account
    let (order, isNew) = try parcels.withLock { parcels in
      if let known = parcels.first(where: { $0.account == account && $0.key == new.key }) {
        return (known.order, false)
      }
      guard !new.lines.isEmpty else { throw ServiceError.problem(status: 422, detail: "The basket is empty.") }
      let lines = try new.lines.map { Line(product: try Self.product($0.id), count: $0.count) }
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
      world.steps.send((id, Self.deliveries[step]))
      world.bring(id, step: step + 1)
    }
  }

  private func parcel(_ id: Int) throws -> Parcel {
    let account = try account
    guard let found = parcels.withLock({ $0.first { $0.order.id == id && $0.account == account } }) else {
      throw ServiceError.problem(status: 404, detail: "This order is not yours.")
    }
    return found
  }

  /// Publishes what there is of a parcel, and then what comes.
  private func feed<Element: Sendable>(
    _ id: Int, _ now: @escaping @Sendable (Parcel) -> [Element], then later: some Publisher<Element, ServiceError>
  ) -> AnyPublisher<Element, ServiceError> {
    Deferred {
      do {
        return now(try self.parcel(id)).publisher.setFailureType(to: ServiceError.self).append(later)
          .eraseToAnyPublisher()
      } catch {
        return Fail(error: error as? ServiceError ?? .somethingWentWrong).eraseToAnyPublisher()
      }
    }
    .eraseToAnyPublisher()
  }

  // MARK: - Messages

  private func post(_ new: NewMessage) throws -> Message {
    let parcel = try parcel(new.order)
    if let known = parcel.messages.first(where: { $0.key == new.key }) { return known }
    guard !new.text.allSatisfy(\.isWhitespace) || new.photo != nil else {
      throw ServiceError.problem(status: 422, detail: "The message is empty.")
    }
    let message = add(new.order, parcel.account, new.text, photo: new.photo?.name, key: new.key)
    let answer = new.photo == nil ? "I am on my bicycle." : "I am sorry. You get a new one."
    later { $0.add(new.order, Self.courier, answer) }
    return message
  }

  @discardableResult
  private func add(
    _ order: Int, _ author: String, _ text: String, photo: String? = nil, key: IdempotencyKey? = nil
  ) -> Message {
    let message = parcels.withLock { parcels in
      let id = parcels[order - 1].messages.count + 1
      let message = Message(id: id, author: author, text: text, photo: photo, sentAt: now, key: key)
      parcels[order - 1].messages.append(message)
      return message
    }
    messages.send((order, message))
    return message
  }

  private var now: Date { Date(timeIntervalSince1970: context.now().timeIntervalSince1970.rounded(.down)) }

  /// What the courier does by and by.
  private func later(_ body: @escaping @Sendable (World) -> Void) {
    context.scheduler.schedule(after: context.scheduler.now.advanced(by: .init(pace))) { [weak self] in
      if let self { body(self) }
    }
  }
}

// MARK: - The products

extension World {
  /// What the shop sells. It is found in German, too.
  static let products: [(product: Product, german: String)] = [
    product(
      1, "Teapot", "Teekanne", "For six cups, and it does not drip.", "34.00"),
    product(
      2, "Mug", "Becher", "Holds a third of a litre, and keeps it warm.", "9.50"),
    product(
      3, "Bowl", "Schale", "For soup, salad, and what is left of both.", "12.00"),
    product(
      4, "Plate", "Teller", "Flat, round, and fit for the dishwasher.", "11.25"),
    product(5, "Spoon", "Löffel", "Steel, with a long handle.", "3.20"),
    product(6, "Fork", "Gabel", "Steel, with four tines.", "3.20"),
    product(7, "Jar", "Glas", "For jam or pencils, with a lid.", "6.90"),
    product(8, "Board", "Brett", "Oak, to cut bread on.", "24.00"),
    product(9, "Pan", "Pfanne", "Iron, twenty-four centimetres.", "49.90"),
    product(10, "Candle", "Kerze", "Burns for thirty hours.", "4.75"),
    product(11, "Apron", "Schürze", "Linen, with a pocket.", "19.00"),
    product(12, "Toaster", "Toaster", "For two slices at a time.", "59.00"),
  ]

  private static func product(
    _ id: Int, _ name: String, _ german: String, _ about: String, _ price: String
  ) -> (product: Product, german: String) {
    let price = Price(amount: Decimal(string: price)!)
    return (
      Product(id: id, name: name, about: about, price: price, picture: "shop:products/\(id)"), german
    )
  }
}
