import Descriptions
import ExpectSupport
import Testing

private struct Account: Equatable {
  var owner = "Ada"
  var note: String?
  var digits: [Int] = [4, 2]
  var balance: Int? = 7
  let id = 1
  var cache = 0

  var isOverdrawn: Bool { (balance ?? 0) < 0 }

  static let fields: Fields<Account> = [
    Field(\.owner, "The owner."),
    Field(\.note, "A note."),
    Field(\.digits, "Some digits."),
    Field(\.balance, "The balance.", .isPrivate(as: nil)),
    Field(\.id, "The number."),
    Field(\.isOverdrawn, name: "isOverdrawn", "Whether the balance is below zero."),
    .leftOut(\.cache),
  ]
}

@Suite struct FieldsTests {
  private func text(_ account: Account) -> String {
    var writer = JSONWriter()
    Account.fields.write(account, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func read(_ json: String, into account: inout Account) throws {
    try Account.fields.read(Members(JSONText(scanning: json.utf8)), into: &account)
  }

  @Test func `writes the members in the order of their names`() {
    expectEqual(text(Account()), #"{"balance":7,"digits":[4,2],"id":1,"isOverdrawn":false,"note":null,"owner":"Ada"}"#)
  }

  @Test func `describes each member`() {
    let members = Account.fields.members
    expectEqual(Set(members.map(\.name)), ["balance", "digits", "id", "isOverdrawn", "note", "owner"])
    expectEqual(members.first { $0.name == "owner" }, .init("owner", .text(), "The owner."))
    expectEqual(members.filter(\.isPrivate).map(\.name), ["balance"])
    expectEqual(Account.fields.mistakes, [])
    expectEqual(Account.fields.mistakes(in: Account()), [])
  }

  @Test func `hides what is private, and nothing else`() {
    #expect(Account.fields.hasPrivateFields)
    expectEqual(Account.fields.hidingPrivateFields(Account()), Account(balance: nil))
  }

  @Test func `sets the members that an object has`() throws {
    var account = Account()
    try read(#"{"note":"Rich.","digits":[]}"#, into: &account)
    expectEqual(account, Account(note: "Rich.", digits: []))
    try read(#"{"note":null}"#, into: &account)
    #expect(account.note == nil)
  }

  @Test(arguments: [
    (#"{"owner":null}"#, "wrongType at \"/owner\": expected a string"),
    (#"{"digits":[1,"2"]}"#, "wrongType at \"/digits\": expected an array"),
    (#"{"id":2}"#, "unknownMember at \"/id\": expected no other members than balance, digits, note, owner"),
    (
      #"{"isOverdrawn":true}"#,
      "unknownMember at \"/isOverdrawn\": expected no other members than balance, digits, note, owner"
    ),
    (#"{"balance":"8"}"#, "wrongType at \"/balance\": expected an integer or null"),
  ])
  func `refuses what is not to be set`(json: String, message: String) {
    var account = Account()
    let error = #expect(throws: InputError.self) { try read(json, into: &account) }
    expectEqual(error?.description, message)
  }

  @Test(arguments: [
    ("a", true), ("_b2", true), ("A_b", true), ("2b", false), ("", false), ("a-b", false), ("ä", false),
  ])
  func `a plain identifier has ASCII letters, digits and underscores`(name: String, isPlain: Bool) {
    expectEqual(isPlainIdentifier(name), isPlain)
  }
}
