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
