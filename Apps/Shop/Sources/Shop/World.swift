import Foundation
import Screens
import Synchronization

/// The service in memory.
final class World: Sendable {
  static let url = URL(string: "https://shop.example")!

  private struct State {
    var orders: [(account: String, order: Order)] = []
    var answered: [String: Order] = [:]
  }

  private let context: AppDefinition.MockContext
  private let credentials: ServerCredentials
  private let state = Mutex(State())

  init(_ context: AppDefinition.MockContext) {
    self.context = context
    credentials = ServerCredentials(for: Self.url, in: context.storage)
  }

  var backend: ServiceHandlers {
    ServiceHandlers(
      [
        ServiceHandler(.signIn) { try self.signIn($0) },
        ServiceHandler(.products) { query in
          Self.products.map(\.product).filter { query.text.isEmpty || $0.name.lowercased().contains(query.text.lowercased()) }
        },
        ServiceHandler(.product) { try Self.product($0) },
        handler(.pay) { try self.pay($1, $2, in: &$0) },
      ], session: credentials)
  }

  /// Answers what only a person may ask who is signed in.
  private func handler<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>,
    _ answer: @escaping @Sendable (inout State, Input, String) throws -> Answer
  ) -> ServiceHandler {
    ServiceHandler(operation) { input in
      guard let account = self.credentials.account else { throw ServiceError.status(401) }
      return try self.state.withLock { try answer(&$0, input, account) }
    }
  }

  private func signIn(_ signIn: SignIn) throws -> Account {
    guard signIn.password == Password("1234") else {
      throw ServiceError.problem(status: 403, detail: "The name or the password is wrong.")
    }
    credentials.setSession(ServerSession(account: signIn.name, token: BearerToken("token-of-\(signIn.name)"))) { _ in }
    return Account(name: signIn.name)
  }

  private static func product(_ id: Int) throws -> Product {
    guard let found = products.first(where: { $0.product.id == id }) else {
      throw ServiceError.problem(status: 404, detail: "We do not sell this any more.")
    }
    return found.product
  }

  private func pay(_ new: NewOrder, _ account: String, in state: inout State) throws -> Order {
    if let known = state.answered["\(account) \(new.key)"] { return known }
    guard !new.lines.isEmpty else { throw ServiceError.problem(status: 422, detail: "The basket is empty.") }
    let lines = try new.lines.map { Line(product: try Self.product($0.product.id), count: $0.count) }
    guard lines.total == new.total else { throw ServiceError.problem(status: 409, detail: "A price has changed.") }
    let order = Order(id: state.orders.count + 1, lines: lines, total: new.total, placedAt: context.now())
    state.orders.append((account, order))
    state.answered["\(account) \(new.key)"] = order
    return order
  }
}

// MARK: - The products

extension World {
  static let products: [(product: Product, drawing: Drawing)] = [
    product(1, "Teapot", "For six cups, and it does not drip.", "34.00", 0x0018_3C7E_BFFE_7C38, [56, 102, 65]),
    product(2, "Mug", "Holds a third of a litre, and keeps it warm.", "9.50", 0x0000_7C7E_7D7E_7C38, [188, 71, 73]),
    product(3, "Bowl", "For soup, salad, and what is left of both.", "12.00", 0x0000_0081_FF7E_3C18, [69, 123, 157]),
    product(4, "Plate", "Flat, round, and fit for the dishwasher.", "11.25", 0x3C42_99A5_A599_423C, [131, 56, 236]),
    product(5, "Spoon", "Steel, with a long handle.", "3.20", 0x183C_3C18_1818_1818, [90, 90, 90]),
    product(6, "Fork", "Steel, with four tines.", "3.20", 0x5A5A_5A3C_1818_1818, [110, 110, 110]),
    product(7, "Jar", "For jam or pencils, with a lid.", "6.90", 0x3C18_3C7E_7E7E_7E3C, [214, 40, 40]),
    product(8, "Board", "Oak, to cut bread on.", "24.00", 0x1818_7E7E_7E7E_7E7E, [153, 88, 42]),
    product(9, "Pan", "Iron, twenty-four centimetres.", "49.90", 0x0000_3F3F_FF3F_1E00, [40, 40, 48]),
    product(10, "Candle", "Burns for thirty hours.", "4.75", 0x1018_1818_3C3C_3C7E, [244, 162, 97]),
    product(11, "Apron", "Linen, with a pocket.", "19.00", 0x2424_183C_7E7E_7E3C, [38, 70, 83]),
    product(12, "Toaster", "For two slices at a time.", "59.00", 0x0024_7E7E_7EFF_7E24, [120, 120, 140]),
  ]

  private static func product(
    _ id: Int, _ name: String, _ about: String, _ price: String, _ squares: UInt64, _ color: [UInt8]
  ) -> (product: Product, drawing: Drawing) {
    let price = Price(amount: Decimal(string: price)!)
    return (
      Product(id: id, name: name, about: about, price: price, picture: "shop:products/\(id)"),
      Drawing(squares: squares, color: color)
    )
  }
}
