import Foundation
import HTTP
import Screens

/// What a person pays for. The key keeps it from being paid twice when an answer is lost, and the total from being another one than the
/// person has seen.
struct NewOrder: JSONRecord, Equatable, Sendable {
  var lines: [Line]
  var total: Price
  var key: IdempotencyKey

  static let record = Codec(
    NewOrder.init(lines:total:key:), \.lines, \.total, \.key)
}

struct Order: JSONRecord, Identifiable, Hashable, Sendable {
  var id: Int
  var lines: [Line]
  var total: Price
  var placedAt: Date

  static let record = Codec(
    Order.init(id:lines:total:placedAt:), \.id, \.lines, \.total,
    \.placedAt)
}

/// Where the courier is.
enum Stage: String, Choice {
  case packing, onTheWay, delivered

  var label: String { self == .onTheWay ? "on the way" : rawValue }
}

/// How an order stands.
struct Delivery: JSONRecord, Equatable, Sendable {
  var stage: Stage
  var courier: String
  /// How many minutes it takes, as far as it is known.
  var minutes: Int?

  static let record = Codec(
    Delivery.init(stage:courier:minutes:), \.stage, \.courier,
    \.minutes)
}

extension ServiceOperation<NewOrder, Order> {
  /// A guest is asked to sign in first.
  static var pay: Self { Self("pay").effect(.changes).signIn(.required) }
}

extension ServiceOperation<Void, [Order]> {
  static var orders: Self { Self("orders") }
}

extension ServiceOperation<Int, Order> {
  static var order: Self { Self("order") }
}

extension ServiceFeed<Int, Delivery> {
  /// How an order stands, first as it is. What came before the newest is of no interest.
  static var courier: Self { Self("courier").keepingNewest() }
}

extension HTTPRoute {
  /// How a server is asked for orders.
  static var orders: [HTTPRoute] {
    [
      HTTPRoute(.pay, "/orders", method: .post, status: 201),
      HTTPRoute(.orders, "/orders"),
      HTTPRoute(.order, "/orders/{order}"),
      HTTPRoute(.courier, "/orders/{order}/courier", endsInOrder: true),
    ]
  }
}
