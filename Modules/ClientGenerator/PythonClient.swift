import ScreenDescriptions

/// Writes the client for Python.
struct PythonClient {
  /// The names of the types that belong to a screen.
  static func ownTypes(_ screen: String) -> [String] { ["\(screen)Screen", "Async\(screen)Screen"] }

  let schema: ClientSchema
  /// Whether screens have links.
  private let hasLinks: Bool
  /// The names of the functions that open a screen, by the screens' names.
  private let openNames: [String: String]

  init(_ schema: ClientSchema, hasLinks: Bool = false) {
    self.schema = schema
    self.hasLinks = hasLinks
    var functions = NamePool()
    openNames = functions.names(for: schema.screens.map(\.name), \.snakeCase)
  }

  /// The whole file.
  func source(name: String, version: String) -> String {
    let template = Templates.python.replacing(Templates.quotedProgram, with: name.quoted)
      .replacing(Templates.program, with: escaped(name.lines.joined(separator: " ")))
      .replacing(Templates.version, with: escaped(version.lines.joined(separator: " ")))
      .replacing(Templates.module, with: Templates.module(of: name))
      .replacing(Templates.open, with: openExample)
    let parts =
      [template] + schema.declarations.map(declaration) + schema.screens.map(screenClasses)
      + [anyScreen, servicesClass, coreClass(isAsync: false), coreClass(isAsync: true)]
    return parts.joined(separator: "\n\n\n") + "\n"
  }

  /// A call that opens a screen, for an example.
  private var openExample: String {
    guard let screen = schema.exampleScreen else { return "open_screen(...)" }
    return "open_\(openNames[screen.name]!)(\(screen.needsParameters ? "..." : ""))"
  }

  // MARK: Types

  private func declaration(_ declaration: ClientSchema.Declaration) -> String {
    let name = declaration.name
    switch declaration.kind {
    case .words(let words, let labels):
      let type = "\(name) = Literal[\(words.map(\.quoted).joined(separator: ", "))]"
      guard labels.count == words.count, labels != words else { return type }
      let pairs = zip(words, labels).map { "    \($0.quoted): \($1.quoted),\n" }.joined()
      return "\(type)\n\n\(name.snakeCase.uppercased())_LABELS: Mapping[str, str] = {\n\(pairs)}"
    case .union(let names, _):
      return "\(name) = Union[\((names + ["UnknownVariant"]).joined(separator: ", "))]"
    case .record(let members): return record(name, members)
    }
  }

  private func record(_ name: String, _ members: [ClientSchema.Member]) -> String {
    var pool = NamePool(reserved: Self.memberWords.union(["field", "from_json", "unknown_members"]))
    let names = pool.names(for: members.map(\.name), \.snakeCase)
    let fields = members.map { member in
      let value = member.isRequired ? member.type : member.type.optional
      let type = member.constant.map { "Literal[\($0.quoted)]" } ?? annotation(value)
      let field = field(names[member.name]!, of: member.name, type, isSecret: member.isSecret)
      return "    " + field + comment(about(member))
    }
    return """
      class \(name)(Record):
      \(fields.isEmpty ? "    pass" : fields.joined(separator: "\n"))
      """
  }

  /// The declaration of a field, with its name in JSON if that is not the one that the base of records expects.
  func field(_ name: String, of member: String, _ type: String, isSecret: Bool = false, isOptional: Bool = false)
    -> String
  {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    let expected = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    let options = [
      isOptional ? "default=None" : nil, isSecret ? "repr=False" : nil,
      expected == member ? nil : "metadata={\"json\": \(member.quoted)}",
    ].compactMap(\.self)
    guard !options.isEmpty, options != ["default=None"] else { return "\(name): \(type)\(isOptional ? " = None" : "")" }
    return "\(name): \(type) = field(\(options.joined(separator: ", ")))"
  }

  private func about(_ member: ClientSchema.Member) -> String {
    guard case .array(_, let identity?) = member.type else { return member.about }
    return (member.about.isEmpty ? "" : member.about + " ") + "Its elements are told apart by `\(identity)`."
  }

  func annotation(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .string: "str"
    case .boolean: "bool"
    case .integer, .longInteger: "int"
    case .number: "float"
    case .date: "datetime"
    case .decimal: "Decimal"
    case .any: "Any"
    case .optional(let wrapped): "\(annotation(wrapped)) | None"
    case .array(let element, _): "Sequence[\(annotation(element))]"
    case .declared(let name): name
    }
  }

  /// The type of a parameter: what a person types may stand in its place.
  private func annotation(ofParameter member: ClientSchema.Member) -> String {
    let type = annotation(member.isRequired ? member.type : member.type.optional)
    guard member.isTyped else { return type }
    return type.hasSuffix(" | None") ? type.dropLast(" | None".count) + " | Typed | None" : type + " | Typed"
  }

  private func object(_ members: [(String, String)]) -> String {
    "{\(members.map { "\($0.quoted): \($1)" }.joined(separator: ", "))}"
  }

  /// The expression of an object whose optional members are left out if they have no value.
  private func object(_ members: [ClientSchema.Member], _ names: [String: String], type: String? = nil) -> String {
    let value = { (member: ClientSchema.Member) in (member.name, names[member.name]!) }
    let required = object((type.map { [("type", $0.quoted)] } ?? []) + members.filter(\.isRequired).map(value))
    let optional = object(members.filter { !$0.isRequired }.map(value))
    if optional == "{}" { return required }
    return required == "{}" ? "_present(\(optional))" : "{**\(required), **_present(\(optional))}"
  }

  // MARK: Screens

  /// The class of a screen's events, and those of its instances in both clients.
  private func screenClasses(_ screen: ClientSchema.Screen) -> String {
    var pool = NamePool(reserved: Self.memberWords.union(Self.screenMembers))
    let names = pool.names(for: screen.events.map(\.name), \.snakeCase)
    let isPlain = { (event: ClientSchema.Event) in event.members.isEmpty }
    let constants = screen.events.filter(isPlain).map { constant($0, name: names[$0.name]!) }
    let methods = screen.events.filter { !isPlain($0) }.map { method($0, name: names[$0.name]!) }
    let about = docstring(screen.about, "    ")
    let parts = [about.isEmpty ? "" : "    " + about, constants.joined(separator: "\n")] + methods
    let body = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    let name = screen.typeName + "Screen"
    let types = "\(screen.state), \(screen.result.map(annotation) ?? "None")"
    return """
      class _\(name)(_Events[_Int]):
      \(body.isEmpty ? "    pass" : body)


      class \(name)(_\(name)[int], Screen[\(types)]): ...
      class Async\(name)(_\(name)[_Later[int]], AsyncScreen[\(types)]): ...
      """
  }

  private func className(_ screen: ClientSchema.Screen, isAsync: Bool) -> String {
    (isAsync ? "Async" : "") + screen.typeName + "Screen"
  }

  /// An event that has no parameters.
  private func constant(_ event: ClientSchema.Event, name: String) -> String {
    "    \(name) = _Event(\(value(event, [:])))" + comment(about(event, [:]))
  }

  private func method(_ event: ClientSchema.Event, name: String) -> String {
    let parameters = Parameters(event.members, isKeywordOnly: event.members.count > 1, annotation(ofParameter:))
    let about = docstring(about(event, parameters.names), "        ")
    let signature =
      ["self"] + parameters.list + ["if_rev: int | None = None", "timeout: float | None = None"]
    return """
          def \(name)(\(signature.joined(separator: ", "))) -> _Int:\(about.isEmpty ? "" : "\n        " + about)
              return self.send(\(value(event, parameters.names)), if_rev, timeout)
      """
  }

  /// The expression of an event in JSON, inside of those of the parts that it belongs to.
  private func value(_ event: ClientSchema.Event, _ names: [String: String]) -> String {
    let identities = Set(event.owners.compactMap(\.identity))
    let own = event.members.filter { !identities.contains($0.name) }
    return event.owners.reversed().reduce(object(own, names, type: event.type)) { inner, owner in
      let identity = event.members.first { $0.name == owner.identity }
      let id = identity.map { [("id", names[$0.name]!)] } ?? []
      return object([("type", owner.type.quoted)] + id + [("event", inner)])
    }
  }

  private func about(_ event: ClientSchema.Event, _ names: [String: String]) -> String {
    let secrets = event.members.filter(\.isSecret).map { "`\(names[$0.name]!)` is a secret" }
    let notes = [
      event.disabledReason.map { "Refused while the state has a reason in `\($0.snakeCase)`." },
      event.rows.map { "Refused for a row that is not in `\($0.snakeCase)`." },
      secrets.isEmpty ? nil : secrets.joined(separator: ", ") + ": it is in no state, no exception and no log.",
    ]
    return ([event.about] + notes.compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The types of any screen, and the classes of the screens by their names.
  private var anyScreen: String {
    let alias = { (isAsync: Bool) in
      let names = schema.screens.map { className($0, isAsync: isAsync) }
      return (names + [isAsync ? "UnknownAsyncScreen" : "UnknownScreen"]).joined(separator: ", ")
    }
    let rows = schema.screens.map {
      "    \($0.name.quoted): (\(className($0, isAsync: false)), \(className($0, isAsync: true))),\n"
    }
    return """
      AnyScreen = Union[\(alias(false))]
      AnyAsyncScreen = Union[\(alias(true))]

      _SCREENS: Mapping[str, tuple[_Kind[Any], _Kind[Any]]] = {
      \(rows.joined())}
      """
  }

  private func coreClass(isAsync: Bool) -> String {
    let methods = schema.screens.map { open($0, isAsync: isAsync) } + links(isAsync: isAsync)
    return """
      class \(isAsync ? "Async" : "")Core(\(isAsync ? "Async" : "")CoreProcess):
          \"""The core as a child process, which opens its screens.\"""

      \(methods.joined(separator: "\n\n"))
      """
  }

  /// The function that opens a link.
  private func links(isAsync: Bool) -> [String] {
    guard hasLinks else { return [] }
    let about = "Opens a screen by its link: a path and a query, or an address of the app."
    let type = isAsync ? "AnyAsyncScreen" : "AnyScreen"
    return [
      """
          \(isAsync ? "async " : "")def open_link(self, link: str, *, timeout: float | None = None) -> \(type):
              \(docstring(about, "        "))
              screen: \(type) = \(isAsync ? "await " : "")self.call("screen/open", {"link": link}, timeout, self.screen)
              return screen
      """
    ]
  }

  private func open(_ screen: ClientSchema.Screen, isAsync: Bool) -> String {
    let type = className(screen, isAsync: isAsync)
    let asynchronous = isAsync ? "async " : ""
    guard screen.name != ScreenDescription.appID else {
      return """
            \(asynchronous)def follow_app(self, *, timeout: float | None = None) -> \(type):
                \"""Follows the state of the app as a whole, which stays open.\"""
                screen: \(type) = \(isAsync ? "await " : "")self.call("screen/get", {"instance": \(screen.name.quoted)}, timeout, self.screen)
                return screen
        """
    }
    let parameters = Parameters(screen.parameters, isKeywordOnly: false, annotation(ofParameter:))
    let value = object(screen.parameters, parameters.names)
    let signature = ["self"] + parameters.list + ["timeout: float | None = None"]
    let steps = "self._open(\(type), \(screen.name.quoted), \(value), timeout)"
    return """
          \(asynchronous)def open_\(openNames[screen.name]!)(\(signature.joined(separator: ", "))) -> \(type):
              return \(isAsync ? "await \(steps)" : "self._run(\(steps))")
      """
  }

  /// The parameters of a method, and their names by the names of the members.
  private struct Parameters {
    /// The parameters in the order of a signature. The last one is the star after which all have to be named.
    let list: [String]
    let names: [String: String]

    init(
      _ members: [ClientSchema.Member], isKeywordOnly: Bool, _ annotation: (ClientSchema.Member) -> String
    ) {
      var pool = NamePool(reserved: PythonClient.parameterWords)
      let names = pool.names(for: members.map(\.name), \.snakeCase)
      self.names = names
      let required = members.filter(\.isRequired).map { "\(names[$0.name]!): \(annotation($0))" }
      let optional = members.filter { !$0.isRequired }.map { "\(names[$0.name]!): \(annotation($0)) = None" }
      list = isKeywordOnly ? ["*"] + required + optional : required + optional + ["*"]
    }
  }

  // MARK: Services

  /// The class with a handler for each operation.
  private var servicesClass: String {
    var pool = NamePool(reserved: Self.memberWords)
    let names = pool.names(for: schema.services.map(\.name), \.snakeCase)
    let fields = schema.services.map { service in
      let input = service.input.map(annotation) ?? ""
      let answer = service.answer.map(annotation) ?? "None"
      let result =
        service.isFeed ? "Iterable[\(answer)] | AsyncIterable[\(answer)]" : "\(answer) | Awaitable[\(answer)]"
      let type = "Callable[[\(input)], \(result)] | None"
      return "    " + field(names[service.name]!, of: service.name, type, isOptional: true)
    }
    let about = """
      What this program answers in place of the core's backend: a function for each operation, which returns the answer or raises a
      `ServiceError`. That of a feed returns its elements, which are taken as fast as the app handles them; the feed ends with them.
      """
    return """
      @dataclass(frozen=True)
      class Services:
          \(docstring(about, "    "))

      \(fields.isEmpty ? "    pass" : fields.joined(separator: "\n"))
      """
  }

  // MARK: Texts

  /// A comment behind a field.
  private func comment(_ text: String) -> String {
    let line = text.lines.joined(separator: " ")
    return line.isEmpty ? "" : "  # " + line
  }

  /// A literal that documents what is before it; empty for an empty text.
  func docstring(_ text: String, _ indent: String) -> String {
    guard !text.isEmpty else { return "" }
    let lines = text.lines.map(escaped)
    let body = lines.enumerated().map { $0 == 0 || $1.isEmpty ? $1 : indent + $1 }.joined(separator: "\n")
    let end = lines.count > 1 ? "\n" + indent : ""
    return "\"\"\"\(body)\(end)\"\"\""
  }

  /// A line inside of a literal between three quotes.
  private func escaped(_ line: String) -> String {
    let isPlain = !line.contains("\"\"") && !line.hasSuffix("\"")
    return line.replacing("\\", with: "\\\\").replacing("\"", with: isPlain ? "\"" : "\\\"")
  }

  /// The language's words.
  private static let keywords: Set<String> = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
  ]

  /// The names that no member and no method can have: those of the types that stand beside them.
  private static let memberWords = keywords.union([
    "bool", "classmethod", "datetime", "dict", "float", "int", "property", "str",
  ])

  /// The names that no parameter can have: those of the other parameters, and of what the method's body uses.
  private static let parameterWords = keywords.union(["if_rev", "self", "timeout"])

  /// The names of what a screen has beside its events.
  private static let screenMembers: Set<String> = [
    "close", "close_reason", "hidden", "instance", "is_open", "leave", "on_closed", "on_opened", "on_snapshot",
    "on_update", "opener", "result", "rev", "screen_name", "send", "snapshot", "snapshots", "state", "states",
    "wait_closed",
  ]

  /// The names that no declared type can have: those of the file's own types, and of the types that it imports.
  static let typeNames: Set<String> = [
    "Any", "AnyAsyncScreen", "AnyScreen", "AsyncCore", "AsyncCoreProcess", "AsyncGenerator", "AsyncIterable",
    "AsyncIterator", "AsyncScreen", "AttributeError", "Awaitable", "BaseException", "Callable", "CannotAnswer",
    "ClassVar", "Core", "CoreEndedError", "CoreExit", "CoreHungError", "CoreProcess", "Coroutine", "Decimal",
    "Exception", "False", "Field", "Future", "Generic", "IO", "IndexError", "Iterable", "Iterator", "KW_ONLY",
    "Literal", "LookupError", "Mapping", "NoAnswer", "None", "NoneType", "NotImplementedError", "OSError",
    "PersonWait", "Protocol", "Question", "Record", "RefusedError", "RequestError", "RequestTimeoutError",
    "RuntimeError", "Screen", "Self", "Sequence", "ServiceError", "Services", "Snapshot", "TimeoutError",
    "TributaryError", "True", "TypeError", "TypeVar", "Typed", "Union", "UnionType", "UnknownAsyncScreen",
    "UnknownScreen", "UnknownVariant", "ValueError",
  ]
}
