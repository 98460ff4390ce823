import ExpectSupport
import Testing
import TextUI

@MainActor @Suite struct CommandTests {
  private let commands = [
    Command("open SCREEN [ID]", "open a screen") { _, _ in },
    Command("type FIELD [TEXT]", takesText: true, "fill a field") { _, _ in },
    Command("switch NAME on|off", "set a switch") { _, _ in },
    Command("show", "show the screen") { _, _ in },
    Command("quit", "end") { _, _ in },
  ]

  private func parse(_ line: String) throws(CommandError) -> (name: String, arguments: Command.Arguments)? {
    try commands.parse(line).map { ($0.command.name, $0.arguments) }
  }

  @Test(
    arguments: [
      ("quit", "quit", []), ("  QUIT\t", "quit", []), ("q", "quit", []), ("sw a off", "switch", ["a", "off"]),
      ("open balance", "open", ["balance"]), ("open product cloak", "open", ["product", "cloak"]),
      ("o b", "open", ["b"]),
    ] as [(String, String, [String])])
  func `reads a name and words`(line: String, name: String, words: [String]) throws {
    let command = try #require(try parse(line))
    expectEqual(command.name, name)
    expectEqual(command.arguments, Command.Arguments(words: words))
  }

  @Test(arguments: [
    ("type name Merlin", "Merlin"), ("type name Merlin the Old", "Merlin the Old"), ("type name  two", " two"),
    ("type name Merlin ", "Merlin "), ("type name\tx", "x"), ("type name é🧙", "é🧙"), ("type name quit", "quit"),
    ("type name", nil), ("type name ", nil),
  ])
  func `reads the rest of the line as text`(line: String, text: String?) throws {
    try expectEqual(parse(line)?.arguments, Command.Arguments(words: ["name"], text: text))
  }

  @Test(
    arguments: [
      ("type \"due date\" tomorrow", "due date", "tomorrow"), ("type \"due date\"", "due date", nil),
      ("type  \"a\"\tb", "a", "b"), ("type name \"Ada\"", "name", "\"Ada\""), ("type \"due date", "\"due", "date"),
      ("type a\"b c\"", "a\"b", "c\""), ("type \"a\"b c", "\"a\"b", "c"), ("type \"\" x", "", "x"),
    ] as [(String, String, String?)])
  func `reads a word in quotes with its blanks`(line: String, word: String, text: String?) throws {
    try expectEqual(parse(line)?.arguments, Command.Arguments(words: [word], text: text))
  }

  @Test(arguments: ["", " ", "\t  "])
  func `ignores a line of blanks`(line: String) throws {
    #expect(try parse(line) == nil)
  }

  @Test(arguments: [
    ("open", "Usage: open SCREEN [ID]"), ("type", "Usage: type FIELD [TEXT]"), ("switch", "Usage: switch NAME on|off"),
    ("switch terms", "Usage: switch NAME on|off"), ("quit it", "Usage: quit"),
    ("open a b c", "Usage: open SCREEN [ID]"),
    ("s", "Several begin like that: switch, show."),
    ("opn balance", "There is no such command. Did you mean \"open\"?"),
    ("tpye password hunter2", "There is no such command. Did you mean \"type\"?"),
    ("typepassword hunter2", "There is no such command. Did you mean \"type\"?"),
  ])
  func `refuses a wrong line without repeating it`(line: String, message: String) {
    #expect(throws: CommandError(message)) { try parse(line) }
  }

  @Test func `reads the beginning of another word for one command`() throws {
    let commands = [
      Command("quit", aliases: ["exit", "bye"], "end") { _, _ in },
      Command("inspect", aliases: ["examine"], "show all") { _, _ in },
    ]
    for (word, name) in [("b", "quit"), ("EXI", "quit"), ("exam", "inspect")] {
      try expectEqual(commands.parse(word)?.command.name, name)
    }
    for word in ["ex", "exits"] {
      let error = #expect(throws: CommandError.self) { try commands.parse(word) }
      #expect(error?.message.hasPrefix("There is no such command.") == true)
    }
  }
}
