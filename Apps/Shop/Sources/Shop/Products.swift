import Foundation
import Screens

/// The products in memory.
enum Products {
  /// What the shop sells, and how it is called in German, by which it is found, too.
  static let all: [(product: Product, german: String)] = [
    product(1, "Teapot", "Teekanne", "For six cups, and it does not drip.", "34.00"),
    product(2, "Mug", "Becher", "Holds a third of a litre, and keeps it warm.", "9.50"),
    product(3, "Bowl", "Schale", "For soup, salad, and what is left of both.", "12.00"),
    product(4, "Plate", "Teller", "Flat, round, and fit for the dishwasher.", "11.25"),
    product(5, "Spoon", "Löffel", "Steel, with a long handle.", "3.20"),
    product(6, "Fork", "Gabel", "Steel, with four tines.", "3.20"),
    product(7, "Jar", "Glas", "For jam or pencils, with a lid.", "6.90"),
    product(8, "Board", "Brett", "Oak, to cut bread on.", "24.00"),
    product(9, "Pan", "Pfanne", "Iron, twenty-four centimetres.", "49.90"),
    product(10, "Candle", "Kerze", "Burns for thirty hours.", "4.75"),
    product(11, "Apron", "Schürze", "Linen, with a pocket.", "19.00"),
    product(12, "Toaster", "Toaster", "For two slices at a time.", "59.00"),
  ]

  static var handlers: [ServiceHandler] {
    [
      ServiceHandler(.products) { query in
        let text = query.text.lowercased()
        return all.filter { text.isEmpty || "\($0.product.name)\n\($0.german)".lowercased().contains(text) }.map(
          \.product)
      },
      ServiceHandler(.product) { try product($0) },
    ]
  }

  static func product(_ id: Int) throws -> Product {
    guard let found = all.first(where: { $0.product.id == id }) else {
      throw ServiceError.problem(status: 404, detail: "We do not sell this any more.")
    }
    return found.product
  }

  private static func product(
    _ id: Int, _ name: String, _ german: String, _ about: String, _ price: String
  ) -> (product: Product, german: String) {
    let price = Price(amount: Decimal(string: price)!)
    return (Product(id: id, name: name, about: about, price: price, picture: "shop:products/\(id)"), german)
  }
}
