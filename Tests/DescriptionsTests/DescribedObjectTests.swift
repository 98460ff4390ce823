import Descriptions
import ExpectSupport
import Testing

/// The patches between described objects.
@Suite struct DescribedObjectTests {
  private struct Row: ListRow {
    let id: Int
    var title = ""
    var note: String?

    init(_ id: Int, _ title: String = "", note: String? = nil) {
      self.id = id
      self.title = title
      self.note = note
    }

    static let fields: Fields<Row> = [Field(\.id, "The ID."), Field(\.title, "The title."), Field(\.note, "A note.")]
  }

  private struct Author: DescribedObject {
    var name = "Jane"
    var letters: [String] = []

    static let fields: Fields<Author> = [Field(\.name, "The name."), Field(\.letters, "Letters.")]
  }

  private struct Shelf: DescribedObject {
    var rows: [Row] = []
    var author = Author()
    var friend: Author?
    var count = 0
    var isOpen = false

    var summary: String { "\(count) of \(author.name)" }

    static let fields: Fields<Shelf> = [
      Field(\.rows, "The rows."), Field(\.author, "The author."), Field(\.friend, "A friend."),
      Field(\.count, "How many."), Field(\.isOpen, "Whether it is open."),
      Field(\.summary, name: "summary", "All in a text."),
    ]
  }

  private func patch(_ change: (inout Shelf) -> Void, to old: Shelf = Shelf()) -> String? {
    var new = old
    change(&new)
    return new.patch(from: old, limit: 100_000).map { String(decoding: $0, as: UTF8.self) }
  }

  private func patch(_ rows: [Row], from old: [Row]) -> String? { patch({ $0.rows = rows }, to: Shelf(rows: old)) }

  /// Rows whose texts are long enough that a row is longer than the operations that replace it.
  private func rows(_ ids: [Int]) -> [Row] { ids.map { Row($0, String(repeating: "text ", count: 20) + "\($0)") } }

  @Test func `nothing changes between equal values`() {
    expectEqual(patch { _ in }, "[]")
    expectEqual(patch({ $0.rows = rows([1, 2]) }, to: Shelf(rows: rows([1, 2]))), "[]")
  }

  @Test func `replaces the members that changed`() {
    expectEqual(patch { $0.isOpen = true }, #"[{"op":"replace","path":"/isOpen","value":true}]"#)
    expectEqual(
      patch { $0.count = 2 },
      #"[{"op":"replace","path":"/count","value":2},{"op":"replace","path":"/summary","value":"2 of Jane"}]"#)
  }

  @Test func `goes into nested values member by member`() {
    expectEqual(patch { $0.author.letters = ["a"] }, #"[{"op":"replace","path":"/author/letters","value":["a"]}]"#)
    expectEqual(
      patch { $0.friend = Author() }, #"[{"op":"replace","path":"/friend","value":{"letters":[],"name":"Jane"}}]"#)
    expectEqual(
      patch({ $0.friend?.name = "Emma" }, to: Shelf(friend: Author())),
      #"[{"op":"replace","path":"/friend/name","value":"Emma"}]"#)
    expectEqual(
      patch({ $0.friend = nil }, to: Shelf(friend: Author())), #"[{"op":"replace","path":"/friend","value":null}]"#)
  }

  @Test func `changes rows in place, before and behind others that come and go`() {
    let old = rows([1, 2, 3, 4, 5])
    var new = rows([1, 7, 2, 4, 5])
    new[0].title = "first"
    new[2].note = "second"
    new[4].title = "last"
    expectEqual(
      patch(new, from: old),
      #"[{"op":"replace","path":"/rows/0/title","value":"first"},"#
        + #"{"op":"add","path":"/rows/1","value":\#(String(decoding: new[1].json, as: UTF8.self))},"#
        + #"{"op":"replace","path":"/rows/2/note","value":"second"},{"op":"remove","path":"/rows/3"},"#
        + #"{"op":"replace","path":"/rows/4/title","value":"last"}]"#)
  }

  @Test func `adds to an empty list and to its end`() {
    expectEqual(patch([Row(1)], from: []), #"[{"op":"add","path":"/rows/0","value":{"id":1,"note":null,"title":""}}]"#)
    expectEqual(
      patch([Row(1), Row(2)], from: [Row(1)]),
      #"[{"op":"add","path":"/rows/1","value":{"id":2,"note":null,"title":""}}]"#)
  }

  @Test func `removes several rows from the end`() {
    expectEqual(
      patch(rows([1, 2]), from: rows([1, 2, 3, 4])),
      #"[{"op":"remove","path":"/rows/2"},{"op":"remove","path":"/rows/2"}]"#)
  }

  @Test(arguments: [
    ([1, 2, 3, 4, 5], [1, 4, 2, 3, 5], "/rows/3", "/rows/1"),
    ([1, 2, 3, 4, 5], [1, 3, 4, 2, 5], "/rows/1", "/rows/3"),
    ([1, 2], [2, 1], "/rows/1", "/rows/0"),
  ])
  func `moves one row`(old: [Int], new: [Int], from: String, path: String) {
    expectEqual(patch(rows(new), from: rows(old)), #"[{"from":"\#(from)","op":"move","path":"\#(path)"}]"#)
  }

  @Test func `changes rows beside one that moved`() {
    var new = rows([4, 1, 2, 3])
    new[0].note = "a"
    new[3].note = "b"
    expectEqual(
      patch(new, from: rows([1, 2, 3, 4])),
      #"[{"from":"/rows/3","op":"move","path":"/rows/0"},"#
        + #"{"op":"replace","path":"/rows/0/note","value":"a"},{"op":"replace","path":"/rows/3/note","value":"b"}]"#)
  }

  @Test(arguments: [
    ([1, 2, 3, 4], [4, 3, 2, 1]), ([1, 2, 3, 1, 5], [2, 1, 3, 5, 6]), ([1, 2, 3], [7, 8, 9]), ([1, 2, 3], []),
  ])
  func `replaces rows that were sorted, that have one identity, or of which none is left`(old: [Int], new: [Int]) {
    let array = rows(new).json
    expectEqual(
      patch(rows(new), from: rows(old)),
      #"[{"op":"replace","path":"/rows","value":\#(String(decoding: array, as: UTF8.self))}]"#)
  }

  @Test func `tells texts apart that are canonically equivalent`() {
    expectEqual(
      patch({ $0.author.name = "e\u{301}" }, to: Shelf(author: Author(name: "\u{e9}"))),
      "[{\"op\":\"replace\",\"path\":\"/author/name\",\"value\":\"e\u{301}\"},"
        + "{\"op\":\"replace\",\"path\":\"/summary\",\"value\":\"0 of e\u{301}\"}]")
    expectEqual(
      patch([Row(1, "e\u{301}")], from: [Row(1, "\u{e9}")]),
      "[{\"op\":\"replace\",\"path\":\"/rows/0/title\",\"value\":\"e\u{301}\"}]")
  }

  @Test func `makes no patch beyond its limit`() throws {
    let old = Shelf(rows: rows(Array(0..<50)))
    var new = old
    new.count = 1
    new.rows[7].note = "marked"
    new.rows.append(contentsOf: rows([70, 71]))
    let whole = try #require(new.patch(from: old, limit: .max))
    for limit in 0..<whole.count { #expect(new.patch(from: old, limit: limit) == nil) }
    expectEqual(new.patch(from: old, limit: whole.count), whole)
  }

  @Test func `is compared with a value of its own type alone`() {
    let one: any DescribedObject = Author()
    #expect(one.patch(from: Author(name: "Emma") as any DescribedObject, limit: 100) != nil)
    #expect(one.patch(from: Shelf() as any DescribedObject, limit: 100) == nil)
  }

  @Test func `describes the identity of rows`() {
    expectEqual(Shelf.schema["properties"]?["rows"]?["x-identity"], "id")
    expectEqual(Shelf.schema["properties"]?["rows"]?["items"]?["title"], "Row")
    #expect([Author].schema["x-identity"] == nil)
  }

  @Test func `describes the order of its fields where that is another one`() {
    expectEqual(Account.schema["x-order"], ["id", "balance"])
  }

  private struct Account: ListRow {
    let id: Int
    var balance: Int?
    static let fields: Fields<Account> = [Field(\.id, "The ID."), Field(\.balance, "The balance.", .isPrivate(as: 0))]
  }

  private struct Bank: DescribedObject {
    var accounts: [Account] = []
    var first: Account?
    let main = Account(id: 0)
    static let fields: Fields<Bank> = [Field(\.accounts, "The accounts."), Field(\.first, "The first.")]
  }

  @Test func `hides what is private in rows and nested values`() {
    let bank = Bank(accounts: [Account(id: 1, balance: 7), Account(id: 2)], first: Account(id: 1, balance: 7))
    #expect(Bank.hasPrivateFields)
    expectEqual(
      bank.hidingPrivateFields,
      Bank(accounts: [Account(id: 1, balance: 0), Account(id: 2)], first: Account(id: 1, balance: 0)))
  }

  @Test func `names a private value that cannot be hidden`() {
    let fields: Fields<Bank> = [Field(\.main, "Private in a constant.")]
    expectEqual(
      fields.mistakes, ["the value of \"main\" has private fields, and cannot be hidden: it needs a variable."])
  }

  @Test func `a window that slides says what has gone, what has come, and what has changed`() throws {
    var new = rows([3, 4, 5, 6, 7, 8])
    new[1].title = "Changed"
    let (from, to) = (Shelf(rows: rows([1, 2, 3, 4, 5, 6])), Shelf(rows: new))
    let patch = try JSONPatch(JSONText(scanning: #require(to.patch(from: from, limit: 10_000))))
    try expectEqual(patch.apply(to: JSONText(scanning: from.json)), to.json)
    let text = String(decoding: patch.json, as: UTF8.self)
    expectEqual(text.ranges(of: #""op":"remove""#).count, 2)
    expectEqual(text.ranges(of: #""op":"add""#).count, 2)
    expectEqual(text.ranges(of: #""op":"replace""#).count, 1)
    #expect(!text.contains("text text 6"))
  }

  private struct Named: ListRow {
    let id: String
    var count = 0
    static let fields: Fields<Named> = [Field(\.id, "The name."), Field(\.count, "How many.")]
  }

  private struct NamedRows: DescribedObject {
    var rows: [Named] = []
    static let fields: Fields<NamedRows> = [Field(\.rows, "The rows.")]
  }

  // Names that are equal for Swift, and not for JSON.
  @Test(arguments: [
    (one: "\u{E9}", other: "e\u{301}"), (one: "aA\u{30A}/~b", other: "a\u{C5}/~b"),
    (one: "\u{AC00}", other: "\u{1100}\u{1161}"),
  ])
  func `a row with its name in another spelling is another row`(names: (one: String, other: String)) throws {
    let others = (0..<9).map { Named(id: "other \($0)") }
    for index in 0...others.count {
      var (old, new) = (NamedRows(rows: others), NamedRows(rows: others))
      old.rows.insert(Named(id: names.one), at: index)
      new.rows.insert(Named(id: names.other), at: index)
      let patch = try JSONPatch(JSONText(scanning: #require(new.patch(from: old, limit: 10_000))))
      try expectEqual(patch.apply(to: JSONText(scanning: old.json)), new.json)
      // A row keeps its identity.
      #expect(!String(decoding: patch.json, as: UTF8.self).contains("/id"))
      #expect(NamedRows.fields.containsRow(names.one, in: "rows", of: old) == true)
      #expect(NamedRows.fields.containsRow(names.other, in: "rows", of: old) == false)
    }
  }
}
