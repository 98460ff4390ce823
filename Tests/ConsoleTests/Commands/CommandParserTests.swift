import Testing

@testable import Console

@Suite struct CommandParserTests {
  @Test(
    arguments: [
      ("help", .help), ("screens", .screens), ("background", .background), ("foreground", .foreground), ("show", .show),
      ("back", .back), ("quit", .quit), ("  QUIT\t", .quit), ("q", .quit), ("f", .foreground),
      ("sw a off", .turn(name: "a", value: "off")),
      ("open balance", .open(screen: "balance", argument: nil)),
      ("open product cloak", .open(screen: "product", argument: "cloak")),
      ("o b", .open(screen: "b", argument: nil)),
      ("tap refresh", .tap(button: "refresh")),
      ("switch terms on", .turn(name: "terms", value: "on")),
    ] as [(String, Command)])
  func `a line is a command`(line: String, command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  @Test(arguments: [
    ("type name Merlin", "Merlin"), ("type name Merlin the Old", "Merlin the Old"), ("type name  two", " two"),
    ("type name Merlin ", "Merlin "), ("type name\tx", "x"), ("type name é🧙", "é🧙"), ("type name quit", "quit"),
    ("type name", nil), ("type name ", nil),
  ])
  func `all that follows the field's name is the text`(line: String, text: String?) throws {
    #expect(try Command.parse(line) == .type(field: "name", text: text))
  }

  @Test(arguments: ["", " ", "\t  "])
  func `a line of white space is no command`(line: String) throws {
    #expect(try Command.parse(line) == nil)
  }

  @Test(arguments: [
    ("tap", "Usage: tap BUTTON"), ("open", "Usage: open SCREEN"), ("type", "Usage: type FIELD TEXT"),
    ("switch", "Usage: switch NAME on|off"), ("switch terms", "Usage: switch NAME on|off"),
    ("tap refresh twice", "Usage: tap BUTTON"), ("quit it", "Usage: quit"), ("open a b c", "Usage: open SCREEN"),
    ("s", "Several begin like that: screens, switch, show."), ("ba", "Several begin like that: background, back."),
    ("opn balance", "There is no such command. Did you mean \"open\"?"),
    ("tpye password hunter2", "There is no such command. Did you mean \"type\"?"),
    ("typepassword hunter2", "There is no such command. Did you mean \"type\"?"),
  ])
  func `a wrong line is refused in words that repeat none of its own`(line: String, message: String) {
    #expect(throws: CommandError(message)) { try Command.parse(line) }
  }
}
