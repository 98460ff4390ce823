import JSON

@testable import ClientGenerator

/// An app whose names and texts are as unfriendly as a source can meet them.
enum HostileApp {
  static let screens = [
    QuoteMe.schemas, QuoteMeAgain.schemas, Keyword.schemas, Escaping.schemas, Numbered.schemas, Tone.schemas,
  ]

  /// Texts that end a comment or a literal, or that hide what follows them.
  static let texts = [
    "He said \"\"\"stop\"\"\" and \"go\"", "\\u0041 \\x \\N{BULLET} \\", "*/ process.exit(7) /*",
    "/* // # ${1} `x` {0} %s",
    "two\nlines\r\nand \u{2028}more", "nul \u{0} bell \u{7} turned \u{202E} text", "ends with \"", "'''", "é ✓ 😀", "",
  ]

  static let words: JSON = [
    "title": "Word", "type": "string",
    "enum": .array((HostileApp.texts + ["None", "__proto__", "constructor", "3d"]).map(JSON.string)),
    "x-labels": .array((HostileApp.texts + ["None", "Proto", "Constructor", "3D"]).map { JSON.string("label " + $0) }),
  ]

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
  static func members(_ names: [String]) -> [String: JSON] {
    let types: [JSON] = [
      .text, .whole, ["type": "number"], ["type": "string", "format": "date-time"],
      ["type": "string", "x-decimal": true],
      .text.orNull(), ["type": "array", "items": .text], words,
    ]
    return Dictionary(
      uniqueKeysWithValues: names.enumerated().map { index, name in
        (name, types[index % types.count].about(texts[index % texts.count]))
      })
  }
}

/// Its state is called as that of the next screen, and as a type of the clients.
private enum QuoteMe: SchemaScreen {
  static let name = "quote-me"
  static let about = HostileApp.texts[0]
  static let state: JSON = .openObject("Screen", HostileApp.members(HostileApp.names))
  static let events: JSON = ["oneOf": .array(HostileApp.eventNames.filter { $0 != "type" }.map { event($0) })]
}

private enum QuoteMeAgain: SchemaScreen {
  static let name = "quoteMe"
  static let about = HostileApp.texts[1]
  static let parameters: JSON = .closedObject(
    "Parameters", HostileApp.members(HostileApp.names + ["timeout", "params", "options"]),
    optional: Set(HostileApp.names.dropFirst(7)))
  static let state: JSON = .openObject("Screen", ["tone": tone, "nested": nested])
  static let tone: JSON = ["title": "Tone", "type": "string", "enum": ["dark"]]
  static let nested: JSON = [
    "title": "Nested", "oneOf": [.openObject("NestedOne", ["type": .discriminator("one"), "first": .text])],
  ]
}

private enum Keyword: SchemaScreen {
  static let name = "class"
  static let about = HostileApp.texts[2]
  static let state: JSON = .openObject("Screen", ["tone": tone, "nested": nested])
  static let tone: JSON = ["title": "Tone", "type": "string", "enum": ["loud", "quiet"]]
  static let nested: JSON = [
    "title": "Nested",
    "oneOf": [
      .openObject("NestedOne", ["type": .discriminator("one"), "second": .whole]),
      .openObject("NestedTwo", ["type": .discriminator("*/ \"two\"")]),
    ],
  ]
  /// Each event has a value with a name that its method's other parameters or its body have.
  static let events: JSON = [
    "oneOf": .array(
      (HostileApp.names.filter { $0 != "type" } + ["ifRev", "timeout", "options", "values", "element", "format"]).map {
        event("set " + $0, "Sets it.", [$0: $0 == "element" ? ["type": "array", "items": .date] : .text])
      } + [
        event("several", "Sets several.", HostileApp.members(HostileApp.names.filter { $0 != "type" } + ["timeout"])),
        event("words", "Chooses.", ["word": HostileApp.words]),
      ])
  ]
}

private enum Escaping: SchemaScreen {
  static let name = "*/ \"\"\" \\u0041 \n `${x}`"
  static let about = HostileApp.texts[3]
  static let state: JSON = .openObject(
    "Page<Row>",
    Dictionary(uniqueKeysWithValues: HostileApp.texts.enumerated().map { ("text\($0)", .text.about($1)) }))
  static let events: JSON = [
    "oneOf": .array(
      HostileApp.texts.enumerated().map { event($1, $1, ["secret": ["type": "string", "x-secret": true]]) })
  ]
}

private enum Numbered: SchemaScreen {
  static let name = "3d"
  static let state: JSON = .openObject("3D", [:])
  static let result: JSON? = .openObject("Core", ["type": .text])
}

/// Its class has the name of a client's own, and its state that of another screen's class.
private enum Tone: SchemaScreen {
  static let name = "unknown"
  static let state: JSON = .openObject("QuoteMeScreen", ["unknown": .text])
  static let result: JSON? = .text
}

extension JSON {
  fileprivate static let date: JSON = ["type": "string", "format": "date-time"]
}
