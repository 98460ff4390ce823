import Foundation
import Models
import Testing

@Suite("Password")
struct PasswordTests {
  private let secret = "xyzzy-7319"

  @Test("is shown nowhere, not even inside what holds it")
  func hidden() throws {
    let password = Password(secret)
    let account = NewAccount(username: try Username("gandalf"), password: password)
    let holders: [Any] = [password, account, [password], Optional(password) as Any, ["key": account], (1, password)]
    for holder in holders {
      var dumped = ""
      dump(holder, to: &dumped)
      for shown in ["\(holder)", String(reflecting: holder), dumped] {
        #expect(!shown.contains(secret))
        #expect(shown.contains("<secret>"))
      }
    }
    #expect(Mirror(reflecting: password).children.isEmpty)
    #expect(password.playgroundDescription as? String == "<secret>")
  }

  @Test("shows nothing of its length either")
  func length() {
    #expect("\(Password(""))" == "\(Password("a very long one"))")
  }

  @Test("can be compared, lent, and read from a text, but has no coding out")
  func uses() throws {
    let password = try JSONDecoder().decode([Password].self, from: Data(#"["\#(secret)"]"#.utf8))
    #expect(password == [Password(secret)])
    #expect(password[0] != Password("other"))
    #expect(password[0].withRevealedText { $0 } == secret)
    #expect(!((password[0] as Any) is any Encodable))
    #expect(!((NewAccount.self as Any.Type) is any Encodable.Type))
  }

  @Test("of the wrong type is refused without being repeated")
  func wrongType() {
    let thrown = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Password].self, from: Data("[7319]".utf8))
    }
    #expect(!String(reflecting: thrown).contains("7319"))
  }
}

@Suite("Password rules")
struct PasswordRulesTests {
  @Test(
    "say what is wrong",
    arguments: [
      ("", "", PasswordProblem.empty), ("a", "", .different), ("", "a", .different), ("a", "b", .different),
      ("password1", "password1", .common), ("PassWord1", "PassWord1", .common), ("qwerty", "qwerty", .common),
      ("password1", "password2", .different), ("password2x", "password2x", nil), (" ", " ", nil),
    ])
  func problems(password: String, again: String, problem: PasswordProblem?) {
    #expect(PasswordRules.standard.problem(in: Password(password), again: Password(again)) == problem)
  }

  @Test("take another list of common passwords")
  func ownList() {
    let rules = PasswordRules(commonPasswords: ["Mellon"])
    #expect(rules.problem(in: Password("mellon"), again: Password("mellon")) == .common)
    #expect(rules.problem(in: Password("password1"), again: Password("password1")) == nil)
  }

  @Test("have a message of its own for each reason")
  func messages() {
    #expect(
      PasswordProblem.allCases.map(\.message) == [
        "Enter a password, twice.", "The passwords are not the same.", "This password is too common.",
      ])
  }
}
