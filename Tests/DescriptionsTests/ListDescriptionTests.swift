import Descriptions
import ExpectSupport
import JSON
import Testing

@Suite struct ListDescriptionTests {
  private struct Book: ListRow {
    let id: Int
    var title = ""
    var price = 0
    var isMine = false
    static let fields: Fields<Book> = [
      Field(\.id, "The number."), Field(\.title, "The title.", as: .title), Field(\.price, "What it costs."),
      Field(\.isMine, "Whether it is mine."),
    ]
  }

  private enum Order: String, Choice { case title, price }

  private struct Shelf: DescribedObject {
    var books: [Book] = []
    var loans: [Book] = []
    var order = Order.title
    var count = ""
    static let fields: Fields<Shelf> = [
      Field(\.books, "The books.")
        .shownAsList(
          emptyText: "There are no books.", columns: [\Book.price], orderedBy: \.order, countedBy: \.count,
          own: \Book.isMine),
      Field(\.loans, "The loans.").sectioned(by: \Book.title).shownAsList(anchoredAt: .end),
      Field(\.order, "The order."), Field(\.count, "How many there are."),
    ]
  }

  @Test func `stands in the schema`() {
    let properties = Shelf.schema["properties"]
    expectEqual(properties?["books"]?["x-empty-text"], "There are no books.")
    expectEqual(properties?["books"]?["x-columns"], ["price"])
    expectEqual(properties?["books"]?["x-ordered-by"], "order")
    expectEqual(properties?["books"]?["x-counted-by"], "count")
    expectEqual(properties?["books"]?["x-own"], "isMine")
    #expect(properties?["books"]?["x-anchor"] == nil)
    expectEqual(properties?["loans"]?["x-anchor"], "end")
    #expect(properties?["loans"]?["x-columns"] == nil)
    expectEqual(properties?["loans"]?["x-sectioned-by"], "title")
    expectEqual(Shelf.fields.mistakes, [])
  }

  private struct Hidden: ListRow {
    let id: Int
    var price = 0
    var isMine = false
    static let fields: Fields<Hidden> = [Field(\.id, "The number."), .leftOut(\.price), .leftOut(\.isMine)]
  }

  private struct Wrong: DescribedObject {
    var name = ""
    var rows: [Hidden] = []
    var order = 0
    var others: [Book] = []
    static let fields: Fields<Wrong> = [
      Field(\.name, "A text.").shownAsList(),
      Field(\.rows, "Rows.").shownAsList(
        columns: [\Hidden.price], orderedBy: \.order, countedBy: \.order, own: \Hidden.isMine),
      .leftOut(\.order),
      Field(\.others, "Others.").sectioned(by: \Book.price),
    ]
  }

  @Test func `is checked`() {
    expectEqual(
      Wrong.fields.mistakes,
      [
        #"the field "name" is shown as a list, and has no rows with identities."#,
        #"the list "rows" has a column that is in no field of its rows."#,
        #"the list "rows" is ordered by a property that is in no field."#,
        #"the list "rows" is counted by a property that is in no field."#,
        #"the list "rows" says what is the person's own by no field of its rows."#,
        #"the list "others" has sections by what is no text, choice or date in a field of its rows."#,
      ])
  }
}
