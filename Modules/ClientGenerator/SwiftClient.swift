import ScreenDescriptions

/// Writes the client for Swift.
struct SwiftClient {
  /// The names of the types that belong to a screen.
  static func ownTypes(_ screen: String) -> [String] { ["\(screen)Screen"] }

  private let schema: ClientSchema
  private let sentNames: Set<String>
  /// Whether screens have links.
  private let hasLinks: Bool
  /// The names of the methods that open a screen, by the screens' names.
  private let openNames: [String: String]

  init(_ schema: ClientSchema, hasLinks: Bool = false) {
    self.schema = schema
    self.hasLinks = hasLinks
    sentNames = schema.sentNames
    var opening = NamePool()
    openNames = opening.names(for: schema.screens.map(\.name)) { "open" + $0.typeName }
  }

  /// The whole file.
  func source(name: String, version: String) -> String {
    let template = Templates.swift.replacing(Templates.program, with: name.lines.joined(separator: " "))
      .replacing(Templates.version, with: version.lines.joined(separator: " "))
      .replacing(Templates.open, with: openExample)
    let parts =
      [template, "// MARK: - What the app has"] + schema.declarations.map(declaration) + schema.screens.map(screenClass)
      + [services, coreClass(name)]
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A call that opens a screen, for an example.
  private var openExample: String {
    guard let screen = schema.exampleScreen else { return "openScreen(...)" }
    return "\(openNames[screen.name]!)(\(screen.needsParameters ? "..." : ""))"
  }

  // MARK: Types

  private func declaration(_ declaration: ClientSchema.Declaration) -> String {
    switch declaration.kind {
    case .words(let words, let labels): self.words(declaration.name, words, labels)
    case .union(let names, let tag): union(declaration.name, names, tag)
    case .record(let members): record(declaration.name, members)
    }
  }

  private func words(_ name: String, _ words: [String], _ labels: [String]) -> String {
    var pool = NamePool(reserved: Self.keywords.union(["unknown", "word", "label", "json", "hashValue", "hash"]))
    let names = pool.names(for: words, \.camelCase)
    let label =
      labels.count == words.count && labels != words
      ? "\n\n  /// The text for people.\n  public var label: String {\n    switch self {\n"
        + zip(words, labels).map { "    case .\(names[$0]!): \(Self.literal($1))\n" }.joined()
        + "    case .unknown(let word): word\n    }\n  }" : ""
    return """
      /// One of a few words.
      public enum \(name): Hashable, Sendable, JSONReadable, JSONWritable {
      \(words.map { "  case \(names[$0]!)\n" }.joined())  /// A word that this client does not know, because the core is of a later version.
        case unknown(String)

        public init(json: JSONValue) throws {
          let word = try String(json: json)
          switch word {
      \(words.map { "    case \(Self.literal($0)): self = .\(names[$0]!)\n" }.joined())    default: self = .unknown(word)
          }
        }

        public var json: JSONValue {
          switch self {
      \(words.map { "    case .\(names[$0]!): .string(\(Self.literal($0)))\n" }.joined())    case .unknown(let word): .string(word)
          }
        }\(label)
      }
      """
  }

  private func union(_ name: String, _ records: [String], _ tag: String) -> String {
    let cases = records.compactMap { record -> (tag: String, name: String, record: String)? in
      guard case .record(let members)? = schema[record]?.kind,
        let constant = members.first(where: { $0.name == tag })?.constant
      else { return nil }
      return (constant, "", record)
    }
    var pool = NamePool(reserved: Self.keywords.union(["unknown", "json", "hashValue", "hash"]))
    let names = pool.names(for: cases.map(\.tag), \.camelCase)
    let isSent = sentNames.contains(name)
    let json =
      isSent
      ? "\n\n  public var json: JSONValue {\n    switch self {\n"
        + cases.map { "    case .\(names[$0.tag]!)(let value): value.json\n" }.joined()
        + "    case .unknown(let value): value\n    }\n  }" : ""
    return """
      /// One of several cases.
      public enum \(name): Hashable, Sendable, JSONReadable\(isSent ? ", JSONWritable" : "") {
      \(cases.map { "  case \(names[$0.tag]!)(\($0.record))\n" }.joined())  /// A case that this client does not know, because the core is of a later version: as it is in JSON.
        case unknown(JSONValue)

        public init(json: JSONValue) throws {
          switch json[\(Self.literal(tag))]?.string {
      \(cases.map { "    case \(Self.literal($0.tag)): self = .\(names[$0.tag]!)(try \($0.record)(json: json))\n" }.joined())    default: self = .unknown(json)
          }
        }\(json)
      }
      """
  }

  private func record(_ name: String, _ all: [ClientSchema.Member]) -> String {
    let members = all.filter { $0.constant == nil }
    let names = Self.names(members, reserved: ["json", "hashValue", "hash"])
    let isSent = sentNames.contains(name)
    let properties = members.map { member in
      comment(self.about(member), "  ") + "  public var \(names[member.name]!): \(declared(member))\n"
    }
    let reads = members.map { "    \(names[$0.name]!) = try json.member(\(Self.literal($0.name)))\n" }
    let writing =
      isSent
      ? """


        public init(\(members.map { parameter($0, names[$0.name]!) }.joined(separator: ", "))) {
      \(members.map { "    self.\(names[$0.name]!) = \(names[$0.name]!)\n" }.joined())  }

        public var json: JSONValue {
      \(object(all.filter { $0.constant != nil }.map { (Self.literal($0.name), ".string(\(Self.literal($0.constant!)))") }, members, names, "    "))
        }
      """ : ""
    return """
      public struct \(name): Hashable, Sendable, JSONReadable\(isSent ? ", JSONWritable" : "") {
      \(properties.joined())
        public init(json: JSONValue) throws {
      \(reads.isEmpty ? "    guard case .object = json else { throw CoreError.misunderstood(\"an object\") }\n" : reads.joined())  }\(writing)
      }
      """
  }

  /// Statements that return an object in JSON: members that are always the same, and those of values. What need not be there is left
  /// out if it is `nil`.
  private func object(
    _ fixed: [(name: String, value: String)], _ members: [ClientSchema.Member], _ names: [String: String],
    _ indent: String, result: String = "return .object(members)"
  ) -> String {
    let required =
      fixed.map { "\($0.name): \($0.value)" }
      + members.filter(\.isRequired).map { "\(Self.literal($0.name)): \(names[$0.name]!).json" }
    let optional = members.filter { !$0.isRequired }
    let dictionary = required.isEmpty ? "[:]" : "[\(required.joined(separator: ", "))]"
    let lines =
      ["\(optional.isEmpty ? "let" : "var") members: [String: JSONValue] = \(dictionary)"]
      + optional.map { "if let \(names[$0.name]!) { members[\(Self.literal($0.name))] = \(names[$0.name]!).json }" }
      + [result]
    return lines.map { indent + $0 }.joined(separator: "\n")
  }

  private func annotation(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .string: "String"
    case .date: "Date"
    case .decimal: "Decimal"
    case .boolean: "Bool"
    case .integer: "Int"
    case .longInteger: "Int64"
    case .number: "Double"
    case .any: "JSONValue"
    case .optional(let wrapped): annotation(wrapped) + "?"
    case .array(let element, _): "[\(annotation(element))]"
    case .declared(let name): name
    }
  }

  /// The type of a member, which is optional where the member need not be there.
  private func declared(_ member: ClientSchema.Member) -> String {
    annotation(member.isRequired ? member.type : member.type.optional)
  }

  private func parameter(_ member: ClientSchema.Member, _ name: String) -> String {
    let type = declared(member)
    return "\(name): \(type)" + (type.hasSuffix("?") ? " = nil" : "")
  }

  private func about(_ member: ClientSchema.Member) -> String {
    let identity =
      switch member.type {
      case .array(_, let identity?), .optional(.array(_, let identity?)):
        "Its elements are told apart by `\(identity)`."
      default: ""
      }
    return [member.about, identity].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func names(_ members: [ClientSchema.Member], reserved: Set<String>) -> [String: String] {
    var pool = NamePool(reserved: keywords.union(reserved))
    return pool.names(for: members.map(\.name), \.camelCase)
  }

  // MARK: Screens

  private func screenClass(_ screen: ClientSchema.Screen) -> String {
    var pool = NamePool(reserved: Self.keywords.union(Self.screenMembers))
    let names = pool.names(for: screen.events.map(\.name), \.camelCase)
    let methods = screen.events.flatMap { event in
      [method(event, names[event.name]!)]
        + (event.members.contains { $0.isTyped && $0.isRequired }
          ? [method(event, names[event.name]!, isTyped: true)] : [])
    }
    let result = screen.result.map { type in
      """
        /// The result with which the screen has closed itself.
        public var result: \(annotation(type))? { resultJSON.flatMap { try? \(annotation(type))(json: $0) } }


      """
    }
    return """
      \(comment(screen.about + "\n\nA method for an event returns the revision of what came of it.", ""))@MainActor public final class \(screen.typeName)Screen: Screen<\(screen.state)> {
      \(result ?? "")\(methods.joined(separator: "\n\n"))
      }
      """
  }

  /// - Parameter isTyped: whether it takes what a person typed, where the app reads that.
  private func method(_ event: ClientSchema.Event, _ name: String, isTyped: Bool = false) -> String {
    let names = Self.names(event.members, reserved: ["ifRev", "timeout", "members", "event", "send"])
    var parameters = event.members.map {
      isTyped && $0.isTyped && $0.isRequired ? "\(names[$0.name]!): Typed" : parameter($0, names[$0.name]!)
    }
    if parameters.count == 1 { parameters[0] = "_ " + parameters[0] }
    parameters += ["ifRev: Int? = nil", "timeout: Duration? = nil"]
    let notes = [
      event.disabledReason.map { "Refused while the state has a reason in `\($0)`." },
      event.rows.map { "Refused for a row that is not in `\($0)`." },
    ]
    let secrets = event.members.filter(\.isSecret).map {
      "- Parameter \(names[$0.name]!): A secret: it is in no state, no error and no log."
    }
    let text = ([event.about] + notes.compactMap(\.self) + secrets).filter { !$0.isEmpty }.joined(separator: "\n\n")
    let identities = Set(event.owners.compactMap(\.identity))
    let own = event.members.filter { !identities.contains($0.name) }
    var lines = [
      object(
        [("\"type\"", ".string(\(Self.literal(event.type)))")], own, names, "    ",
        result: "let event = JSONValue.object(members)")
    ]
    let wrapped = event.owners.reversed().reduce("event") { inner, owner in
      let id = event.members.first { $0.name == owner.identity }.map { "\"id\": \(names[$0.name]!).json, " } ?? ""
      return ".object([\"type\": .string(\(Self.literal(owner.type))), \(id)\"event\": \(inner)])"
    }
    lines.append("    return try await send(\(wrapped), ifRev: ifRev, timeout: timeout)")
    return """
      \(comment(text, "  "))  @discardableResult public func \(name)(\(parameters.joined(separator: ", "))) async throws -> Int {
      \(lines.joined(separator: "\n"))
        }
      """
  }

  // MARK: The core

  private var services: String {
    var pool = NamePool(reserved: Self.keywords.union(["handlers"]))
    let names = pool.names(for: schema.services.map(\.name), \.camelCase)
    let properties = schema.services.map { service in
      let input = service.input.map(annotation) ?? ""
      let answer = service.answer.map(annotation) ?? "Void"
      let type =
        service.isFeed
        ? "@MainActor (\([input, "_ tell: @MainActor (\(answer)) async throws -> Void"].filter { !$0.isEmpty }.joined(separator: ", "))) async throws -> Void"
        : "@MainActor (\(input)) async throws -> \(answer)"
      return "  public var \(names[service.name]!): (\(type))?\n"
    }
    let handlers = schema.services.map { service -> String in
      let name = names[service.name]!
      let input = service.input == nil ? "" : "try .init(json: input)"
      let ignored = service.input == nil ? "_" : "input"
      let value = "ServiceHandler(name: \(Self.literal(service.name))"
      guard !service.isFeed else {
        let comma = input.isEmpty ? "" : input + ", "
        let inner = service.answer == nil ? "{ _ in try await tell(.null) }" : "{ try await tell($0.json) }"
        return
          "    if let \(name) { all.append(\(value), tell: { \(ignored), tell in try await \(name)(\(comma)\(inner)) })) }\n"
      }
      let call = "try await \(name)(\(input))"
      let body = service.answer == nil ? "\(call); return .null" : "return \(call).json"
      return "    if let \(name) { all.append(\(value), answer: { \(ignored) in \(body) })) }\n"
    }
    return """
      /// What this program answers in place of the core's backend: a function for each operation. The core asks for those that have one.
      /// A function returns the answer, or throws a ``ServiceError``. The function of a feed tells its elements, which are taken as fast as
      /// the app handles them; the feed ends when it returns. Its task is cancelled if the core cancels the request.
      @MainActor public struct Services {
      \(properties.joined())
        public init() {}

        var handlers: [ServiceHandler] {
          \(handlers.isEmpty ? "let" : "var") all: [ServiceHandler] = []
      \(handlers.joined())    return all
        }
      }
      """
  }

  private func coreClass(_ program: String) -> String {
    var pool = NamePool(reserved: Self.keywords.union(Self.coreMembers).union(openNames.values))
    let names = pool.names(for: schema.applicationEvents.map(\.name), \.camelCase)
    let events = schema.applicationEvents.map { event in
      """
      \(comment(event.about, "  "))  public func \(names[event.name]!)(timeout: Duration? = nil) async throws {
          _ = try await request("app/send", ["event": ["type": \(Self.literal(event.name))]], timeout: timeout)
        }
      """
    }
    let types = schema.screens.map { "    case \(Self.literal($0.name)): \($0.typeName)Screen.self\n" }.joined()
    let links =
      hasLinks
      ? [
        """
          /// A screen by its link: a path and a query, or an address of the app.
          public func openLink(_ link: String, timeout: Duration? = nil) async throws -> AnyScreen {
            try await open(AnyScreen.self, ["link": .string(link)], timeout)
          }
        """
      ] : []
    return """
      /// The core: opens its screens.
      @MainActor public final class Core: CoreConnection {
        /// Starts the core as a child process.
        ///
        /// - Parameters:
        ///   - command: The program: its path, or a name that is looked for where the system looks for programs.
        ///   - arguments: Its options, such as `["--latency", "200"]`.
        ///   - questions: Answers what the app asks of its front: a function for each name, or for "*". Without it the app asks this
        ///     program nothing.
        ///   - services: Answers the app in place of a backend, if the options have `--backend client`.
        ///   - timeout: How long each call waits for its reply, unless it has a limit of its own.
        ///   - language: The language of the app's texts, such as "de"; that of its options if it is left out.
        ///   - locale: The locale of numbers, money and dates, such as "de_AT"; the language's if it is left out.
        ///   - heartbeat: How a silent core is asked for a sign of life. `nil` never asks.
        ///   - onExit: Receives the end of the core, once.
        public static func start(
          _ command: String = \(Self.literal(program)), _ arguments: [String] = [], questions: [String: AnswerQuestion] = [:],
          services: Services = Services(), timeout: Duration? = nil, language: String? = nil, locale: String? = nil,
          heartbeat: Heartbeat? = nil, onExit: ((CoreExit) -> Void)? = nil
        ) async throws -> Core {
          let (channel, process) = try spawn(command, arguments)
          let core = Core(
            channel, process, questions: questions, handlers: services.handlers, timeout: timeout, onExit: onExit)
          core.watchExit(of: process)
          try await core.initialize(["language": language, "locale": locale], heartbeat)
          return core
        }

        /// Connects with a core that listens at a Unix socket, as `--listen PATH` says.
        public static func connect(
          to path: String, questions: [String: AnswerQuestion] = [:], services: Services = Services(), timeout: Duration? = nil,
          language: String? = nil, locale: String? = nil, heartbeat: Heartbeat? = nil, onExit: ((CoreExit) -> Void)? = nil
        ) async throws -> Core {
          let core = Core(
            try connection(to: path), nil, questions: questions, handlers: services.handlers, timeout: timeout,
            onExit: onExit)
          try await core.initialize(["language": language, "locale": locale], heartbeat)
          return core
        }

      \((schema.screens.map { open($0, openNames[$0.name]!) } + links + events).joined(separator: "\n\n"))

        override func screenType(_ name: String) -> AnyScreen.Type {
          switch name {
      \(types)    default: AnyScreen.self
          }
        }
      }
      """
  }

  private func open(_ screen: ClientSchema.Screen, _ name: String) -> String {
    guard screen.name != ScreenDescription.appID else {
      return """
        \(comment(screen.about + " Its state is followed from here on; it stays open.", "  "))  public func followApp(timeout: Duration? = nil) async throws -> \(screen.typeName)Screen {
            try await follow(\(Self.literal(screen.name)), \(screen.typeName)Screen.self, timeout)
          }
        """
    }
    let names = Self.names(screen.parameters, reserved: ["timeout", "members", "open"])
    let parameters = screen.parameters.map { parameter($0, names[$0.name]!) } + ["timeout: Duration? = nil"]
    return """
      \(comment(screen.about, "  "))  public func \(name)(\(parameters.joined(separator: ", "))) async throws -> \(screen.typeName)Screen {
      \(object([], screen.parameters, names, "    ", result: "let params: JSONValue = [\"screen\": \(Self.literal(screen.name)), \"params\": .object(members)]"))
          return try await open(\(screen.typeName)Screen.self, params, timeout)
        }
      """
  }

  // MARK: Names and texts

  /// A comment that documents what is behind it, with a line feed at its end; empty for an empty text.
  private func comment(_ text: String, _ indent: String) -> String {
    let text = text.drop { $0.isNewline }
    guard !text.isEmpty else { return "" }
    return String(text).lines.map { $0.isEmpty ? "\(indent)///\n" : "\(indent)/// \($0)\n" }.joined()
  }

  /// A text as a literal of the source.
  private static func literal(_ text: String) -> String {
    // NB: `\\(` begins a value in a text of Swift, and cannot be in a quoted one: its backslash is doubled.
    var literal = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case _ where scalar.isInvisible: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return "\"\(literal)\""
  }

  /// The language's words, which are not the names of values.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
    "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "none", "operator", "precedencegroup",
    "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The names of what a screen has beside its events.
  private static let screenMembers: Set<String> = [
    "ask", "close", "closeReason", "closed", "core", "end", "hidden", "instance", "isOpen", "leave", "onClosed",
    "onOpened",
    "onUpdate",
    "opened",
    "opener", "result", "resultJSON", "rev", "screenName", "send", "state", "stateChanged", "stateJSON", "states",
    "update", "waitClosed",
  ]

  /// The names of what a core has beside its screens.
  private static let coreMembers: Set<String> = [
    "call", "close", "connect", "exited", "follow", "followApp", "info", "initialize", "kill", "language", "locale",
    "localize", "onApp", "onOpened", "open", "openLink", "request", "screenType", "screens", "start", "sync",
    "waitEnded", "waitsFor", "watchExit",
  ]

  /// The names that no declared type can have: those of the file's own types, and of the types that it uses.
  static let typeNames: Set<String> = [
    "Answer", "AnswerQuestion", "AnyScreen", "Array", "AsyncStream", "Bool", "CancellationError", "Channel",
    "CheckedContinuation", "ContinuousClock", "Core", "CoreConnection", "CoreError", "CoreExit", "Credit", "Data",
    "Date", "Decimal", "Decoder", "Dictionary", "DispatchQueue", "DispatchSemaphore", "Double", "Duration", "Error",
    "Foundation", "Hashable", "Heartbeat", "Int", "Int32", "JSONDecoder", "JSONReadable", "JSONValue", "JSONWritable",
    "Locale", "MainActor", "MemoryLayout",
    "Never", "Optional", "PersonWait", "Pipe", "Process", "Question", "Result", "Screen", "Sendable", "ServiceError",
    "ServiceHandler", "Services", "State", "String", "Swift", "Task", "Thread", "Typed", "UInt8", "URL", "Value",
    "Void",
  ]
}
