/// Writes the client for Python.
struct PythonClient {
  private let schema: ClientSchema
  /// The records that events and parameters contain.
  private let sentNames: Set<String>

  init(_ schema: ClientSchema) {
    self.schema = schema
    sentNames = schema.sentNames
  }

  /// The whole file.
  func source() -> String {
    let parts =
      [Templates.python] + schema.declarations.map(declaration) + schema.screens.map(screenClass) + [coreClass]
    return parts.joined(separator: "\n\n\n") + "\n"
  }

  // MARK: Types

  private func declaration(_ declaration: ClientSchema.Declaration) -> String {
    let name = declaration.name
    switch declaration.kind {
    case .words(let words):
      return "\(name) = Literal[\(words.map(quoted).joined(separator: ", "))]"
    case .union(let names, let tag):
      let cases = names.map { "        \(quoted(constant(of: $0, tag))): \($0)._decode," }.joined(separator: "\n")
      return """
        \(name) = Union[\(names.joined(separator: ", "))]


        def _decode_\(snakeCase(name))(json: Mapping[str, Any]) -> \(name):
            decoders: Mapping[str, Callable[[Mapping[str, Any]], \(name)]] = {
        \(cases)
            }
            return decoders[json[\(quoted(tag))]](json)
        """
    case .record(let members):
      let fields = members.map { member in
        let type = member.constant.map { "Literal[\(quoted($0))]" } ?? annotation(member.type)
        return "    \(identifier(member.name)): \(type)"
          + (member.about.isEmpty ? "" : "\n    \(docstring(member.about))")
      }
      let arguments = members.map {
        "            \(identifier($0.name))=\(decoded($0.type, "json[\(quoted($0.name))]")),"
      }
      let encoding =
        sentNames.contains(name)
        ? "\n\n    def _encode(self) -> dict[str, Any]:\n        return "
          + object(members.map { ($0.name, encoded($0.type, "self.\(identifier($0.name))")) })
        : ""
      return """
        @dataclass(frozen=True)
        class \(name):
        \(fields.joined(separator: "\n"))

            @classmethod
            def _decode(cls, json: Mapping[str, Any]) -> \(name):
                return cls(
        \(arguments.joined(separator: "\n"))
                )\(encoding)
        """
    }
  }

  private func constant(of record: String, _ tag: String) -> String {
    guard case .record(let members)? = schema.declarations.first(where: { $0.name == record })?.kind else { return "" }
    return members.first { $0.name == tag }?.constant ?? ""
  }

  private func annotation(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .string: "str"
    case .boolean: "bool"
    case .integer: "int"
    case .date: "datetime"
    case .decimal: "Decimal"
    case .any: "Any"
    case .optional(let wrapped): "\(annotation(wrapped)) | None"
    case .array(let element): "Sequence[\(annotation(element))]"
    case .declared(let name): name
    }
  }

  private func decoded(_ type: ClientSchema.ValueType, _ json: String) -> String {
    switch type {
    case .optional(let wrapped): decoder(wrapped).map { "_optional(\($0), \(json))" } ?? json
    case .array(let element): "[\(decoded(element, "element")) for element in \(json)]"
    default: decoder(type).map { "\($0)(\(json))" } ?? json
    }
  }

  /// The function that decodes a type; `nil` if its values are as they are in JSON.
  private func decoder(_ type: ClientSchema.ValueType) -> String? {
    switch type {
    case .string, .boolean, .integer, .any: return nil
    case .date: return "_date"
    case .decimal: return "Decimal"
    case .optional, .array: return "lambda value: \(decoded(type, "value"))"
    case .declared(let name):
      return switch schema.declarations.first(where: { $0.name == name })?.kind {
      case .record: "\(name)._decode"
      case .union: "_decode_\(snakeCase(name))"
      case .words, nil: nil
      }
    }
  }

  /// The expression that turns a value into what `json.dumps` can write.
  private func encoded(_ type: ClientSchema.ValueType, _ value: String) -> String {
    switch type {
    case .string, .boolean, .integer, .any: return value
    case .date: return "\(value).isoformat()"
    case .decimal: return "str(\(value))"
    case .optional(let wrapped):
      let some = encoded(wrapped, value)
      return some == value ? value : "None if \(value) is None else \(some)"
    case .array(let element): return "[\(encoded(element, "element")) for element in \(value)]"
    case .declared(let name): return sentNames.contains(name) ? "\(value)._encode()" : value
    }
  }

  private func object(_ members: [(name: String, value: String)]) -> String {
    "{\(members.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", "))}"
  }

  // MARK: Screens

  private func screenClass(_ screen: ClientSchema.Screen) -> String {
    let name = screen.name.capitalizedFirst
    let methods = screen.events.map { event in
      let parameters = event.members.map { ", \(identifier($0.name)): \(annotation($0.type))" }.joined()
      let members = object(
        [("type", quoted(event.name))] + event.members.map { ($0.name, encoded($0.type, identifier($0.name))) })
      return """

            def \(method(event.name))(self\(parameters), *, if_rev: int | None = None) -> int:
        \(documentation(event))
                return self._send(\(members), if_rev)
        """
    }
    return """
      class \(name)Screen(Screen[\(screen.state)]):
          \"""\(screen.about)

          A method for an event returns the revision of what came of it. With `if_rev`, the event is refused unless it is the
          revision of the state: a `RequestError` whose reason is "staleRevision".
          \"""
      \(methods.joined(separator: "\n"))
      """
  }

  private func documentation(_ event: ClientSchema.Event) -> String {
    let indent = "        "
    let secrets = event.members.filter(\.isSecret).map { "`\(identifier($0.name))` is a secret" }
    guard !secrets.isEmpty else { return indent + docstring(event.about) }
    return """
      \(indent)\"""\(event.about)

      \(indent)\(secrets.joined(separator: ", ")): it is in no state, no exception and no log.
      \(indent)\"""
      """
  }

  private var coreClass: String {
    let applicationEvents = schema.applicationEvents.map { event in
      """

          def \(method(event.name))(self) -> None:
              \(docstring(event.about))
              self.request("app/send", {"event": {"type": \(quoted(event.name))}})
      """
    }
    return """
      class Core(CoreProcess):
          \"""The core as a child process: opens its screens. A `with` statement closes it at its end.\"""

          def __enter__(self) -> Core:
              return self

          def __exit__(self, *_: object) -> None:
              self.close()
      \((schema.screens.map(open) + applicationEvents).joined(separator: "\n"))
      """
  }

  private func open(_ screen: ClientSchema.Screen) -> String {
    let type = screen.name.capitalizedFirst + "Screen"
    let required = screen.parameters.filter(\.isRequired)
    let optional = screen.parameters.filter { !$0.isRequired }
    let signature =
      required.map { ", \(identifier($0.name)): \(annotation($0.type))" }
      + optional.map { ", \(identifier($0.name)): \(annotation($0.type.optional)) = None" }
    let members = object(screen.parameters.map { ($0.name, encoded($0.type.optional, identifier($0.name))) })
    return """

          def open_\(snakeCase(screen.name))(self\(signature.joined())) -> \(type):
              \(docstring(screen.about))
              return self._open(
                  \(quoted(screen.name)), \(members), lambda opened: \(type)(self, opened, \(screen.state)._decode)
              )
      """
  }

  // MARK: Names and texts

  /// A method's name, which must not be one of the class that it extends.
  private func method(_ name: String) -> String {
    let name = identifier(name)
    return ["close", "instance", "on_closed", "on_update", "request", "rev", "state", "sync", "wait"].contains(name)
      ? name + "_" : name
  }

  private func identifier(_ name: String) -> String {
    let name = snakeCase(name)
    return Self.keywords.contains(name) ? name + "_" : name
  }

  /// `productID` is `product_id`.
  private func snakeCase(_ name: String) -> String {
    var words = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let isStart =
        letter.isUppercase && index > 0
        && (!letters[index - 1].isUppercase || index + 1 < letters.count && letters[index + 1].isLowercase)
      words += (isStart ? "_" : "") + letter.lowercased()
    }
    return words
  }

  private func docstring(_ text: String) -> String { "\"\"\"\(text)\"\"\"" }
  private func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static let keywords: Set<String> = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "if_rev", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
    "raise", "return", "self", "try", "while", "with", "yield",
  ]
}
