import ExpectSupport
import Models
import Testing

@Suite struct PasswordRulesTests {
  @Test(arguments: [
    ("", "", PasswordProblem.empty), ("a", "", .different), ("", "a", .different), ("a", "b", .different),
    ("password1", "password1", .common), ("PassWord1", "PassWord1", .common), ("qwerty", "qwerty", .common),
    ("password1", "password2", .different), ("password2x", "password2x", nil), (" ", " ", nil),
  ])
  func `report the problem with two fields`(password: String, again: String, problem: PasswordProblem?) {
    expectEqual(PasswordRules.standard.problem(in: Password(password), again: Password(again)), problem)
  }

  @Test func `accept another list of common passwords`() {
    let rules = PasswordRules(commonPasswords: ["Mellon"])
    expectEqual(rules.problem(in: Password("mellon"), again: Password("mellon")), .common)
    #expect(rules.problem(in: Password("password1"), again: Password("password1")) == nil)
  }

  @Test func `have a message for each problem`() {
    expectEqual(
      PasswordProblem.allCases.map(\.message),
      [
        "Enter a password, twice.", "The passwords are not the same.", "This password is too common.",
      ])
  }
}
