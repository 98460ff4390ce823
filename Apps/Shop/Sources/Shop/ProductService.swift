import Foundation
import HTTP
import Screens

/// An amount of money.
struct Price: JSONRecord, Hashable, Sendable {
  var amount: Decimal
  var currency = "EUR"

  static let record = Codec(Price.init(amount:currency:), \.amount, \.currency)
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
    Product.init(id:name:about:price:picture:), \.id, \.name, \.about,
    \.price, \.picture)
}

extension Product {
  /// What the service says, as a key of the catalogue of texts.
  var title: LocalizedText { LocalizedText(english: name) }
}

struct ProductQuery: JSONRecord, Equatable, Sendable {
  var text = ""

  static let record = Codec(ProductQuery.init(text:), \.text)
}

extension ServiceOperation<ProductQuery, [Product]> {
  static var products: Self { Self("products") }
}

extension ServiceOperation<Int, Product> {
  static var product: Self { Self("product") }
}

extension HTTPRoute {
  /// How a server is asked for products.
  static var products: [HTTPRoute] { [HTTPRoute(.products, "/products"), HTTPRoute(.product, "/products/{id}")] }
}
