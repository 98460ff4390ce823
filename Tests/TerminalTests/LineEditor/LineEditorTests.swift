import ExpectSupport
import StandardIO
import Terminal
import TerminalSupport
import Testing

@Suite struct LineEditorTests {
  @Test(arguments: [
    ("open", "> open|"), ("opne\u{1B}[D\u{7F}\u{5}n", "> open|"), ("ab\u{2}c", "> ac|b"), ("ab\u{1}\u{6}c", "> ac|b"),
    ("ab\u{1B}[Hc\u{1B}[Fd", "> cabd|"), ("ab\u{1B}OHc\u{1B}OFd", "> cabd|"), ("ab\u{1B}[1~c\u{1B}[4~d", "> cabd|"),
    ("abc\u{1}\u{1B}[3~", "> |bc"), ("abc\u{1}\u{4}", "> |bc"), ("one two\u{2}\u{2}\u{B}", "> one t|"),
    ("one two\u{2}\u{2}\u{15}", "> |wo"), ("one two-three\u{17}x", "> one x|"),
    ("one two-three\u{1B}\u{7F}x", "> one two-x|"),
    ("one two\u{1B}b\u{1B}bx", "> x|one two"), ("one two\u{1}\u{1B}fx", "> onex| two"),
    ("one two\u{1}\u{1B}d", "> | two"),
    ("one two\u{1B}[1;5Dx", "> one x|two"), ("one two\u{1}\u{1B}[1;5Cx", "> onex| two"),
    ("one two\u{17}\u{1}\u{19}", "> two|one"),
    ("a\u{8}\u{8}b", "> b|"), ("\u{1B}[5~a\u{1B}[15~b\u{1B}[[Ac\u{1B}xd\u{1B}[Ie", "> abcde|"),
    ("a\u{1B}\u{1B}[Db", "> b|a"),
    ("e\u{301}\u{2}x", "> x|é"), ("a👨‍👩‍👧b\u{2}\u{7F}", "> a|b"), ("日本\u{2}x", "> 日x|本"), ("🇩🇪🇫🇷\u{7F}", "> 🇩🇪|"),
    ("a\u{1B}[200~b\tc\u{1B}[201~d", "> ab␉cd|"), ("a\u{1B}[200~b\u{1B}[31mc\u{1B}[201~d", "> ab[31mcd|"),
    ("a\u{C}b", "> ab|"), ("x\u{1F}\u{1D}y", "> xy|"),
  ])
  func `edits a line by keys`(keys: String, shown: String) {
    var terminal = EditedTerminal()
    terminal.type(keys)
    expectEqual(terminal.shown, shown)
    // The same, byte for byte.
    var slow = EditedTerminal()
    for byte in keys.utf8 { slow.type([byte]) }
    expectEqual(slow.shown, shown)
  }

  @Test(arguments: [("a\r", "a"), ("a\n", "a"), ("a\u{2}b\r", "ba"), ("\r", ""), (" x \r", " x "), ("é🧙\r", "é🧙")])
  func `enters the line as it was typed`(keys: String, line: String) {
    var terminal = EditedTerminal()
    expectEqual(terminal.type(keys), [.line(.text(line))])
    #expect(terminal.shown.hasSuffix("\n> |"))
    expectEqual(terminal.screen.cursor.row, 1)
  }

  @Test func `a line end of two characters ends one line`() {
    var terminal = EditedTerminal()
    expectEqual(terminal.type("a\r\nb\r\n"), [.line(.text("a")), .line(.text("b"))])
    expectEqual(terminal.shown, "> a\n> b\n> |")
  }

  @Test func `bytes that are not UTF-8 are shown as such`() {
    var terminal = EditedTerminal()
    terminal.type([0x61, 0xFF, 0x62])
    expectEqual(terminal.shown, "> a\u{FFFD}b|")
  }

  private static let notUTF8: [[UInt8]] = [
    [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
    [0x63, 0x61, 0x66, 0xE9, 0x21],
  ]

  @Test(arguments: notUTF8, [false, true]) func `a line that is not UTF-8 is refused, and stays`(
    bytes: [UInt8], isSlow: Bool
  ) {
    var terminal = EditedTerminal()
    let typed = Array("type title a".utf8) + bytes + Array("\r".utf8)
    let events = isSlow ? typed.flatMap { terminal.type([$0]) } : terminal.type(typed)
    expectEqual(events, [.line(.damaged(.notUTF8))])
    #expect(terminal.shown.contains("\n> type title a"))
    // It is refused until what is wrong is gone.
    expectEqual(terminal.type("\r"), [.line(.damaged(.notUTF8))])
    expectEqual(terminal.type("\u{17}b\r"), [.line(.text("type title b"))])
  }

  @Test(arguments: notUTF8, [LineEditor.Kind.answer, .secret]) func `an answer that is not UTF-8 is refused as a whole`(
    bytes: [UInt8], kind: LineEditor.Kind
  ) {
    for isPasted in [false, true] {
      var terminal = EditedTerminal()
      terminal.begin("password: ", as: kind)
      let marked = isPasted ? Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8) : bytes
      let events = terminal.type(Array("a".utf8) + marked + Array("b\r".utf8))
      expectEqual(events, [.line(.damaged(.notUTF8))])
      // Nothing of it is in the next command.
      #expect(terminal.shown.hasSuffix("\n> |"))
      expectEqual(terminal.type("x\r"), [.line(.text("x"))])
    }
  }

  @Test(arguments: notUTF8) func `a paste that is not UTF-8 is refused as a whole, and what was typed stays`(
    bytes: [UInt8]
  ) {
    for lines in ["", "quit\r", "\r\rquit\r"] {
      var terminal = EditedTerminal()
      let paste = Array("\u{1B}[200~\(lines)".utf8) + bytes + Array("\r\u{1B}[201~".utf8)
      terminal.type("ab\u{2}")
      expectEqual(terminal.type(paste), [.line(.damaged(.notUTF8))])
      #expect(terminal.shown.hasSuffix("\n> ab|"))
      expectEqual(terminal.type("\r"), [.line(.text("ab"))])
    }
  }

  @Test(arguments: [false, true]) func `a line that is too long is refused in words`(isPasted: Bool) {
    let long = String(repeating: "x", count: LineBuffer.longestLine)
    for kind in [LineEditor.Kind.command, .answer, .secret] {
      var terminal = EditedTerminal()
      terminal.begin("> ", as: kind)
      terminal.type("show")
      let typed = isPasted ? "\u{1B}[200~\(long)\u{1B}[201~" : long
      // A paste into a command is refused at once, and the rest at the end.
      let end = isPasted && kind == .command ? "" : "\r"
      expectEqual(terminal.type(typed + end), [.line(.damaged(.tooLong))])
      #expect(terminal.shown.hasSuffix(kind == .command ? "\n> show|" : "\n> |"))
    }
  }

  @Test(arguments: [1, 3, 40]) func `a paste of more than a line's length is taken line by line`(size: Int) {
    var terminal = EditedTerminal()
    let line = String(repeating: "x", count: LineBuffer.longestLine / size)
    let long = String(repeating: "y", count: LineBuffer.longestLine + 1)
    let lines = Array(repeating: line, count: 2 * size) + [long] + [line]
    let events = terminal.type("\u{1B}[200~" + lines.joined(separator: "\r") + "\r\u{1B}[201~")
    let expected = lines.map { LineEditor.Event.line($0 == long ? .damaged(.tooLong) : .text($0)) }
    expectEqual(events, expected)
  }

  // MARK: - Answers of the terminal

  private static let answers = [
    "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", "\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]4;1;rgb:cdcd/0000/0000\u{7}",
    "\u{1B}]52;c;aGVsbG8=\u{1B}\\", "\u{1B}]lA title, é\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|XTerm(370)\u{1B}\\",
    "\u{1B}P1+r544e=787465726d\u{1B}\\", "\u{1B}P!|00000000\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[24;80R",
    "\u{1B}[?62;1;4c", "\u{1B}[>41;370;0c", "\u{1B}[0n", "\u{1B}[8;24;80t", "\u{1B}[?2026;2$y", "\u{1B}[I", "\u{1B}[O",
    "\u{1B}[?1u",
    "\u{1B}[?" + (1...40).map(String.init).joined(separator: ";") + "c",
  ]

  @Test(arguments: answers) func `an answer of the terminal is not typed`(answer: String) {
    let bytes = Array("ab\(answer)cd".utf8)
    for cut in 0...bytes.count {
      var terminal = EditedTerminal()
      terminal.type(Array(bytes[..<cut]))
      terminal.type(Array(bytes[cut...]))
      expectEqual(terminal.shown, "> abcd|")
      #expect(!terminal.written.contains("\u{7}"))
    }
  }

  @Test func `answers that follow each other, and one without an end, take no key away`() {
    var terminal = EditedTerminal()
    terminal.type(Self.answers.joined() + "a" + Self.answers.reversed().joined() + "b")
    expectEqual(terminal.shown, "> ab|")
    expectEqual(terminal.type("\u{1B}]11;rgb:1e1e\r"), [.line(.text("ab"))])
    expectEqual(terminal.type("c\u{1B}]11;rgb:1e1e\u{3}"), [.interrupt(lineWasEmpty: false)])
    expectEqual(terminal.type("\u{1B}P>|x\u{1B}[Dd\r"), [.line(.text("d"))])
    // Letters with Alt.
    expectEqual(terminal.type("\u{1B}]a\u{1B}Pb\u{1B}_c\r"), [.line(.text("abc"))])
  }

  @Test func `the text before a line changes, and the line stays`() {
    var terminal = EditedTerminal()
    terminal.type("ab\u{2}")
    terminal.editor.changePrompt(to: "editor> ")
    expectEqual(terminal.shown, "editor> a|b")
    terminal.editor.changePrompt(to: "")
    expectEqual(terminal.shown, "a|b")
    expectEqual(terminal.type("\r"), [.line(.text("ab"))])
  }

  @Test func `Control-C and Control-D drop a line and end the input`() {
    var terminal = EditedTerminal()
    expectEqual(terminal.type("abc\u{3}"), [.interrupt(lineWasEmpty: false)])
    expectEqual(terminal.type("\u{3}"), [.interrupt(lineWasEmpty: true)])
    expectEqual(terminal.type("ab\u{4}"), [])
    expectEqual(terminal.type("\u{15}\u{4}"), [.endOfInput])
    expectEqual(terminal.screen.lines.prefix(2), ["> abc", ">"])
  }

  @Test func `Control-Z keeps the line for later`() {
    var terminal = EditedTerminal()
    expectEqual(terminal.type("abc\u{2}\u{1A}"), [.suspend])
    terminal.screen.write(Array("[1]+ Stopped\r\n$ fg\r\n".utf8))
    terminal.editor.redraw()
    expectEqual(terminal.shown, "> abc\n[1]+ Stopped\n$ fg\n> ab|c")
  }

  // MARK: - Drawing

  @Test(arguments: [3, 7, 10, 11, 12, 13, 40])
  func `wraps a long line and edits within it`(columns: Int) {
    let text = "abcdefghi日本語jklmnopqrstuvwxyz"
    for position in 0...text.count {
      var terminal = EditedTerminal(columns: columns)
      terminal.type(text)
      terminal.type(String(repeating: "\u{2}", count: position))
      terminal.type("X")
      let index = text.index(text.endIndex, offsetBy: -position)
      expectEqual(terminal.shownUnwrapped, ">" + text[..<index] + "X|" + text[index...])
      terminal.type("\u{15}")
      expectEqual(terminal.shownUnwrapped, ">|" + text[index...])
    }
  }

  @Test(arguments: [(8, "123456"), (8, "1234567"), (8, "12345"), (8, "12345678901234")])
  func `a line that fills its row leaves no gap below it`(columns: Int, line: String) {
    var terminal = EditedTerminal(columns: columns)
    terminal.type(line + "\r")
    terminal.type("x")
    expectEqual(terminal.screen.lines.last, "> x")
    expectEqual(terminal.shownUnwrapped, ">\(line)>x|")
    #expect(!terminal.screen.lines.contains(""))
  }

  @Test func `a line that is longer than the terminal is high shows the part around the cursor`() {
    var terminal = EditedTerminal(columns: 10, rows: 3)
    terminal.screen.write(Array("above\r\n".utf8))
    let text = (0..<50).map { String($0 % 10) }.joined()
    terminal.type(text)
    expectEqual(terminal.screen.lines.suffix(3), ["8901234567", "8901234567", "89"])
    terminal.type("\u{1}")
    expectEqual(terminal.screen.lines.suffix(3), ["> 01234567", "8901234567", "8901234567"])
    expectEqual(terminal.screen.cursor.column, 2)
    terminal.type("X\u{5}Y")
    expectEqual(terminal.screen.lines.suffix(3), ["7890123456", "7890123456", "789Y"])
    expectEqual(terminal.type("\r"), [.line(.text("X" + text + "Y"))])
  }

  @Test func `what is typed stays below what is printed`() {
    var terminal = EditedTerminal(columns: 12)
    terminal.type("a line of two rows\u{2}\u{2}")
    terminal.printAbove("one\ntwo\n")
    expectEqual(terminal.shown, "one\ntwo\n> a line of\ntwo ro|ws")
    terminal.type("x")
    expectEqual(terminal.shown, "one\ntwo\n> a line of\ntwo rox|ws")
    for number in 1...40 { terminal.printAbove("update \(number)\n") }
    expectEqual(terminal.screen.lines.suffix(3), ["update 40", "> a line of", "two roxws"])
    expectEqual(terminal.screen.lines.count, 44)
  }

  @Test(arguments: [(20, 9), (9, 20), (20, 40), (12, 11), (11, 12), (40, 2)])
  func `a change of the width leaves one copy of the line`(old: Int, new: Int) {
    var terminal = EditedTerminal(columns: old)
    terminal.printAbove("above\n")
    terminal.type("open something that is long\u{2}\u{2}\u{2}")
    terminal.resize(columns: new)
    terminal.type("X")
    expectEqual(terminal.shownUnwrapped, "above>opensomethingthatislX|ong")
  }

  @Test func `Control-L clears the screen and keeps the line`() {
    var terminal = EditedTerminal()
    terminal.printAbove("one\n")
    terminal.type("ab\u{2}\u{C}")
    expectEqual(terminal.shown, "> a|b")
  }

  // MARK: - History

  @Test(arguments: [
    ("\u{1B}[A", "> three|"), ("\u{1B}OA\u{1B}OA", "> two|"), ("\u{10}\u{10}\u{10}\u{10}\u{10}", "> one|"),
    ("dra\u{1B}[A\u{1B}[A\u{1B}[B", "> three|"), ("dra\u{1B}[A\u{1B}[B", "> dra|"), ("dra\u{E}", "> dra|"),
    ("\u{12}o", "search \"o\": two|"), ("\u{12}o\u{12}", "search \"o\": one|"),
    ("\u{12}on\u{7F}", "search \"o\": two|"),
    ("\u{12}tw", "search \"tw\": two|"), ("\u{12}twx", "failed search \"twx\": two|"), ("dra\u{12}o\u{7}", "> dra|"),
    ("\u{12}o\u{1B}[D", "> tw|o"), ("\u{12}ne\u{5}\u{1B}[B", "> two|"),
    // What was typed before the search is not lost.
    ("dra\u{12}ne\u{5}\u{E}\u{E}\u{E}", "> dra|"), ("dra\u{12}ne\u{7}\u{1B}[A\u{1B}[B", "> dra|"),
  ])
  func `shows and searches earlier lines`(keys: String, shown: String) {
    var terminal = EditedTerminal(history: ["one", "two", "three"])
    terminal.type(keys)
    expectEqual(terminal.shown, shown)
  }

  @Test func `a search that is entered enters the line`() {
    var terminal = EditedTerminal(history: ["one", "two"])
    expectEqual(terminal.type("\u{12}n\r"), [.line(.text("one"))])
    expectEqual(terminal.screen.lines.first, "> one")
  }

  @Test func `Control-C within a search drops the line, so that nothing of it is run`() {
    var terminal = EditedTerminal(history: ["one", "two"])
    expectEqual(terminal.type("dra\u{12}o\u{3}"), [.interrupt(lineWasEmpty: false)])
    expectEqual(terminal.type("quit\r"), [.line(.text("quit"))])
  }

  @Test func `the history drops repeated, blank and the oldest lines`() {
    var history = History()
    for line in ["a", "a", "", "  ", "b", "a"] { history.append(line) }
    expectEqual(history.lines, ["a", "b", "a"])
    for number in 0..<2_000 { history.append("\(number)") }
    expectEqual(history.lines.count, History.limit)
    expectEqual(history.lines.last, "1999")
  }

  // MARK: - Secrets

  @Test func `a secret is neither drawn nor kept`() {
    var terminal = EditedTerminal(history: ["one"])
    terminal.begin("password: ", as: .secret)
    terminal.type("hunterX\u{7F}3\u{2}\u{1B}[3~")
    expectEqual(terminal.shown, "password: |")
    terminal.type("\u{17}\u{19}\u{1B}[A\u{12}\t")
    expectEqual(terminal.shown, "password: |")
    expectEqual(terminal.type("hunter2\r"), [.line(.text("hunter2"))])
    terminal.type("\u{19}\u{1B}[A")
    expectEqual(terminal.shown, "password:\n> one|")
    #expect(!terminal.written.contains("hunter"))
  }

  @Test func `an answer is drawn, and has neither history nor completion`() {
    var terminal = EditedTerminal(history: ["one"])
    terminal.completion = Completion(wordLength: 1, candidates: ["open"])
    terminal.begin("name: ", as: .answer)
    terminal.type("o\t\u{1B}[A\u{12}n")
    expectEqual(terminal.shown, "name: on|")
  }

  @Test(arguments: [
    ("Tea", "Tea"), ("\u{1F469}\u{200D}\u{1F52C}", "\u{1F469}\u{200D}\u{1F52C}"), ("two\nlines", ""), ("\u{1B}[2J", ""),
    ("\u{202E}abc", ""),
  ])
  func `a line begins with a text to change, and without one that has control characters`(text: String, shown: String) {
    var terminal = EditedTerminal()
    terminal.begin("note: ", as: .answer, text: text)
    expectEqual(terminal.shown, "note: \(shown)|")
    terminal.type("!")
    expectEqual(terminal.shown, "note: \(shown)!|")
  }

  @Test func `a line begins without a text that is too long`() {
    var terminal = EditedTerminal()
    terminal.begin("note: ", as: .answer, text: String(repeating: "a", count: LineBuffer.longestLine + 1))
    expectEqual(terminal.shown, "note: |")
  }

  // MARK: - Completion

  @Test(arguments: [
    (["refresh"], "tap re", "> tap refresh |"), (["username"], "type ", "> type username |"),
    (["password", "passwordAgain"], "type p", "password       passwordAgain\n> type password|"),
    (["balance", "blog"], "open b", "balance  blog\n> open b|"), ([], "open x", "> open x|"),
    (["passwordAgain"], "type again", "> type passwordAgain |"),
    (["acceptedTerms", "acceptedPrivacy"], "switch A", "acceptedTerms    acceptedPrivacy\n> switch accepted|"),
  ])
  func `completes a word, and lists what is ambiguous`(candidates: [String], typed: String, shown: String) {
    var terminal = EditedTerminal()
    let word = typed.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    terminal.completion = Completion(wordLength: word.count, candidates: candidates)
    terminal.type(typed + "\t")
    expectEqual(terminal.shown, shown)
  }

  @Test func `descriptions stand beside candidates, cut to the terminal`() {
    var terminal = EditedTerminal(columns: 20)
    terminal.completion = Completion(
      wordLength: 0, candidates: ["open", "tap"],
      descriptions: ["open": "open a screen on top", "tap": "a\u{1B}button"])
    terminal.type("\t")
    expectEqual(terminal.shown, "open  open a screen…\ntap   a␛button\n> |")
  }

  @Test func `candidates that need too many rows stand in columns`() {
    var terminal = EditedTerminal(columns: 20, rows: 5)
    let words = (1...7).map { "word\($0)" }
    terminal.completion = Completion(wordLength: 0, candidates: words, descriptions: ["word1": "the first"])
    terminal.type("\t")
    expectEqual(terminal.shown, "word1  word4  word7\nword2  word5\nword3  word6\n> word|")
  }

  // MARK: - Suggestions

  private func suggesting(_ history: [String], columns: Int = 60) -> EditedTerminal {
    var terminal = EditedTerminal(columns: columns, history: history)
    terminal.editor.suggestsFromHistory = true
    return terminal
  }

  @Test(arguments: [
    ("open", "> open| balance"), ("ope\u{1B}[C", "> open balance|"), ("ope\u{6}", "> open balance|"),
    ("ope\u{5}", "> open balance|"), ("ope\u{1B}[F", "> open balance|"), ("ope\u{1B}f", "> open| balance"),
    ("ope\u{1B}f\u{1B}[1;5C", "> open balance|"), ("open\u{2}", "> ope|n"), ("tap x", "> tap x|"), ("", "> |"),
    (" ", ">  |"), ("ta", "> ta|p x"), ("open balance", "> open balance|"), ("\u{1B}[A", "> open balance|"),
    ("o\u{12}", "search \"\": o|"), ("zz", "> zz|"),
  ])
  func `draws the rest of an earlier line, and takes it`(keys: String, shown: String) {
    var terminal = suggesting(["open blog", "tap x", "open balance"])
    terminal.type(keys)
    expectEqual(terminal.shown, shown)
  }

  @Test func `a suggestion is not entered, and does not stay on the screen`() {
    var terminal = suggesting(["open balance"])
    expectEqual(terminal.type("open\r"), [.line(.text("open"))])
    expectEqual(terminal.shown, "> open\n> |")
  }

  @Test func `what is not there at the moment is not suggested`() {
    var terminal = suggesting(["open blog", "open balance"])
    terminal.editor.canSuggest = { !$0.hasSuffix("balance") }
    terminal.type("open")
    expectEqual(terminal.shown, "> open| blog")
  }

  @Test func `a suggestion ends with the row`() {
    var terminal = suggesting(["open balance"], columns: 10)
    terminal.type("op")
    expectEqual(terminal.shown, "> op|en b…")
  }

  @Test func `an answer has no suggestion`() {
    var terminal = suggesting(["open balance"])
    terminal.begin("name: ", as: .answer)
    terminal.type("ope")
    expectEqual(terminal.shown, "name: ope|")
  }

  @Test func `a list of candidates fits the terminal`() {
    var terminal = EditedTerminal(columns: 20)
    terminal.completion = Completion(wordLength: 0, candidates: (1...7).map { "word\($0)" })
    terminal.type("\t")
    expectEqual(terminal.shown, "word1  word4  word7\nword2  word5\nword3  word6\n> word|")
  }

  @Test(arguments: [("ta x", 2), ("ta  x", 3), ("tax", 1)])
  func `a completion keeps what follows the cursor, behind one blank`(typed: String, moves: Int) {
    var terminal = EditedTerminal()
    terminal.completion = Completion(wordLength: 2, candidates: ["tap"])
    terminal.type(typed + String(repeating: "\u{2}", count: moves) + "\t")
    expectEqual(terminal.shown, "> tap |x")
  }

  @Test(arguments: [
    ("\t\t", 1), ("\tx\u{7F}\t", 1), ("\tx\t", 2), ("\t\ropen b\t", 2), ("\t\u{1A}\t", 2),
  ])
  func `a list of candidates is not printed twice in a row for a line`(keys: String, count: Int) {
    var terminal = EditedTerminal()
    terminal.completion = Completion(wordLength: 1, candidates: ["balance", "blog"])
    terminal.type("open b" + keys)
    expectEqual(terminal.screen.lines.count { $0 == "balance  blog" }, count)
  }

  @Test func `a list of candidates is printed again behind an update`() {
    var terminal = EditedTerminal()
    terminal.completion = Completion(wordLength: 1, candidates: ["balance", "blog"])
    terminal.type("open b\t")
    terminal.printAbove("update\n")
    terminal.type("\t\t")
    expectEqual(terminal.shown, "balance  blog\nupdate\nbalance  blog\n> open b|")
    terminal.type("\u{C}\t")
    expectEqual(terminal.shown, "balance  blog\n> open b|")
  }
}

/// An editor, and the terminal that shows it.
