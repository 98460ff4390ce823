import Descriptions
import ExpectSupport
import Testing

@Suite struct JSONRecordTests {
  private struct Word: Secret {
    private let text: String

    init(_ text: String) { self.text = text }

    func withRevealedText<Result, Failure: Error>(
      _ body: (String) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(text) }
  }

  private struct Range: JSONRecord, Equatable {
    var low: Int
    var high: Int

    static let record = Codec(
      { $0 <= $1 ? Range(low: $0, high: $1) : nil }, Field(\.low), Field(\.high, "The last number."))
  }

  private struct Person: JSONRecord, Equatable {
    var name: String
    var nickname: String?
    var ages: [Range]
    var word: Word

    static let record = Codec(
      title: "Human", Person.init(name:nickname:ages:word:), Field(\.name, "", .isPrivate(as: "(hidden)")),
      Field(\.nickname), Field(\.ages), Field(\.word))
  }

  private let ada = Person(name: "Ada", nickname: nil, ages: [Range(low: 1, high: 9)], word: Word("abra"))

  private func person(_ text: String) throws -> Person? { Person(try JSONText(scanning: text.utf8)) }

  @Test func `is written sorted by name and without its secrets`() {
    expectEqual(
      String(decoding: ada.json, as: UTF8.self), #"{"ages":[{"high":9,"low":1}],"name":"Ada","nickname":null}"#)
    var writer = JSONWriter()
    Person.record.write(ada, to: &writer, includingSecrets: true)
    expectEqual(
      String(decoding: writer.bytes, as: UTF8.self),
      #"{"ages":[{"high":9,"low":1}],"name":"Ada","nickname":null,"word":"abra"}"#)
    expectEqual(Person.record.secrets(in: ada), ["abra"])
  }

  @Test(arguments: [
    #"{"name":"Ada","ages":[{"low":1,"high":9}],"word":"abra"}"#,
    #"{"word":"abra","extra":[1],"nickname":null,"name":"Ada","ages":[{"low":1,"high":9,"more":{}}]}"#,
  ])
  func `is read, whatever else is there`(text: String) throws {
    try expectEqual(person(text), ada)
  }

  @Test(arguments: [
    "[]", "{}", #"{"name":"Ada","ages":[]}"#, #"{"name":1,"ages":[],"word":"abra"}"#,
    #"{"name":"Ada","ages":[],"word":"abra","nickname":1}"#, #"{"name":"Ada","ages":null,"word":"abra"}"#,
    #"{"name":"Ada","ages":[{"low":2,"high":1}],"word":"abra"}"#,
  ])
  func `is not read from members of other types, or that make no value`(text: String) throws {
    #expect(try person(text) == nil)
  }

  @Test func `is described by its members`() {
    expectEqual(Person.shape.members.map(\.shape), [.text(), .optional(.text()), .list(Range.shape), .secret])
    expectEqual(Person.shape.members.map(\.name), ["name", "nickname", "ages", "word"])
    expectEqual(Person.shape.members.map(\.isRequired), [true, false, true, true])
    expectEqual(Person.shape.title, "Human")
    expectEqual(
      Range.shape, .record("Range", [.init("low", .integer()), .init("high", .integer(), "The last number.")]))
    expectEqual(Person.privateMembers, ["name": "(hidden)".json])
    expectEqual(Person.example, Person(name: "", nickname: nil, ages: [], word: Word("")))
    expectEqual(Range.example, Range(low: 0, high: 0))
  }

  private struct Family: JSONRecord {
    var head: Person?
    var others: [Person]
    var pet: String

    static let record = Codec(
      Family.init(head:others:pet:), Field(\.head), Field(\.others, name: "o/thers"),
      Field(\.pet, name: "~pet", "The pet.", .isPrivate(as: "Rex")))
  }

  @Test func `has the private members of its members`() {
    let expected = ["head/name": "(hidden)".json, "o~1thers/name": "(hidden)".json, "~0pet": "Rex".json]
    expectEqual(Family.privateMembers, expected)
    expectEqual([Family]?.privateMembers, expected)
    // What is private as a whole has nothing that is private inside.
    let form = Codec(
      { Family(head: $0, others: [], pet: "") }, Field(\.head, "Its head.", .isPrivate(as: nil)))
    expectEqual(form.privateMembers, ["head": JSON.null.json])
  }

  @Test func `hides its private members, also inside of others and in what holds it`() {
    struct Letter: JSONRecord, Equatable {
      var text: String
      var pages: Range
      static let record = Codec(
        Letter.init(text:pages:), Field(\.text, "What it says.", .isPrivate(as: "(hidden)")), Field(\.pages))
    }
    struct Box: JSONRecord, Equatable {
      var letters: [Letter]
      var last: Letter?
      static let record = Codec(Box.init(letters:last:), Field(\.letters), Field(\.last))
    }
    struct Desk: DescribedObject {
      var box: Box
      var range = Range(low: 1, high: 2)
      static let fields: Fields<Desk> = [Field(\.box, "A box."), Field(\.range, "A range.")]
    }
    func letter(_ text: String) -> Letter { Letter(text: text, pages: Range(low: 1, high: 2)) }
    #expect(Desk.hasPrivateFields && Box.hasPrivateFields && !Range.hasPrivateFields)
    let desk = Desk(box: Box(letters: [letter("Dear"), letter("Hello")], last: letter("Bye")))
    let hidden = letter("(hidden)")
    expectEqual(desk.hidingPrivateFields, Desk(box: Box(letters: [hidden, hidden], last: hidden)))
    expectEqual(Desk.shape.privatePaths, ["box/last/text", "box/letters/text"])
    // Where the placeholders make no value, it is the example.
    struct Span: JSONRecord, Equatable {
      var low: Int
      var high: Int
      static let record = Codec(
        { $0 <= $1 ? Span(low: $0, high: $1) : nil }, Field(\Span.low, "The first.", .isPrivate(as: 7)), Field(\.high))
    }
    expectEqual(Span(low: 5, high: 8).hidingPrivateFields, Span(low: 7, high: 8))
    expectEqual(Span(low: 5, high: 6).hidingPrivateFields, Span.example)
  }

  @Test func `is said the same of as a property of a state`() throws {
    struct Parcel: JSONRecord, Equatable {
      var weight: Int
      var note: String?
      static let record = Codec(
        Parcel.init(weight:note:), Field(\.weight, "In grams.").bounded(from: 1, to: 9).example(5),
        Field(\.note, "What is in it.", .isPrivate(as: "•"), as: .note).labelled("Content").inSection("More"))
    }
    struct Shown: DescribedObject {
      var weight = 5
      var note: String?
      static let fields: Fields<Shown> = [
        Field(\.weight, "In grams.").bounded(from: 1, to: 9),
        Field(\.note, "What is in it.", .isPrivate(as: "•"), as: .note).labelled("Content").inSection("More"),
      ]
    }
    // Every member of an object is there, and a record may lack what is optional.
    expectEqual(Shown.shape.members.map(\.isRequired), [true, true])
    expectEqual(Parcel.shape.members.map(\.isRequired), [true, false])
    var members = Parcel.shape.members
    members[1] = try #require(Shown.shape.members.last)
    expectEqual(members, Shown.shape.members)
    expectEqual(Parcel.shape.members[1].section, "More")
    expectEqual(Parcel.example, Parcel(weight: 5, note: nil))
    // What lies beyond its bounds is not read.
    #expect(Parcel(try JSONText(scanning: #"{"weight":10}"#.utf8)) == nil)
    expectEqual(Parcel(try JSONText(scanning: #"{"weight":9}"#.utf8)), Parcel(weight: 9, note: nil))
    // What is not there has nothing to hide.
    expectEqual(Parcel(weight: 1, note: "gold").hidingPrivateFields, Parcel(weight: 1, note: "•"))
    expectEqual(Parcel(weight: 1, note: nil).hidingPrivateFields, Parcel(weight: 1, note: nil))
  }

  private struct Book: JSONRecord, ListRow {
    var id: Int
    var title: String
    static let record = Codec(
      Book.init(id:title:), Field(\.id), Field(\.title, "What it is called.", .isPrivate(as: "?"), as: .title))
  }

  private struct Shelf: DescribedObject {
    var books: [Book]
    static let fields: Fields<Shelf> = [Field(\.books, "The books.")]
  }

  @Test func `is a row of a list by the same description`() throws {
    let json = #"[{"id":1,"title":"Emma"},{"id":2,"title":"Ulysses"}]"#
    let shelf = Shelf(books: try #require([Book](JSONText(scanning: json.utf8))))
    expectEqual(String(decoding: shelf.json, as: UTF8.self), #"{"books":\#(json)}"#)
    expectEqual(Shelf.shape.members[0].shape, .rows(Book.shape, identity: "id"))
    expectEqual(Book.fields.mistakes + Book.fields.mistakes(in: shelf.books[0]), [])
    var renamed = shelf
    renamed.books[1].title = "Dubliners"
    let patch = renamed.patch(from: shelf, limit: .max) ?? []
    expectEqual(
      String(decoding: patch, as: UTF8.self), #"[{"op":"replace","path":"/books/1/title","value":"Dubliners"}]"#)
    expectEqual(shelf.hidingPrivateFields.books.map(\.title), ["?", "?"])
  }

  @Test func `hides a field by a value that is made of it`() {
    struct Number: JSONRecord, Equatable {
      var digits: String
      static let record = Codec(Number.init(digits:), Field(\.digits, "All of it.", .isPrivate { "…" + $0.suffix(2) }))
    }
    expectEqual(Number(digits: "12345").hidingPrivateFields, Number(digits: "…45"))
    expectEqual(Number.privateMembers, ["digits": "…".json])
  }

  @Test(.exitTest) func `stops the program for a field that has no name`() async {
    await #expect(processExitsWith: .failure) {
      _ = Codec({ Range(low: $0, high: 9) }, Field(\Range.low.magnitude.description.count))
    }
  }

  @Test(.exitTest) func `stops the program for two members of one name`() async {
    await #expect(processExitsWith: .failure) {
      _ = Codec(Range.init(low:high:), Field(\.low), Field(\.high, name: "low"))
    }
  }
}
