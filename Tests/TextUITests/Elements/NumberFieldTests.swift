import ExpectSupport
import Foundation
import Testing
import Words

@testable import TextUI

@MainActor @Suite struct NumberFieldTests {
  @Test func `publishes the number that the user types`() throws {
    let field = NumberField<Int>("rating", in: 1...5)
    var published: [Int?] = []
    let cancellable = field.numberPublisher.sink { published.append($0) }
    expectEqual(Style.plain.text(field.line), "rating: (empty)")
    try field.type("4")
    expectEqual(Style.plain.text(field.line), "rating: 4")
    field.number = 2
    expectEqual(published, [4])
    expectEqual(field.example, "type rating 1")
    cancellable.cancel()
  }

  @Test(arguments: ["", "0", "6", "four", "4.0", "1e1", "0x4"])
  func `refuses what is not a number of its range`(text: String) {
    let field = NumberField<Int>("rating", in: 1...5)
    field.number = 3
    #expect(throws: CommandError("The field rating takes a whole number from 1 to 5.")) { try field.type(text) }
    expectEqual(field.number, 3)
  }

  @Test(arguments: ["nan", "inf", "1e400", "0x1p3", "1,5,", ".5", "1.", "1_000"])
  func `refuses what is not a finite number`(text: String) {
    #expect(throws: CommandError("The field weight takes a number, such as 12.5.")) {
      try NumberField<Double>("weight").type(text)
    }
    #expect(throws: CommandError("The field price takes a decimal number, such as 12.50.")) {
      try NumberField<Decimal>("price").type(text)
    }
  }

  @Test func `a decimal keeps its digits`() throws {
    let field = NumberField<Decimal>("price")
    try field.type("0.1000000000000000055511151231257827")
    expectEqual(field.number, Decimal(string: "0.1000000000000000055511151231257827"))
    try field.type("-12.50")
    expectEqual(Style.plain.text(field.line), "price: -12.50")
    // What the screen shows of it has no zero at its end.
    field.number = Decimal(string: "-12.5")
    expectEqual(Style.plain.text(field.line), "price: -12.50")
    field.number = 7
    expectEqual(Style.plain.text(field.line), "price: 7")
  }

  @Test func `a double is shown with its digits`() throws {
    let field = NumberField<Double>("weight", isOptional: true)
    for (text, shown) in [("1.5", "1.5"), ("2", "2"), ("-0.25", "-0.25"), ("1e+20", "100,000,000,000,000,000,000")] {
      try field.type(text)
      expectEqual(Style.plain.text(field.line), "weight: \(shown)")
    }
    try field.type("")
    #expect(field.number == nil)
    #expect(throws: CommandError("The field weight takes a number, such as 12.5, or nothing.")) { try field.type("x") }
  }

  @Test func `takes a decimal comma where people write one, and shows it in an error`() throws {
    let field = NumberField<Decimal>("price")
    field.words = Words(language: Language("de") ?? .english)
    try field.type("-12,50")
    expectEqual(field.number, Decimal(string: "-12.5"))
    try field.type("1.234,50")
    expectEqual(field.number, Decimal(string: "1234.5"))
    for text in ["7.25", "1,2,3", ",5", "5,"] {
      let error = #expect(throws: CommandError.self) { try field.type(text) }
      #expect(error.map { field.words.string($0.text) }?.contains("12,50") == true)
    }
    expectEqual(field.number, Decimal(string: "1234.5"))
  }

  @Test func `holds what it held when an action throws`() throws {
    let field = NumberField<Int>("rating")
    try field.type("4")
    field.addAction { _ in throw CommandError("Not today.") }
    #expect(throws: CommandError("Not today.")) { try field.type("5") }
    expectEqual(field.number, 4)
  }

  @Test(arguments: [
    ("12,5", "12,5"), ("1250", "1.250"), ("1,25", "1,25"), ("1250,00", "1.250,00"), ("-12.000", "-12.000"),
  ])
  func `is shown as people write it, which is what the field takes`(typed: String, shown: String) throws {
    let field = NumberField<Decimal>("price")
    field.words = Words(language: Language("de") ?? .english)
    try field.type(typed)
    expectEqual(Style.plain.text(field.line), "price: \(shown)")
    let number = field.number
    try field.type(field.enteredText)
    expectEqual(field.number, number)
  }
}
