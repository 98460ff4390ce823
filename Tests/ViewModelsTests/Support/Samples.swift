import AppTesting
import Foundation
import JSON
import Models
import ViewModels

extension Product {
  static let wand = Product(
    id: "wand", title: "Wand", description: "Eleven inches of oak.", price: Money(amount: 199))
  static let cloak = Product(id: "cloak", title: "Cloak", description: "Hard to see.", price: Money(amount: 349))
}

extension Receipt {
  static let wand = Receipt(id: "R-1", productID: "wand", price: Money(amount: 199), date: .fixed)
}

extension Balance {
  /// A balance that was acquired a number of seconds before the fixed date.
  static func cents(_ cents: Int, ago seconds: TimeInterval = 0) -> Balance {
    Balance(value: Money(amount: Decimal(cents) / 100), date: .fixed - seconds)
  }
}

extension AnyScreenInstance {
  /// Sends an event as JSON.
  func send(json: String) throws { try send(JSONText(scanning: json.utf8)) }
}

extension JSONWritable {
  /// The value's JSON.
  var text: String { String(decoding: json, as: UTF8.self) }
}

/// Everything that a value reveals: its description, its dump and its mirror.
func revealed(_ value: Any) -> String {
  var text = "\(value)" + String(reflecting: value)
  dump(value, to: &text)
  return text
}
