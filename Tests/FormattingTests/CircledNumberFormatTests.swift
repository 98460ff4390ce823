import ExpectSupport
import Formatting
import Models
import Testing

@Suite struct CircledNumberFormatTests {
  @Test func `has a character for every number`() {
    let all = CircledNumber.range.compactMap { CircledNumber($0)?.character }
    expectEqual(String(all), "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿")
  }

  @Test func `has the numeric value that Unicode defines`() {
    for number in CircledNumber.range.compactMap(CircledNumber.init) {
      expectEqual(number.character.unicodeScalars.first?.properties.numericValue, Double(number.value))
    }
  }

  @Test(arguments: [(0, "0.circle"), (15, "15.circle"), (50, "50.circle")])
  func `has the symbol name of the seed`(value: Int, name: String) {
    expectEqual(CircledNumber(value)?.symbolName, name)
  }
}
