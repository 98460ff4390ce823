import Formatting
import Foundation
import Models
import Testing

@Suite("Circled number format")
struct CircledNumberFormatTests {
  @Test("has a character for every number")
  func characters() {
    let all = CircledNumber.range.compactMap { CircledNumber($0)?.character }
    #expect(String(all) == "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿")
  }

  @Test("agrees with what Unicode says the character's number is")
  func numericValues() {
    for number in CircledNumber.range.compactMap(CircledNumber.init) {
      #expect(number.character.unicodeScalars.first?.properties.numericValue == Double(number.value))
    }
  }

  @Test("names the seed's symbol", arguments: [(0, "0.circle"), (15, "15.circle"), (50, "50.circle")])
  func symbols(value: Int, name: String) {
    #expect(CircledNumber(value)?.symbolName == name)
  }
}

@Suite("Redaction")
struct RedactionTests {
  @Test("is the same text for everything", arguments: ["", "--", "$1.00", "$1,234,567.89"])
  func hidden(text: String) {
    #expect(Redaction.text(text, hidden: true) == "••••••")
    #expect(Redaction.text(text, hidden: false) == text)
  }

  @Test("does not even make the text that it hides")
  func lazy() {
    var made = 0
    func text() -> String {
      made += 1
      return "$1.00"
    }
    _ = Redaction.text(text(), hidden: true)
    #expect(made == 0)
    _ = Redaction.text(text(), hidden: false)
    #expect(made == 1)
  }
}

@Suite("Formats")
struct FormatsTests {
  @Test("hold one format of each kind, for one locale, zone and clock")
  func bundle() throws {
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let formats = Formats(locale: Locale(identifier: "de_DE"), timeZone: .gmt, now: { now })
    #expect(formats.currency.text(Money(amount: 5)) == "5,00 $")
    #expect(formats.date.text(now) == "Today at 11:06:40")
  }
}
