import Foundation
import Screens

// What the service can be asked.

/// An amount of money.
struct Price: JSONRecord, Hashable, Sendable {
  var amount: Decimal
  var currency = "EUR"

  static let record = Codec(Price.init(amount:currency:), Member("amount", \.amount), Member("currency", \.currency))
    .asMoney
}

struct Product: JSONRecord, Identifiable, Hashable, Sendable {
  var id: Int
  var name: String
  var about: String
  var price: Price
  /// The address of its picture.
  var picture: String

  static let record = Codec(
    Product.init(id:name:about:price:picture:), Member("id", \.id), Member("name", \.name), Member("about", \.about),
    Member("price", \.price), Member("picture", \.picture))
}

/// A product in a basket or an order, and how many.
struct Line: JSONRecord, Identifiable, Hashable, Sendable {
  var product: Product
  var count: Int

  var id: Int { product.id }

  static let record = Codec(Line.init(product:count:), Member("product", \.product), Member("count", \.count))
}

extension [Line] {
  var total: Price { Price(amount: reduce(0) { $0 + $1.product.price.amount * Decimal($1.count) }) }
}

struct ProductQuery: JSONRecord, Equatable, Sendable {
  var text = ""

  static let record = Codec(ProductQuery.init(text:), Member("text", \.text))
}

/// What a person pays for. The key keeps it from being paid twice when an answer is lost, and the total from being another one than the
/// person has seen.
struct NewOrder: JSONRecord, Equatable, Sendable {
  var lines: [Line]
  var total: Price
  var key: IdempotencyKey

  static let record = Codec(
    NewOrder.init(lines:total:key:), Member("lines", \.lines), Member("total", \.total), Member("key", \.key))
}

struct Order: JSONRecord, Identifiable, Hashable, Sendable {
  var id: Int
  var lines: [Line]
  var total: Price
  var placedAt: Date

  static let record = Codec(
    Order.init(id:lines:total:placedAt:), Member("id", \.id), Member("lines", \.lines), Member("total", \.total),
    Member("placedAt", \.placedAt))
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
    Delivery.init(stage:courier:minutes:), Member("stage", \.stage), Member("courier", \.courier),
    Member("minutes", \.minutes))
}

/// A message between a person and the courier of an order, as the server has it.
struct Message: JSONRecord, SentElement, Equatable {
  var id: Int
  var author: String
  var text: String
  /// The name of the photo that was sent with it.
  var photo: String?
  var sentAt: Date
  /// The key with which it was sent.
  var key: IdempotencyKey?

  static let record = Codec(
    Message.init(id:author:text:photo:sentAt:key:), Member("id", \.id), Member("author", \.author),
    Member("text", \.text), Member("photo", \.photo), Member("sentAt", \.sentAt), Member("key", \.key))
}

/// A message that is to be sent, perhaps with a photo.
struct NewMessage: JSONRecord, Sendable {
  var order: Int
  var text: String
  var photo: FileReference?
  var key: IdempotencyKey

  static let record = Codec(
    NewMessage.init(order:text:photo:key:), Member("order", \.order), Member("text", \.text),
    Member("photo", \.photo), Member("key", \.key))
}

/// A password. It has no description, and no JSON that goes out.
struct Password: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(text)
  }
}

struct SignIn: JSONRecord, Sendable {
  var name: String
  var password: Password

  static let record = Codec(
    SignIn.init(name:password:), Member("name", \.name), Member(secret: "password", \.password))
}

/// Who is signed in. The access token stays in the backend.
struct Account: JSONRecord, ScreenOutcome {
  var name: String

  static let record = Codec(Account.init(name:), Member("name", \.name))
}

extension ServiceOperation<SignIn, Account> {
  /// A sign-in never waits for one: a wrong password is its answer.
  static var signIn: Self { Self("signIn").effect(.changes).withoutRenewal() }
}

extension ServiceOperation<ProductQuery, [Product]> {
  static var products: Self { Self("products") }
}

extension ServiceOperation<Int, Product> {
  static var product: Self { Self("product") }
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

extension ServiceOperation<NewMessage, Message> {
  static var post: Self { Self("post").effect(.changes) }
}

extension OutboxOperation<NewMessage, Message> {
  /// The messages about an order are sent one after the other.
  static var post: Self { Self(.post, key: \.key) { "order-\($0.order)" } }
}

extension ServiceFeed<Int, Delivery> {
  /// How an order stands, first as it is. What came before the newest is of no interest.
  static var courier: Self { Self("courier").keepingNewest() }
}

extension ServiceFeed<Int, Message> {
  /// The messages about an order, from the first one on.
  static var conversation: Self { Self("conversation").identified(by: \.id) }
}
