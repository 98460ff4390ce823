import Foundation
import Models
import Testing

@Suite struct UsernameTests {
  @Test(arguments: ["gandalf", " gandalf", "gandalf \n", "\u{3000}gandalf\t"])
  func `ignores surrounding white space`(text: String) throws {
    #expect(try Username(text).text == "gandalf")
  }

  @Test(arguments: [
    ("", UsernameProblem.empty), ("  \n", .empty), (String(repeating: "a", count: 65), .tooLong),
    ("a" + String(repeating: "\u{301}", count: 200), .tooLong), ("a\u{0}b", .invisible), ("a\nb", .invisible),
    (String(repeating: " ", count: 4096) + "a", .tooLong),
    ("a\u{200B}b", .invisible), ("\u{202E}gandalf", .invisible),
  ])
  func `refuses texts that are not valid`(text: String, problem: UsernameProblem) {
    #expect(throws: problem) { try Username(text) }
  }

  @Test(arguments: ["Гэндальф", "甘道夫", "a/b?c#d", "..", "the grey"])
  func `accepts any script, and characters that a path escapes`(text: String) throws {
    #expect(try Username(text).text == text)
  }

  @Test func `has at most 64 characters`() throws {
    #expect(try Username(String(repeating: "ä", count: 64)).text.count == 64)
  }

  @Test func `has a message for each problem`() {
    #expect(
      UsernameProblem.allCases.map(\.message) == [
        "Enter a user name.", "A user name has at most 64 characters.", "A user name has no invisible characters.",
      ])
  }
}
