import Foundation
import Models
import Testing

@Suite struct ModelCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `models have a stable JSON form`() throws {
    let date = Date(timeIntervalSince1970: 1_795_000_000)
    let price = try Money("19.99")
    #expect(
      try json(Balance(value: price, date: date))
        == #"{"date":"2026-11-18T11:06:40Z","value":{"amount":"19.99","currency":"USD"}}"#)
    #expect(
      try json(Product(id: "wand", title: "Wand", description: "Oak.", price: price))
        == #"{"description":"Oak.","id":"wand","price":{"amount":"19.99","currency":"USD"},"title":"Wand"}"#)
    #expect(
      try json(Receipt(id: "1", productID: "wand", price: price, date: date))
        == #"{"date":"2026-11-18T11:06:40Z","id":"1","price":{"amount":"19.99","currency":"USD"},"productID":"wand"}"#)
    #expect(try json(Account(username: Username("gandalf"))) == #"{"username":"gandalf"}"#)
  }
}
