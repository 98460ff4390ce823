import Descriptions

@testable import ClientGenerator

/// An app whose names and texts are as unfriendly as a source can meet them.
enum HostileApp {
  static let screens = [
    QuoteMe.shapes, QuoteMeAgain.shapes, Keyword.shapes, Escaping.shapes, Numbered.shapes, Tone.shapes,
  ]

  /// Texts that end a comment or a literal, or that hide what follows them.
  static let texts = [
    "He said \"\"\"stop\"\"\" and \"go\"", "\\u0041 \\x \\N{BULLET} \\", "*/ process.exit(7) /*",
    "/* // # ${1} `x` {0} %s",
    "two\nlines\r\nand \u{2028}more", "nul \u{0} bell \u{7} turned \u{202E} text", "ends with \"", "'''", "é ✓ 😀", "",
  ]

  static let words = Shape.choice(
    "Word", HostileApp.texts + ["None", "__proto__", "constructor", "3d"],
    labels: (HostileApp.texts + ["None", "Proto", "Constructor", "3D"]).map { "label " + $0 })

  /// Names of members that a language, the client or another member has.
  static let names = [
    "class", "def", "None", "str", "int", "datetime", "property", "classmethod", "self", "cls", "json", "lists",
    "record",
    "_decode", "_encode", "unknownMembers", "unknown_members", "__init__", "__proto__", "constructor", "prototype",
    "then",
    "toString", "3d", "_", "__", "-", "", "quote-me", "quoteMe", "quote_me", "quo\"te", "back\\slash\\u0041", "Tap",
    "tap",
    "TAP", "type", "*/", "\n", "é", "😀", "await", "async", "delete", "function", "arguments", "eval", "let", "static",
  ]

  /// Names of events that a language or the client's own methods have.
  static let eventNames =
    names + [
      "close", "closeReason", "instance", "isOpen", "onClosed", "onOpened", "onSnapshot", "onUpdate", "opener",
      "request",
      "result", "rev", "screenName", "snapshot", "snapshots", "state", "states", "sync", "wait", "waitClosed", "send",
      "_send", "_update", "_core", "__repr__", "valueOf", "hasOwnProperty", "ifRev", "if_rev",
    ]

  /// A member of each type that has an expression of its own in Python.
  static func members(_ names: [String], optional: Set<String> = []) -> [Shape.Member] {
    let types: [Shape] = [
      .text(), .integer(), .number, .date, .decimal(), .optional(.text()), .list(.text()), words,
    ]
    return names.enumerated().map { index, name in
      .init(name, types[index % types.count], texts[index % texts.count], isRequired: !optional.contains(name))
    }
  }
}

/// Its state is called as that of the next screen, and as a type of the clients.
private enum QuoteMe: ShapeScreen {
  static let name = "quote-me"
  static let about = HostileApp.texts[0]
  static let state = Shape.record("Screen", HostileApp.members(HostileApp.names))
  static let events = HostileApp.eventNames.filter { $0 != "type" }.map { Shape.Event($0, about: "An event.") }
}

private enum QuoteMeAgain: ShapeScreen {
  static let name = "quoteMe"
  static let about = HostileApp.texts[1]
  static let parameters = Shape.record(
    "Parameters",
    HostileApp.members(
      HostileApp.names + ["timeout", "params", "options"], optional: Set(HostileApp.names.dropFirst(7))),
    isClosed: true)
  static let state = Shape.record("Screen", [.init("tone", tone), .init("nested", nested)])
  static let tone = Shape.choice("Tone", ["dark"])
  static let nested = Shape.variants("Nested", [.init("one", [.init("first", .text())])])
}

private enum Keyword: ShapeScreen {
  static let name = "class"
  static let about = HostileApp.texts[2]
  static let state = Shape.record("Screen", [.init("tone", tone), .init("nested", nested)])
  static let tone = Shape.choice("Tone", ["loud", "quiet"])
  static let nested = Shape.variants(
    "Nested", [.init("one", [.init("second", .integer())]), .init("*/ \"two\"")])
  /// Each event has a value with a name that its method's other parameters or its body have.
  static let events =
    (HostileApp.names.filter { $0 != "type" } + ["ifRev", "timeout", "options", "values", "element", "format"]).map {
      Shape.Event("set " + $0, about: "Sets it.", [.init($0, $0 == "element" ? .list(.date) : .text())])
    } + [
      Shape.Event(
        "several", about: "Sets several.", HostileApp.members(HostileApp.names.filter { $0 != "type" } + ["timeout"])),
      Shape.Event("words", about: "Chooses.", [.init("word", HostileApp.words)]),
    ]
}

private enum Escaping: ShapeScreen {
  static let name = "*/ \"\"\" \\u0041 \n `${x}`"
  static let about = HostileApp.texts[3]
  static let state = Shape.record(
    "Page<Row>", HostileApp.texts.enumerated().map { .init("text\($0)", .text(), $1) })
  static let events = HostileApp.texts.map { Shape.Event($0, about: $0, [.init("secret", .secret)]) }
}

private enum Numbered: ShapeScreen {
  static let name = "3d"
  static let state = Shape.record("3D", [])
  static let result: Shape? = .record("Core", [.init("type", .text())])
}

/// Its class has the name of a client's own, and its state that of another screen's class.
private enum Tone: ShapeScreen {
  static let name = "unknown"
  static let state = Shape.record("QuoteMeScreen", [.init("unknown", .text())])
  static let result: Shape? = .text()
}
