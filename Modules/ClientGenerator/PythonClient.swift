import Screens

/// Writes the client for Python.
struct PythonClient {
  /// The names of the types that belong to a screen.
  static func ownTypes(_ screen: String) -> [String] { ["\(screen)Screen", "Async\(screen)Screen"] }

  let schema: ClientSchema
  /// Whether screens have links.
  private let hasLinks: Bool
  /// The records that events and parameters contain.
  private let sentNames: Set<String>
  /// The names of the functions that open a screen, by the screens' names.
  private let openNames: [String: String]
  /// The names of the functions that decode one of several cases, by the types' names.
  private let decoderNames: [String: String]
  /// The names of the handlers of services, by the operations' names.
  let handlerNames: [String: String]

  init(_ schema: ClientSchema, hasLinks: Bool = false) {
    self.schema = schema
    self.hasLinks = hasLinks
    sentNames = schema.sentNames
    var functions = NamePool()
    openNames = functions.names(for: schema.screens.map(\.name), \.snakeCase)
    var decoders = NamePool()
    decoderNames = decoders.names(for: schema.declarations.map(\.name), \.snakeCase)
    var handlers = NamePool(reserved: Self.memberWords)
    handlerNames = handlers.names(for: schema.services.map(\.name), \.snakeCase)
  }

  /// The whole file.
  func source(name: String, version: String) -> String {
    let template = Templates.python.replacing(Templates.quotedProgram, with: name.quoted)
      .replacing(Templates.program, with: escaped(name.lines.joined(separator: " ")))
      .replacing(Templates.version, with: escaped(version.lines.joined(separator: " ")))
      .replacing(Templates.module, with: Templates.module(of: name))
      .replacing(Templates.open, with: openExample)
    let screens = schema.screens.flatMap { [screenClass($0, isAsync: false), screenClass($0, isAsync: true)] }
    let parts =
      [template] + schema.declarations.map(declaration) + screens
      + [anyScreen, servicesClass(isAsync: false), servicesClass(isAsync: true)]
      + [coreClass(isAsync: false), coreClass(isAsync: true)]
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
      let constant = decoderNames[name, default: name.snakeCase].uppercased() + "_LABELS"
      return "\(type)\n\n\(constant): Mapping[str, str] = {\n\(pairs)}\n\(docstring("The texts for people.", ""))"
    case .union(let names, let tag):
      let cases = names.map { "        \(constant(of: $0, tag).quoted): \($0)._decode," }.joined(separator: "\n")
      return """
        \(name) = Union[\((names + ["UnknownVariant"]).joined(separator: ", "))]


        def \(decoderName(name))(json: Mapping[str, Any], lists: Optional[_Lists] = None) -> \(name):
            decoders: Mapping[Any, Callable[[Mapping[str, Any], Optional[_Lists]], \(name)]] = {
        \(cases)
            }
            decode = decoders.get(json.get(\(tag.quoted)))
            return decode(json, lists) if decode else UnknownVariant(copy.deepcopy(json))
        """
    case .record(let members): return record(name, members)
    }
  }

  private func record(_ name: String, _ members: [ClientSchema.Member]) -> String {
    var pool = NamePool(reserved: Self.memberWords.union(["unknown_members"]))
    let names = pool.names(for: members.map(\.name), \.snakeCase)
    let fields = members.map { member in
      let value = member.isRequired ? member.type : member.type.optional
      let type = member.constant.map { "Literal[\($0.quoted)]" } ?? annotation(value)
      let about = docstring(about(member), "    ")
      let hiding = member.isSecret ? " = field(repr=False)" : ""
      return "    \(names[member.name]!): \(type)\(hiding)" + (about.isEmpty ? "" : "\n    \(about)")
    }
    let arguments = members.map { member in
      let value =
        member.isRequired
        ? decoded(member.type, "json[\(member.name.quoted)]", lists: "lists")
        : decoded(member.type.optional, "json.get(\(member.name.quoted))", lists: "lists")
      return "            \(names[member.name]!)=\(value),"
    }
    let known = members.map(\.name.quoted).joined(separator: ", ") + (members.count == 1 ? "," : "")
    let encoding =
      sentNames.contains(name)
      ? "\n\n    def _encode(self) -> dict[str, Any]:\n        return "
        + object(members.map { ($0.name, encoded($0.type, "self.\(names[$0.name]!)")) })
      : ""
    return """
      @dataclass(frozen=True)
      class \(name)(Record):
      \(fields.isEmpty ? "    pass" : fields.joined(separator: "\n"))

          @classmethod
          def _decode(cls, json: Mapping[str, Any], lists: Optional[_Lists] = None) -> \(name):
              record = cls(
      \(arguments.joined(separator: "\n"))
              )
              return _keep_unknown(record, json, (\(known)))\(encoding)
      """
  }

  private func about(_ member: ClientSchema.Member) -> String {
    guard case .array(_, let identity?) = member.type else { return member.about }
    return (member.about.isEmpty ? "" : member.about + " ") + "Its elements are told apart by `\(identity)`."
  }

  private func constant(of record: String, _ tag: String) -> String {
    guard case .record(let members)? = schema[record]?.kind else { return "" }
    return members.first { $0.name == tag }?.constant ?? ""
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

  /// The expression that decodes a value.
  ///
  /// - Parameter lists: the expression of the lists that are decoded already.
  func decoded(_ type: ClientSchema.ValueType, _ json: String, lists: String? = nil) -> String {
    switch type {
    case .string, .boolean, .integer: return json
    case .longInteger: return "int(\(json))"
    case .number: return "float(\(json))"
    case .any: return "copy.deepcopy(\(json))"
    case .date: return "_date(\(json))"
    case .decimal: return "Decimal(\(json))"
    case .optional(let wrapped):
      let value = decoded(wrapped, json, lists: lists)
      return value == json ? json : "None if \(json) is None else \(value)"
    case .array(let element, _):
      let decoder = decoder(element)
      return decoder.map { "_array(\(json), \($0), \(lists ?? "None"))" } ?? "list(\(json))"
    case .declared(let name):
      switch schema[name]?.kind {
      case .record: return "\(name)._decode(\(json)\(lists.map { ", " + $0 } ?? ""))"
      case .union: return "\(decoderName(name))(\(json)\(lists.map { ", " + $0 } ?? ""))"
      case .words, nil: return json
      }
    }
  }

  /// The function that decodes a value; `nil` if its values are as they are in JSON.
  private func decoder(_ type: ClientSchema.ValueType) -> String? {
    let expression = decoded(type, "value")
    if expression == "value" { return nil }
    let function = String(expression.dropLast("(value)".count))
    let isCall = expression.hasSuffix("(value)") && !function.contains { "( ".contains($0) }
    return isCall ? function : "lambda value: \(expression)"
  }

  private func decoderName(_ type: String) -> String { "_decode_\(decoderNames[type] ?? type.snakeCase)" }

  /// The expression that turns a value into what `json.dumps` can write.
  func encoded(_ type: ClientSchema.ValueType, _ value: String) -> String {
    switch type {
    case .string, .boolean, .integer, .number, .any: return value
    case .longInteger: return "(\(value) if abs(\(value)) < 2**53 else str(\(value)))"
    case .date: return "_encode_date(\(value))"
    case .decimal: return "format(\(value), \"f\")"
    case .optional(let wrapped):
      let some = encoded(wrapped, value)
      return some == value ? value : "None if \(value) is None else \(some)"
    case .array(let element, _): return "[\(encoded(element, "element")) for element in \(value)]"
    case .declared(let name): return sentNames.contains(name) ? "\(value)._encode()" : value
    }
  }

  private func object(_ members: [(name: String, value: String)]) -> String {
    "{\(members.map { "\($0.name.quoted): \($0.value)" }.joined(separator: ", "))}"
  }

  // MARK: Screens

  private func screenClass(_ screen: ClientSchema.Screen, isAsync: Bool) -> String {
    var pool = NamePool(reserved: Self.memberWords.union(Self.screenMembers))
    let names = pool.names(for: screen.events.map(\.name), \.snakeCase)
    let methods = screen.events.map { method($0, name: names[$0.name]!, screen, isAsync: isAsync) }
    let result = screen.result.map { type in
      """

          @property
          def result(self) -> \(annotation(type.optional)):
              \(docstring("The result with which the screen has closed itself.", "        "))
              result: \(annotation(type.optional)) = self._result
              return result

          def _decode_result(self, json: Any) -> \(annotation(type)):
              \(decoded(type, "json") == "json" ? "value: \(annotation(type)) = json" : "value = \(decoded(type, "json"))")
              return value
      """
    }
    let about = [
      screen.about,
      """
      A method for an event returns the revision of what came of it. With `if_rev`, the event is refused unless it is the
      revision of the state: a `RequestError` whose reason is "staleRevision". One that the state does not allow is a
      `RefusedError`. With `timeout`, a reply that has not come in so many seconds is a `RequestTimeoutError`.
      """,
    ]
    return """
      class \(className(screen, isAsync: isAsync))(\(isAsync ? "Async" : "")Screen[\(screen.state)]):
          \(docstring(about.filter { !$0.isEmpty }.joined(separator: "\n\n"), "    "))

          @property
          def screen_name(self) -> Literal[\(screen.name.quoted)]:
              return \(screen.name.quoted)

      \((methods + [result].compactMap(\.self)).joined(separator: "\n"))

          def _decode(self, json: Any, lists: _Lists) -> \(screen.state):
              return \(screen.state)._decode(json, lists)
      """
  }

  private func className(_ screen: ClientSchema.Screen, isAsync: Bool) -> String {
    (isAsync ? "Async" : "") + screen.typeName + "Screen"
  }

  private func method(
    _ event: ClientSchema.Event, name: String, _ screen: ClientSchema.Screen, isAsync: Bool
  ) -> String {
    let parameters = Parameters(event.members, annotation: annotation, isKeywordOnly: event.members.count > 1)
    let identities = Set(event.owners.compactMap(\.identity))
    let own = event.members.filter { !identities.contains($0.name) }
    let members = object(
      [("type", event.type.quoted)]
        + own.filter(\.isRequired).map { ($0.name, encoded($0.type, parameters.names[$0.name]!)) })
    let optional = object(
      own.filter { !$0.isRequired }.map {
        ($0.name, encoded($0.type.optional, parameters.names[$0.name]!))
      })
    let inner = optional == "{}" ? members : "{**\(members), **_present(\(optional))}"
    let value = event.owners.reversed().reduce(inner) { inner, owner in
      let identity = event.members.first { $0.name == owner.identity }
      let id = identity.map { [("id", encoded($0.type, parameters.names[$0.name]!))] } ?? []
      return object([("type", owner.type.quoted)] + id + [("event", inner)])
    }
    let about = docstring(about(event, screen, parameters.names), "        ")
    let signature =
      ["self"] + parameters.list + ["if_rev: int | None = None", "timeout: float | None = None"]
    return """

          \(isAsync ? "async " : "")def \(name)(\(signature.joined(separator: ", "))) -> int:\(about.isEmpty ? "" : "\n        " + about)
              return \(isAsync ? "await " : "")self._send(\(value), if_rev, timeout)
      """
  }

  private func about(
    _ event: ClientSchema.Event, _ screen: ClientSchema.Screen, _ names: [String: String]
  ) -> String {
    let secrets = event.members.filter(\.isSecret).map { "`\(names[$0.name]!)` is a secret" }
    let notes = [
      event.disabledReason.map { "Refused while the state has a reason in `\($0.snakeCase)`." },
      event.rows.map { "Refused for a row that is not in `\($0.snakeCase)`." },
      secrets.isEmpty ? nil : secrets.joined(separator: ", ") + ": it is in no state, no exception and no log.",
    ]
    return ([event.about] + notes.compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var anyScreen: String {
    let alias = { (isAsync: Bool) in
      let names = schema.screens.map { className($0, isAsync: isAsync) }
      return (names + [isAsync ? "UnknownAsyncScreen" : "UnknownScreen"]).joined(separator: ", ")
    }
    return "AnyScreen = Union[\(alias(false))]\n\nAnyAsyncScreen = Union[\(alias(true))]"
  }

  private func coreClass(isAsync: Bool) -> String {
    var pool = NamePool(reserved: Self.memberWords.union(Self.coreMembers).union(openNames.values.map { "open_" + $0 }))
    let names = pool.names(for: schema.applicationEvents.map(\.name), \.snakeCase)
    let (prefix, asynchronous, wait) = isAsync ? ("Async", "async ", "await ") : ("", "", "")
    let applicationEvents = schema.applicationEvents.map { event in
      let about = docstring(event.about, "        ")
      return """

            \(asynchronous)def \(names[event.name]!)(self, *, timeout: float | None = None) -> None:\
        \(about.isEmpty ? "" : "\n        " + about)
                \(wait)self.request("app/send", {"event": {"type": \(event.name.quoted)}}, timeout=timeout)
        """
    }
    let classes = schema.screens.map { "        \($0.name.quoted): \(className($0, isAsync: isAsync)),\n" }.joined()
    let operations = operationTable
    let entering = isAsync ? "\n        await self.start()" : ""
    return """
      class \(prefix)Core(\(prefix)CoreProcess):
          \"""The core as a child process: opens its screens. \(isAsync ? "An `async with`" : "A `with`") statement \
      \(isAsync ? "starts it, and " : "")closes it at its end.\"""

          _screen_classes = {
      \(classes)    }
      \(operations)
          \(asynchronous)def __\(isAsync ? "a" : "")enter__(self) -> \(prefix)Core:\(entering)
              return self

          \(asynchronous)def __\(isAsync ? "a" : "")exit__(self, *_: object) -> None:
              \(wait)self.close()
      \((schema.screens.map { open($0, isAsync: isAsync) } + links(isAsync: isAsync) + applicationEvents).joined(separator: "\n"))
      """
  }

  /// The function that opens a link.
  private func links(isAsync: Bool) -> [String] {
    guard hasLinks else { return [] }
    let about = "A screen by its link: a path and a query, or an address of the app."
    return [
      """

          \(isAsync ? "async " : "")def open_link(self, link: str, *, timeout: float | None = None) -> \(isAsync ? "AnyAsyncScreen" : "AnyScreen"):
              \(docstring(about, "        "))
              screen: \(isAsync ? "AnyAsyncScreen" : "AnyScreen") = \(isAsync ? "await " : "")self._open_link(link, timeout)
              return screen
      """
    ]
  }

  private func open(_ screen: ClientSchema.Screen, isAsync: Bool) -> String {
    let type = className(screen, isAsync: isAsync)
    guard screen.name != AppCore.appID else {
      let about = docstring(screen.about + " Its state is followed from here on; it stays open.", "        ")
      return """

            \(isAsync ? "async " : "")def follow_app(self, *, timeout: float | None = None) -> \(type):
                \(about)
                return \(isAsync ? "await " : "")self._follow(\(type), \(screen.name.quoted), timeout)
        """
    }
    let parameters = Parameters(screen.parameters, annotation: annotation, isKeywordOnly: false)
    let values = { (members: [ClientSchema.Member]) in
      object(members.map { ($0.name, encoded($0.isRequired ? $0.type : $0.type.optional, parameters.names[$0.name]!)) })
    }
    let required = values(screen.parameters.filter(\.isRequired))
    let optional = values(screen.parameters.filter { !$0.isRequired })
    let value =
      optional == "{}"
      ? required : required == "{}" ? "_present(\(optional))" : "{**\(required), **_present(\(optional))}"
    let about = docstring(screen.about, "        ")
    let signature = ["self"] + parameters.list + ["timeout: float | None = None"]
    return """

          \(isAsync ? "async " : "")def open_\(openNames[screen.name]!)(\(signature.joined(separator: ", "))) -> \(type):\(about.isEmpty ? "" : "\n        " + about)
              return \(isAsync ? "await " : "")self._open(\(type), \(screen.name.quoted), \(value), timeout)
      """
  }

  /// The parameters of a method, and their names by the names of the members.
  private struct Parameters {
    /// The parameters in the order of a signature. The last one is the star after which all have to be named.
    let list: [String]
    let names: [String: String]

    init(
      _ members: [ClientSchema.Member], annotation: (ClientSchema.ValueType) -> String, isKeywordOnly: Bool
    ) {
      var pool = NamePool(reserved: PythonClient.parameterWords)
      let names = pool.names(for: members.map(\.name), \.snakeCase)
      self.names = names
      let required = members.filter(\.isRequired).map { "\(names[$0.name]!): \(annotation($0.type))" }
      let optional = members.filter { !$0.isRequired }.map {
        "\(names[$0.name]!): \(annotation($0.type.optional)) = None"
      }
      list = isKeywordOnly ? ["*"] + required + optional : required + optional + ["*"]
    }
  }

  // MARK: Texts

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
  private static let parameterWords = keywords.union(["element", "format", "if_rev", "self", "timeout"])

  /// The names of what a screen has beside its events.
  private static let screenMembers: Set<String> = [
    "close", "close_reason", "hidden", "instance", "is_open", "leave", "on_closed", "on_opened", "on_snapshot",
    "on_update",
    "opener",
    "request", "result", "rev", "screen_name", "snapshot", "snapshots", "state", "states", "sync", "wait",
    "wait_closed",
  ]

  /// The names of what a core has beside its screens.
  private static let coreMembers: Set<String> = [
    "close", "follow_app", "info", "kill", "on_opened", "open_link", "request", "screens", "start", "sync", "wait",
  ]

  /// The names that no declared type can have: those of the file's own types, and of the types that it imports.
  static let typeNames: Set<String> = [
    "Any", "AnyAsyncScreen", "AnyScreen", "AsyncCore", "AsyncCoreProcess", "AsyncIterator", "AsyncScreen",
    "AsyncServices", "Awaitable",
    "BaseException", "Callable", "CannotAnswer", "Core", "CoreEndedError", "CoreExit", "CoreHungError", "CoreProcess",
    "Decimal",
    "Exception", "False", "Generic",
    "IO", "IndexError", "Iterable", "KeyError", "Literal", "LookupError", "Mapping", "NoAnswer", "None",
    "NotImplementedError",
    "OSError", "Optional", "ProcessLookupError", "Question", "Record", "RefusedError", "RequestError",
    "RequestTimeoutError",
    "Screen",
    "Sequence", "ServiceError", "Services", "Snapshot", "TimeoutError", "TributaryError", "True", "TypeError",
    "TypeVar", "Union",
    "UnknownAsyncScreen", "UnknownScreen", "UnknownVariant", "ValueError",
  ]
}
