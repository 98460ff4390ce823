import ExpectSupport
import Testing

@testable import TextUI

@Suite struct TableTests {
  private let table = Table(
    columns: [
      TableColumn(name: "title", title: "Title"), TableColumn(name: "note", title: "Note"),
      TableColumn(name: "amount", title: "Amount", isNumber: true),
    ],
    rows: [
      Table.Row(9, ["Lunch", "", "4.20 EUR"]),
      Table.Row(10, ["Tea with a long name", "", "12.00 EUR"], mark: " (selected)"),
      Table.Row(11, ["日本", "", "1"], remark: " (open disabled: It is gone.)"),
    ])

  private func text(_ width: Int) -> [String] { table.lines(fitting: width).map(Style.plain.text) }

  @Test func `aligns columns, and leaves out what is empty`() {
    expectEqual(
      text(80),
      [
        "      Title                    Amount", "   9. Lunch                  4.20 EUR",
        "  10. Tea with a long name  12.00 EUR (selected)",
        "  11. 日本                          1 (open disabled: It is gone.)",
      ])
  }

  @Test func `says why a button is not for a row where there is room in its line`() {
    expectEqual(text(66).last, "  11. 日本                          1 (open disabled: It is gone.)")
    expectEqual(text(65).last, "  11. 日本                          1")
  }

  @Test func `cuts the widest column where the terminal is narrow`() {
    expectEqual(
      text(28),
      [
        "      Title           Amount", "   9. Lunch         4.20 EUR", "  10. Tea with a…  12.00 EUR (selected)",
        "  11. 日本                 1",
      ])
  }

  @Test func `never cuts an amount while a column of words can give room`() {
    let table = Table(
      columns: [
        TableColumn(name: "day", title: "Day"), TableColumn(name: "title", title: "Title"),
        TableColumn(name: "amount", title: "Amount", isNumber: true),
      ],
      rows: [Table.Row(1, ["Saturday, 28 November", "Lunch with the whole team", "12,345.60 EUR"])])
    expectEqual(table.lines(fitting: 36).map(Style.plain.text)[1], "  1. Saturd…  Lunch …  12,345.60 EUR")
    // The last column of words goes first.
    expectEqual(
      table.lines(fitting: 30).map(Style.plain.text),
      [
        "     Day                Amount", "  1. Saturday,…  12,345.60 EUR",
      ])
  }

  @Test(arguments: [
    (["4.20 EUR", "$120.00", "-7,00 €", "", "•••"], true), (["4.20 EUR", "none"], false), (["4.20", "120"], false),
    (["A 4", "12 EUR"], false),
  ])
  func `amounts that are texts stand at the right`(cells: [String], isAtRight: Bool) {
    let table = Table(
      columns: [TableColumn(name: "a", title: "A"), TableColumn(name: "b", title: "Longer")],
      rows: cells.enumerated().map { Table.Row($0.offset, [$0.element, "x"]) })
    let heading = table.lines(fitting: 80).map(Style.plain.text)[0]
    #expect(heading.hasPrefix("     A ") != isAtRight, "\(heading)")
  }

  @Test func `shows control characters as pictures`() {
    let table = Table(columns: [TableColumn(name: "a", title: "A")], rows: [Table.Row(1, ["x\u{1B}[2J"])])
    expectEqual(table.lines(fitting: 80).map(Style.plain.text), ["     A", "  1. x␛[2J"])
  }
}
