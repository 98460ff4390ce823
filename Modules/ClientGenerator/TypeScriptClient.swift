import ScreenDescriptions

/// Writes the client for TypeScript.
struct TypeScriptClient {
  /// The names of the types that belong to a screen.
  static func ownTypes(_ screen: String) -> [String] { ["\(screen)Screen", "\(screen)Parameters"] }

  let schema: ClientSchema
  /// Whether screens have links.
  private let hasLinks: Bool
  /// The names of the methods that open a screen, by the screens' names.
  private let openNames: [String: String]

  init(_ schema: ClientSchema, hasLinks: Bool = false) {
    self.schema = schema
    self.hasLinks = hasLinks
    var opening = NamePool()
    openNames = opening.names(for: schema.screens.map(\.name)) { "open" + $0.typeName }
  }

  /// The whole file.
  func source(name: String, version: String) -> String {
    let template = Templates.typescript.replacing(Templates.program, with: commentText(name))
      .replacing(Templates.version, with: commentText(version))
      .replacing(Templates.module, with: Templates.module(of: name))
      .replacing(Templates.open, with: openExample)
    let screens = schema.screens.flatMap { parameters($0) + [screenClass($0)] }
    let parts = [template] + schema.declarations.map(declaration) + screens + [anyScreen, services, coreClass(name)]
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A call that opens a screen, for an example.
  private var openExample: String {
    guard let screen = schema.exampleScreen else { return "openScreen(...)" }
    return "\(openNames[screen.name]!)(\(screen.needsParameters ? "..." : ""))"
  }

  // MARK: Types

  func declaration(_ declaration: ClientSchema.Declaration) -> String {
    let name = declaration.name
    switch declaration.kind {
    case .words(let words, let labels):
      let type = "export type \(name) = \(words.map(\.quoted).joined(separator: " | "));"
      guard labels.count == words.count, labels != words else { return type }
      let pairs = zip(words, labels).map { "  \(key($0)): \($1.quoted),\n" }.joined()
      return """
        \(type)

        /** The texts for people. */
        export const \(name)Labels: { readonly [word in \(name)]: string } = {
        \(pairs)};
        """
    case .union(let names, _): return "export type \(name) = \((names + ["UnknownVariant"]).joined(separator: " | "));"
    case .record(let members): return interface(name, members)
    }
  }

  private func interface(_ name: String, _ members: [ClientSchema.Member], isSent: Bool = false) -> String {
    let lines = members.map { member in
      let about = comment(self.comment(member), "  ")
      return (about.isEmpty ? "" : about + "\n") + "  readonly \(key(member.name))"
        + (member.isRequired ? "" : "?")
        + ": \(member.constant.map(\.quoted) ?? (isSent ? annotation(ofParameter: member) : annotation(member.type)));"
    }
    return "export interface \(name) {\n\(lines.map { $0 + "\n" }.joined())}"
  }

  /// What a value is, and what its text looks like if the type is only a text.
  private func comment(_ member: ClientSchema.Member) -> String {
    let format =
      switch member.type {
      case .date, .optional(.date): "RFC 3339, in UTC."
      case .decimal, .optional(.decimal): "A decimal number."
      case .longInteger, .optional(.longInteger):
        "A number, or a string of its digits beyond Number.MAX_SAFE_INTEGER: `BigInt(value)` has all of them."
      case .array(_, let identity?), .optional(.array(_, let identity?)):
        "Its elements are told apart by `\(identity)`."
      default: ""
      }
    return [member.about, format].filter { !$0.isEmpty }.joined(separator: " ")
  }

  func annotation(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .string, .date, .decimal: "string"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .longInteger: "number | string"
    case .any: "unknown"
    case .optional(let wrapped): "\(annotation(wrapped)) | null"
    case .array(let element, _): "ReadonlyArray<\(annotation(element))>"
    case .declared(let name): name
    }
  }

  // MARK: Screens

  func parameters(_ screen: ClientSchema.Screen) -> [String] {
    screen.parameters.isEmpty ? [] : [interface(screen.typeName + "Parameters", screen.parameters, isSent: true)]
  }

  private func screenClass(_ screen: ClientSchema.Screen) -> String {
    var pool = NamePool(reserved: Self.screenMembers)
    let names = pool.names(for: screen.events.map(\.name), \.camelCase)
    let methods = screen.events.map { event in
      """
      \(documentation(event))
        \(names[event.name]!)(\(parameters(event))options: SendOptions = {}): Promise<number> {
          return this._send(\(value(event)), options);
        }
      """
    }
    let result = screen.result.map { ", " + annotation($0) } ?? ""
    let about = [screen.about, "A method for an event returns the revision of what came of it."]
    return """
      \(comment(about.filter { !$0.isEmpty }.joined(separator: "\n\n"), ""))
      export class \(screen.typeName)Screen extends Screen<\(screen.state)\(result)> {
        readonly screenName = \(screen.name.quoted);

      \(methods.joined(separator: "\n\n"))
      }
      """
  }

  /// The parameters of an event's method, with a comma behind: its value, or an object if it has several.
  private func parameters(_ event: ClientSchema.Event) -> String {
    switch event.members.count {
    case 0: return ""
    case 1: return "\(parameterName(event.members[0])): \(annotation(ofParameter: event.members[0])), "
    default:
      let members = event.members.map {
        "readonly \(key($0.name))\($0.isRequired ? "" : "?"): \(annotation(ofParameter: $0))"
      }
      return "values: { \(members.joined(separator: "; ")) }, "
    }
  }

  /// The type of a parameter: what a person types may stand in its place.
  private func annotation(ofParameter member: ClientSchema.Member) -> String {
    annotation(member.type) + (member.isTyped ? " | Typed" : "")
  }

  private func value(_ event: ClientSchema.Event) -> String {
    let type = "type: \(event.type.quoted)"
    guard event.owners.isEmpty else { return valueInParts(event, type) }
    switch event.members.count {
    case 0: return "{ \(type) }"
    case 1:
      let (key, name) = (key(event.members[0].name, isLiteral: true), parameterName(event.members[0]))
      return key == name ? "{ \(type), \(name) }" : "{ \(type), \(key): \(name) }"
    default: return "{ ...values, \(type) }"
    }
  }

  /// The event of a part, inside of those of its owners.
  private func valueInParts(_ event: ClientSchema.Event, _ type: String) -> String {
    func argument(_ member: ClientSchema.Member) -> String {
      event.members.count == 1 ? parameterName(member) : "values[\(member.name.quoted)]"
    }
    let identities = Set(event.owners.compactMap(\.identity))
    let own = event.members.filter { !identities.contains($0.name) }
      .map { "\(key($0.name, isLiteral: true)): \(argument($0))" }
    return event.owners.reversed().reduce("{ \(([type] + own).joined(separator: ", ")) }") { inner, owner in
      let id = event.members.first { $0.name == owner.identity }.map { "id: \(argument($0)), " } ?? ""
      return "{ type: \(owner.type.quoted), \(id)event: \(inner) }"
    }
  }

  private func parameterName(_ member: ClientSchema.Member) -> String {
    var pool = NamePool(reserved: Self.keywords.union(["options"]))
    return pool.name(member.name.camelCase)
  }

  private func documentation(_ event: ClientSchema.Event) -> String {
    let notes = [
      event.disabledReason.map { "Refused while the state has a reason in `\($0)`." },
      event.rows.map { "Refused for a row that is not in `\($0)`." },
    ]
    let secrets = event.members.filter(\.isSecret).map {
      let name = event.members.count == 1 ? parameterName($0) : $0.name
      return "@param \(name) A secret: it is in no state, no error and no log."
    }
    let parts = ([event.about] + notes.compactMap(\.self)).filter { !$0.isEmpty } + secrets
    return comment(parts.joined(separator: "\n\n"), "  ")
  }

  private var anyScreen: String {
    let names = schema.screens.map { $0.typeName + "Screen" } + ["UnknownScreen"]
    return """
      /** A screen of any kind. `screenName` tells them apart. */
      export type AnyScreen = \(names.joined(separator: " | "));
      """
  }

  private var services: String {
    let handlers = schema.services.map { service in
      let input = service.input.map(annotation) ?? "null"
      let answer = service.answer.map(annotation) ?? "void"
      let result =
        service.isFeed ? "Iterable<\(answer)> | AsyncIterable<\(answer)>" : "\(answer) | Promise<\(answer)>"
      return """
          readonly \(key(service.name))?: (input: \(input), signal: AbortSignal) => \(result);

        """
    }
    return """
      /**
       * What this program answers in place of the core's backend: a function for each operation. The core asks for those that
       * have one. A function returns the answer, or throws a `ServiceError`; any other error is printed, and the app gets an
       * error without details. The signal aborts if the core cancels the request. The function of a feed returns its elements,
       * which are taken as fast as the app handles them; the feed ends with them.
       */
      export interface Services {
      \(handlers.joined())}
      """
  }

  private func coreClass(_ program: String) -> String {
    var pool = NamePool(reserved: Self.coreMembers.union(openNames.values))
    let names = pool.names(for: schema.applicationEvents.map(\.name), \.camelCase)
    let applicationEvents = schema.applicationEvents.map { event in
      """
      \(comment(event.about, "  "))
        async \(names[event.name]!)(options: CallOptions = {}): Promise<void> {
          await this.request("app/send", { event: { type: \(event.name.quoted) } }, options);
        }
      """
    }
    let classes = schema.screens.map { "      case \($0.name.quoted): return \($0.typeName)Screen;\n" }.joined()
    return """
      /** The core as a child process: opens its screens. */
      export class Core extends CoreProcess {
        /**
         * Starts the core.
         *
         * @param command The program.
         * @param args Its options, such as `["--latency", "200"]`.
         * @throws Error if the program cannot be started; CoreEndedError if it ends at once, for example because of a wrong
         *   option; RequestError if it does not speak version 1 of the protocol.
         */
        static async start(
          command = \(program.quoted),
          args: readonly string[] = [],
          options: CoreOptions = {},
        ): Promise<Core> {
          const core = new Core(command, args, options);
          await core._initialize();
          return core;
        }

      \((schema.screens.map { open($0, openNames[$0.name]!) } + links + applicationEvents).joined(separator: "\n\n"))

        protected _classOf(screen: string): new (core: CoreProcess, opened: Opened, opener?: AnyScreen) => AnyScreen {
          switch (screen) {
      \(classes)      default: return UnknownScreen;
          }
        }
      }
      """
  }

  /// The function that opens a link.
  private var links: [String] {
    guard hasLinks else { return [] }
    return [
      """
        /** A screen by its link: a path and a query, or an address of the app. */
        openLink(link: string, options: CallOptions = {}): Promise<AnyScreen> {
          return this._openLink(link, options);
        }
      """
    ]
  }

  private func open(_ screen: ClientSchema.Screen, _ name: String) -> String {
    guard screen.name != ScreenDescription.appID else {
      return """
        \(comment(screen.about + " Its state is followed from here on; it stays open.", "  "))
          followApp(options: CallOptions = {}): Promise<\(screen.typeName)Screen> {
            return this._follow(\(screen.name.quoted), \(screen.typeName)Screen, options);
          }
        """
    }
    let missing = screen.needsParameters ? "" : " = {}"
    let parameters = screen.parameters.isEmpty ? "" : "params: \(screen.typeName)Parameters\(missing), "
    let params = screen.parameters.isEmpty ? "{}" : "params"
    return """
      \(comment(screen.about, "  "))
        \(name)(\(parameters)options: CallOptions = {}): Promise<\(screen.typeName)Screen> {
          return this._open(\(screen.name.quoted), \(params), \(screen.typeName)Screen, options);
        }
      """
  }

  // MARK: Names and texts

  /// A comment that documents what is behind it; empty for an empty text.
  func comment(_ text: String, _ indent: String) -> String {
    guard !text.isEmpty else { return "" }
    let lines = text.lines.map { $0.replacing("*/", with: "*\\/") }
    if lines.count == 1 { return "\(indent)/** \(lines[0]) */" }
    let body = lines.map { $0.isEmpty ? "\(indent) *\n" : "\(indent) * \($0)\n" }.joined()
    return "\(indent)/**\n\(body)\(indent) */"
  }

  /// A text inside of a comment.
  func commentText(_ text: String) -> String {
    text.lines.joined(separator: " ").replacing("*/", with: "*\\/")
  }

  /// The name of a member, between quotes if it is not an identifier.
  ///
  /// - Parameter isLiteral: whether it is a member of a value, where `__proto__` has a meaning of its own.
  func key(_ name: String, isLiteral: Bool = false) -> String {
    if isLiteral, name == "__proto__" { return "[\(name.quoted)]" }
    let isIdentifier =
      !name.isEmpty && name.utf8.first.map { !(0x30...0x39).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      }
    return isIdentifier ? name : name.quoted
  }

  /// The language's words, which are not the names of parameters.
  private static let keywords: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in",
    "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static",
    "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
  ]

  /// The names that no class can give to a method: every object has them, and a promise takes what has `then` for another.
  private static let objectMembers: Set<String> = [
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "prototype", "then", "toLocaleString",
    "toString", "valueOf",
  ]

  /// The names of what a screen has beside its events.
  private static let screenMembers = objectMembers.union([
    "close", "closeReason", "ended", "hidden", "info", "instance", "isOpen", "leave", "onClosed", "onOpened",
    "onUpdate",
    "opener",
    "request",
    "result", "rev", "screenName", "snapshot", "snapshots", "state", "sync", "waitClosed",
  ])

  /// The names of what a core has beside its screens.
  private static let coreMembers = objectMembers.union([
    "close", "ended", "followApp", "info", "kill", "language", "locale", "localize", "onApp", "onOpened", "openLink",
    "request", "screens", "start", "sync", "waitsFor",
  ])

  /// The names that no declared type can have: those of the file's own types, and of the types that it uses.
  static let typeNames: Set<String> = [
    "AnyScreen", "Array", "AsyncGenerator", "AsyncIterable", "Boolean", "Buffer", "Call", "CallOptions", "CannotAnswer",
    "ChildProcess",
    "Core", "CoreEndedError", "CoreInfo", "CoreOptions", "CoreProcess", "Error", "ErrorObject", "Infinity", "JSON",
    "Listeners", "Map", "NaN", "NoAnswer", "Number", "Object", "Opened", "Operation", "PersonWait", "Promise",
    "Question",
    "RangeError", "Readable",
    "Readonly",
    "AbortController", "AbortSignal", "ReadonlyArray", "Record", "RefusedError", "RequestError", "RequestTimeoutError",
    "Screen", "SendOptions", "ServiceError",
    "ServiceHandler", "Services", "Set",
    "Snapshot", "String", "Symbol", "TributaryError", "TypeError", "Typed", "UnknownScreen", "UnknownVariant",
    "UnknownWord",
  ]
}
