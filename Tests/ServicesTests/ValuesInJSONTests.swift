import Descriptions
import ExpectSupport
import Foundation
import Models
import Requests
import Services
import Testing

@Suite struct ValuesInJSONTests {
  private func text(_ value: some JSONWritable) -> String { String(decoding: value.json, as: UTF8.self) }

  private func read<Value: JSONReadable>(_: Value.Type, _ text: String) throws -> Value? {
    Value(try JSONText(scanning: text.utf8))
  }

  @Test func `values are written as they are read`() throws {
    let date = Date(timeIntervalSince1970: 1_795_273_445)
    let money = try Money("1234.5", Currency("JPY"))
    func check<Value: JSONRecord & Equatable>(_ value: Value, _ json: String) throws {
      expectEqual(text(value), json)
      try expectEqual(read(Value.self, json), value)
    }
    try check(money, #"{"amount":"1234.5","currency":"JPY"}"#)
    try check(Money.zero, #"{"amount":"0.00","currency":"USD"}"#)
    try check(
      Balance(value: .zero, date: date),
      #"{"date":"2026-11-21T15:04:05Z","value":{"amount":"0.00","currency":"USD"}}"#)
    try check(
      Receipt(id: "R-1", productID: "wand", price: .zero, date: date),
      #"{"date":"2026-11-21T15:04:05Z","id":"R-1","price":{"amount":"0.00","currency":"USD"},"productID":"wand"}"#)
    try check(Account(username: try Username("ada")), #"{"username":"ada"}"#)
  }

  @Test(arguments: [
    #"{"amount":1234.56,"currency":"USD"}"#, #"{"amount":"1e2","currency":"USD"}"#, #"{"amount":"1"}"#,
    #"{"amount":"1","currency":"usd"}"#, #"{"amount":"","currency":"USD"}"#, #""1""#,
  ])
  func `money is not read from other notations`(json: String) throws {
    #expect(try read(Money.self, json) == nil)
  }

  @Test func `a name and an identifier keep their rules`() throws {
    #expect(try read(Username.self, #"" ""#) == nil)
    #expect(try read(ProductID.self, #""""#) == nil)
    #expect(try read(AccountCreation.self, #"{"username":"ada","password":"","idempotencyKey":"a"}"#) == nil)
  }

  @Test func `only a balance has a private member`() {
    expectEqual(Balance.privateMembers, ["value": Array(#"{"amount":"0.00","currency":"USD"}"#.utf8)])
    expectEqual(Receipt.privateMembers, [:])
    expectEqual(Money.privateMembers, [:])
  }
}
