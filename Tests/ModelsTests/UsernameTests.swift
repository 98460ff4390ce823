import Foundation
import Models
import Testing

@Suite("User name")
struct UsernameTests {
  @Test(
    "leaves out white space around the name", arguments: ["gandalf", " gandalf", "gandalf \n", "\u{3000}gandalf\t"])
  func trimming(text: String) throws {
    #expect(try Username(text).text == "gandalf")
  }

  @Test(
    "refuses what is no name",
    arguments: [
      ("", UsernameProblem.empty), ("  \n", .empty), (String(repeating: "a", count: 65), .tooLong),
      ("a" + String(repeating: "\u{301}", count: 200), .tooLong), ("a\u{0}b", .invisible), ("a\nb", .invisible),
      (String(repeating: " ", count: 4096) + "a", .tooLong),
      ("a\u{200B}b", .invisible), ("\u{202E}gandalf", .invisible),
    ])
  func problems(text: String, problem: UsernameProblem) {
    #expect(throws: problem) { try Username(text) }
  }

  @Test("takes any script, and what a path must escape", arguments: ["Гэндальф", "甘道夫", "a/b?c#d", "..", "the grey"])
  func anyScript(text: String) throws {
    #expect(try Username(text).text == text)
  }

  @Test("is 64 characters long at most")
  func longest() throws {
    #expect(try Username(String(repeating: "ä", count: 64)).text.count == 64)
  }

  @Test("is a text in JSON")
  func coding() throws {
    let json = try JSONEncoder().encode([Username("gandalf")])
    #expect(String(decoding: json, as: UTF8.self) == #"["gandalf"]"#)
    #expect(try JSONDecoder().decode([Username].self, from: json) == [Username("gandalf")])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Username].self, from: Data(#"[" "]"#.utf8)) }
  }

  @Test("has a message of its own for each reason")
  func messages() {
    #expect(
      UsernameProblem.allCases.map(\.message) == [
        "Enter a user name.", "A user name has at most 64 characters.", "A user name has no invisible characters.",
      ])
  }
}
