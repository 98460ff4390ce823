import ExpectSupport
import JSON
import StandardIO
import Support
import Testing

@testable import TextUI

@Suite struct MemberSelectionTests {
  private static let state =
    #"{"title":"Journal","count":2,"rows":[{"id":7,"amount":"4.20"},{"id":8,"amount":"1"}],"total":{"a":1,"b":[]}}"#

  @Test(arguments: [
    ("title", #"{"title":"Journal"}"#), ("count,title", #"{"title":"Journal","count":2}"#),
    ("rows[].amount", #"{"rows":[{"amount":"4.20"},{"amount":"1"}]}"#),
    ("rows", #"{"rows":[{"id":7,"amount":"4.20"},{"id":8,"amount":"1"}]}"#),
    ("rows[].id,rows", #"{"rows":[{"id":7,"amount":"4.20"},{"id":8,"amount":"1"}]}"#),
    (
      "rows[].id,rows[].amount,title",
      #"{"title":"Journal","rows":[{"id":7,"amount":"4.20"},{"id":8,"amount":"1"}]}"#
    ),
    ("total.b", #"{"total":{"b":[]}}"#), ("nothing", "{}"), ("title.x", #"{"title":"Journal"}"#),
  ])
  func `writes the members that are named`(text: String, selected: String) throws {
    var writer = JSONWriter()
    try MemberSelection(text).write(JSONText(scanning: Self.state.utf8), to: &writer)
    expectEqual(String(decoding: writer.bytes, as: UTF8.self), selected)
  }

  @Test(arguments: ["", ",", "a,", "a..b", "[]", "a b", "a[0]"]) func `refuses a text without names`(text: String) {
    #expect(throws: CommandError("Members are written as names: title,rows[].amount")) { try MemberSelection(text) }
  }

  @MainActor @Test func `a front prints these members of each state`() async throws {
    let output = Transcript("")
    let front = TextFront(
      LibraryApp(bookCount: 2), input: .commandLine(["open shelf"]), display: Display(output, style: .plain))
    front.format = .json(try MemberSelection("books[].title"))
    await front.run()
    expectEqual(
      output.output,
      #"{"instance":"shelf","screen":"shelf","state":{"books":[{"title":"Book 1"},{"title":"Book 2"}]}}"# + "\n")
  }

  @MainActor private func play(_ members: String) async throws -> (output: String, errors: String, exitCode: Int32) {
    let (output, errors) = (Transcript(""), Transcript(""))
    let front = TextFront(
      LibraryApp(bookCount: 2), input: .commandLine(["open shelf", "tap clear"]),
      display: Display(output, style: .plain), errors: Display(errors, style: .plain))
    front.format = .json(try MemberSelection(members))
    await front.run()
    return (output.output, errors.output, front.exitCode)
  }

  @MainActor @Test func `a member that no state has had is misspelt`() async throws {
    let session = try await play("books[].titel,greeting,bocks")
    expectEqual(session.errors, "No state has had these members: bocks, books[].titel.\n")
    expectEqual(session.exitCode, 1)
    #expect(session.output.contains(#""greeting""#))
  }

  @MainActor @Test func `a member that one state had is there, and so is that of an empty list`() async throws {
    let session = try await play("books[].title,results[].x,lastReview")
    expectEqual(session.errors, "")
    expectEqual(session.exitCode, 0)
  }
}
