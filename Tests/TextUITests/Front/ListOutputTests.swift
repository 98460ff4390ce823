import ExpectSupport
import StandardIO
import Support
import Testing

@testable import TextUI

@MainActor @Suite struct ListOutputTests {
  @Test(arguments: [
    (["a", "b c"], "a,b c\r\n"), (["a,b", "c\"d", "e\nf"], "\"a,b\",\"c\"\"d\",\"e\nf\"\r\n"),
    (["a\u{1B}[2Jb", "c\r\nd"], "a␛[2Jb,\"c\nd\"\r\n"), (["", "x"], ",x\r\n"), (["=1+1", "-5"], "=1+1,-5\r\n"),
  ])
  func `separates cells by commas, and quotes where it must`(cells: [String], row: String) throws {
    try expectEqual(ListOutput("rows").row(cells), row)
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@a"]) func `makes texts harmless that look like formulas`(cell: String) {
    let output = ListOutput(spreadsheet: "rows")
    expectEqual(output.row([cell, cell], separator: ";") { $0 == 1 }, "'\(cell);\(cell)\r\n")
  }

  private func play(_ commands: [String], _ output: ListOutput) async -> (output: String, errors: String, code: Int32) {
    let (transcript, errors) = (Transcript(""), Transcript(""))
    let front = TextFront(
      LibraryApp(), input: .commandLine(commands), display: Display(transcript, style: .plain),
      errors: Display(errors, style: .plain))
    front.format = .list(output)
    await front.run()
    return (transcript.output, errors.output, front.exitCode)
  }

  @Test func `a session prints a list of its last screen and nothing else`() async throws {
    let session = await play(["open shelf", "tap lend 2"], try ListOutput("books"))
    expectEqual(
      session.output, "id,title,pages,isLent\r\n100,Book 1,0,false\r\n101,Book 2,10,true\r\n102,Book 3,20,false\r\n")
    #expect(session.errors == "" && session.code == 0)
  }

  @Test(arguments: [
    (["open shelf"], "boks", "There is no such list. Did you mean \"books\"?\n"),
    ([], "books", "The session ends on a screen without a list.\n"),
    (["open shelf", "tap x"], "books", "line 2: There is no such button. Known: "),
  ])
  func `fails without the list, and prints nothing`(commands: [String], list: String, error: String) async throws {
    let session = await play(commands, try ListOutput(list))
    #expect(session.output == "" && session.errors.contains(error) && session.code == 1)
  }
}
