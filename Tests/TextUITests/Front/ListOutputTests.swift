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
  func `separates cells by commas, and quotes where it must`(cells: [String], row: String) {
    expectEqual(ListOutput("rows", as: .csv).row(cells), row)
  }

  @Test func `separates cells by tabs`() {
    expectEqual(ListOutput("rows", as: .tsv).row(["a\tb", "c\nd", "e,\"f\""]), "a b\tc d\te,\"f\"\n")
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@a"]) func `makes texts harmless that look like formulas`(cell: String) {
    let output = ListOutput("rows", as: .csv, isSafeForSpreadsheets: true)
    expectEqual(output.row([cell, cell]) { $0 == 1 }, "'\(cell),\(cell)\r\n")
  }

  private func play(_ commands: [String], _ output: ListOutput) async -> (output: String, errors: String, code: Int32) {
    let (transcript, errors) = (Transcript(""), Transcript(""))
    let front = TextFront(
      LibraryApp(), input: .commandLine(commands), display: Display(transcript, style: .plain),
      errors: Display(errors, style: .plain))
    front.listOutput = output
    await front.run()
    return (transcript.output, errors.output, front.exitCode)
  }

  @Test func `a session prints a list of its last screen and nothing else`() async {
    let session = await play(["open shelf", "tap lend 2"], ListOutput("books", as: .csv))
    expectEqual(session.output, "title,pages,isLent\r\nBook 1,0,no\r\nBook 2,10,yes\r\nBook 3,20,no\r\n")
    #expect(session.errors == "" && session.code == 0)
  }

  @Test(arguments: [
    (["open shelf"], "boks", "There is no such list. Did you mean \"books\"?\n"),
    ([], "books", "The session ends on a screen without a list.\n"),
    (["open shelf", "tap x"], "books", "line 2: There is no such button. Known: "),
  ])
  func `fails without the list, and prints nothing`(commands: [String], list: String, error: String) async {
    let session = await play(commands, ListOutput(list, as: .tsv))
    #expect(session.output == "" && session.errors.contains(error) && session.code == 1)
  }
}
