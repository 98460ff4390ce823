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
      { $0 <= $1 ? Range(low: $0, high: $1) : nil }, Member("low", \.low), Member("high", \.high, "The last number."))
  }

  private struct Person: JSONRecord, Equatable {
    var name: String
    var nickname: String?
    var ages: [Range]
    var word: Word

    static let record = Codec(
      title: "Human", Person.init(name:nickname:ages:word:), Member("name", \.name).hiddenInRecordings(as: "(hidden)"),
      Member("nickname", \.nickname), Member("ages", \.ages), Member(secret: "word", \.word))
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
    expectEqual(Person.privateMembers, ["name": "(hidden)"])
    expectEqual(Person.example, Person(name: "", nickname: nil, ages: [], word: Word("")))
    expectEqual(Range.example, Range(low: 0, high: 0))
  }

  private struct Family: JSONRecord {
    var head: Person?
    var others: [Person]
    var pet: String

    static let record = Codec(
      Family.init(head:others:pet:), Member("head", \.head), Member("o/thers", \.others),
      Member("~pet", \.pet).hiddenInRecordings(as: "Rex"))
  }

  @Test func `has the private members of its members`() {
    let expected: [String: JSON] = ["head/name": "(hidden)", "o~1thers/name": "(hidden)", "~0pet": "Rex"]
    expectEqual(Family.privateMembers, expected)
    expectEqual([Family]?.privateMembers, expected)
    // What is private as a whole has nothing that is private inside.
    let form = Codec(
      { Family(head: $0, others: [], pet: "") }, Member<Family, Person?>("head", \.head).hiddenInRecordings(as: .null))
    expectEqual(form.privateMembers, ["head": .null])
  }

  @Test func `hides its private members, also inside of others and in what holds it`() {
    struct Letter: JSONRecord, Equatable {
      var text: String
      var pages: Range
      static let record = Codec(
        Letter.init(text:pages:), Member("text", \.text).hiddenInRecordings(as: "(hidden)"), Member("pages", \.pages))
    }
    struct Box: JSONRecord, Equatable {
      var letters: [Letter]
      var last: Letter?
      static let record = Codec(Box.init(letters:last:), Member("letters", \.letters), Member("last", \.last))
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
    struct Pair: JSONRecord, Equatable {
      var range: Range
      static let record = Codec(Pair.init(range:), Member("range", \.range).hiddenInRecordings(as: 7))
    }
    expectEqual(Pair(range: Range(low: 5, high: 6)).hidingPrivateFields, Pair.example)
  }

  @Test(.exitTest) func `stops the program for two members of one name`() async {
    await #expect(processExitsWith: .failure) {
      _ = Codec(Range.init(low:high:), Member("low", \.low), Member("low", \.high))
    }
  }
}
