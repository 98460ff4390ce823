import Testing

@testable import Console

@Suite struct NamesTests {
  private let fields = Names(kind: "field", all: ["username", "password", "passwordAgain"])

  @Test(arguments: [
    ("username", "username"), ("u", "username"), ("USER", "username"), ("password", "password"),
    ("passwordA", "passwordAgain"), ("passworda", "passwordAgain"), ("again", "passwordAgain"), ("ag", "passwordAgain"),
  ])
  func `a name may be shortened while it is the only one`(word: String, name: String) throws {
    #expect(try fields.name(for: word) == name)
  }

  @Test func `a beginning of several names is refused with all of them`() {
    #expect(throws: CommandError("Several begin like that: password, passwordAgain.")) { try fields.name(for: "pass") }
  }

  @Test(arguments: [
    ("usrname", "username"), ("usernmae", "username"), ("passwrd", "password"), ("paswordAgain", "passwordAgain"),
  ])
  func `an unknown word gets the nearest name`(word: String, nearest: String) {
    #expect(throws: CommandError("There is no such field. Did you mean \"\(nearest)\"?")) {
      try fields.name(for: word)
    }
  }

  @Test(arguments: ["zzz", "12", String(repeating: "username", count: 9)])
  func `a word that is far from everything gets every name`(word: String) {
    let error = CommandError("There is no such field. Known: username, password, passwordAgain.")
    #expect(throws: error) { try fields.name(for: word) }
  }

  @Test func `where there is nothing, that is said`() {
    #expect(throws: CommandError("There is no switch here.")) {
      try Names(kind: "switch", all: []).name(for: "terms")
    }
  }
}
