import Foundation
import Models
import Testing

@Suite("Idempotency key")
struct IdempotencyKeyTests {
  /// Counts 1, 2, 3…: a random source without surprises.
  private struct Counting: RandomNumberGenerator {
    var count: UInt64 = 0
    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  @Test("is a version 4 UUID made of the random source alone")
  func random() {
    var source = Counting()
    #expect(IdempotencyKey.random(using: &source).rawValue == "00000000-0000-4001-8000-000000000002")
    #expect(IdempotencyKey.random(using: &source).rawValue == "00000000-0000-4003-8000-000000000004")
    let system = IdempotencyKey.random()
    #expect(UUID(uuidString: system.rawValue) != nil)
    #expect(system != IdempotencyKey.random())
  }

  @Test("fits a header", arguments: ["", " ", "a b", "a\r\nX: y", "ä", "\u{7F}", String(repeating: "k", count: 256)])
  func refused(text: String) {
    #expect(IdempotencyKey(rawValue: text) == nil)
  }

  @Test("may be any visible text", arguments: ["k", "order-7/~!", String(repeating: "k", count: 255)])
  func accepted(text: String) {
    #expect(IdempotencyKey(rawValue: text)?.rawValue == text)
  }
}

@Suite("Shop and bank values")
struct ShopTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("are plain JSON")
  func shapes() throws {
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

  @Test("a product's identifier is any text but none")
  func productID() {
    #expect(ProductID(rawValue: "") == nil)
    #expect(ProductID(rawValue: "a/b") == "a/b")
  }
}
