import Foundation
import Models
import Testing

@Suite struct MoneyCodingTests {
  private func decode(_ json: String) throws -> Money {
    try JSONDecoder().decode(Money.self, from: Data(json.utf8))
  }

  @Test func `encodes the amount as a string`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(Money("1234.56"))
    #expect(String(decoding: json, as: UTF8.self) == #"{"amount":"1234.56","currency":"USD"}"#)
    #expect(try decode(#"{"amount":"1234.56","currency":"USD"}"#) == Money("1234.56"))
  }

  @Test func `refuses an amount that is a JSON number`() {
    #expect(throws: DecodingError.self) { try decode(#"{"amount":12.5,"currency":"USD"}"#) }
  }

  @Test(arguments: [
    (#"{"amount":"tuppence","currency":"USD"}"#, "amount", MoneyError.badAmount),
    (#"{"amount":"1","currency":"tuppence"}"#, "currency", MoneyError.badCurrency),
  ])
  func `reports the path of a bad field without its content`(json: String, field: String, error: MoneyError) throws {
    let thrown = #expect(throws: DecodingError.self) { try decode(json) }
    guard case .dataCorrupted(let context) = thrown else {
      Issue.record("not a dataCorrupted error: \(String(describing: thrown))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == [field])
    #expect(context.debugDescription == error.description)
    #expect(!String(reflecting: thrown).contains("tuppence"))
  }
}
