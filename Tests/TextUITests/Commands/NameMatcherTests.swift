import ExpectSupport
import Testing
import TextUI

@Suite struct NameMatcherTests {
  private let fields = NameMatcher(kind: "field", names: ["username", "password", "passwordAgain"])

  @Test(arguments: [
    ("username", "username"), ("u", "username"), ("USER", "username"), ("password", "password"),
    ("passwordA", "passwordAgain"), ("passworda", "passwordAgain"), ("again", "passwordAgain"), ("ag", "passwordAgain"),
  ])
  func `accepts an unambiguous prefix`(word: String, name: String) throws {
    try expectEqual(fields.match(word), name)
  }

  @Test func `lists the names that an ambiguous prefix matches`() {
    #expect(throws: CommandError("Several begin like that: password, passwordAgain.")) { try fields.match("pass") }
  }

  @Test(arguments: [
    ("usrname", "username"), ("usernmae", "username"), ("passwrd", "password"), ("paswordAgain", "passwordAgain"),
  ])
  func `suggests the nearest name`(word: String, nearest: String) {
    #expect(throws: CommandError("There is no such field. Did you mean \"\(nearest)\"?")) {
      try fields.match(word)
    }
  }

  @Test(arguments: ["zzz", "12", String(repeating: "username", count: 9)])
  func `lists every name for a word that is far from all of them`(word: String) {
    let error = CommandError("There is no such field. Known: username, password, passwordAgain.")
    #expect(throws: error) { try fields.match(word) }
  }

  @Test func `reports that there are no names`() {
    #expect(throws: CommandError("There is no switch here.")) {
      try NameMatcher(kind: "switch", names: []).match("terms")
    }
  }
}
