/// Writes the client for TypeScript.
struct TypeScriptClient {
  private let schema: ClientSchema

  init(_ schema: ClientSchema) { self.schema = schema }

  /// The whole file.
  func source() -> String {
    let screens = schema.screens.flatMap { parameters($0) + [screenClass($0)] }
    let parts = [Templates.typescript] + schema.declarations.map(declaration) + screens + [coreClass]
    return parts.joined(separator: "\n\n") + "\n"
  }

  // MARK: Types

  private func declaration(_ declaration: ClientSchema.Declaration) -> String {
    let name = declaration.name
    switch declaration.kind {
    case .words(let words): return "export type \(name) = \(words.map(quoted).joined(separator: " | "));"
    case .union(let names, _): return "export type \(name) = \(names.joined(separator: " | "));"
    case .record(let members): return interface(name, members)
    }
  }

  private func interface(_ name: String, _ members: [ClientSchema.Member], isReadonly: Bool = true) -> String {
    let lines = members.map { member in
      let about = comment(member)
      return (about.isEmpty ? "" : "  /** \(about) */\n") + "  \(isReadonly ? "readonly " : "")\(member.name)"
        + (member.isRequired ? "" : "?") + ": \(member.constant.map(quoted) ?? annotation(member.type));"
    }
    return "export interface \(name) {\n\(lines.joined(separator: "\n"))\n}"
  }

  /// What a value is, and what its text looks like if the type is only a text.
  private func comment(_ member: ClientSchema.Member) -> String {
    let format =
      switch member.type {
      case .date, .optional(.date): "RFC 3339, in UTC."
      case .decimal, .optional(.decimal): "A decimal number."
      default: ""
      }
    return [member.about, format].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func annotation(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .string, .date, .decimal: "string"
    case .boolean: "boolean"
    case .integer: "number"
    case .any: "unknown"
    case .optional(let wrapped): "\(annotation(wrapped)) | null"
    case .array(let element): "ReadonlyArray<\(annotation(element))>"
    case .declared(let name): name
    }
  }

  // MARK: Screens

  private func parameters(_ screen: ClientSchema.Screen) -> [String] {
    screen.parameters.isEmpty
      ? [] : [interface(screen.name.capitalizedFirst + "Parameters", screen.parameters)]
  }

  private func screenClass(_ screen: ClientSchema.Screen) -> String {
    let methods = screen.events.map { event in
      let parameters = event.members.map { "\($0.name): \(annotation($0.type)), " }.joined()
      let members = (["type: \(quoted(event.name))"] + event.members.map(\.name)).joined(separator: ", ")
      return """
        \(documentation(event))
          \(method(event.name))(\(parameters)options: SendOptions = {}): Promise<number> {
            return this._send({ \(members) }, options);
          }
        """
    }
    return """
      /**
       * \(screen.about)
       *
       * A method for an event returns the revision of what came of it.
       */
      export class \(screen.name.capitalizedFirst)Screen extends Screen<\(screen.state)> {
      \(methods.joined(separator: "\n\n"))
      }
      """
  }

  private func documentation(_ event: ClientSchema.Event) -> String {
    let secrets = event.members.filter(\.isSecret).map {
      "   * @param \($0.name) A secret: it is in no state, no error and no log."
    }
    guard !secrets.isEmpty else { return "  /** \(event.about) */" }
    return (["  /**", "   * \(event.about)", "   *"] + secrets + ["   */"]).joined(separator: "\n")
  }

  private var coreClass: String {
    let applicationEvents = schema.applicationEvents.map { event in
      """
        /** \(event.about) */
        async \(method(event.name))(): Promise<void> {
          await this.request("app/send", { event: { type: \(quoted(event.name)) } });
        }
      """
    }
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
          command = \(quoted(Templates.program)),
          args: readonly string[] = [],
          options: CoreOptions = {},
        ): Promise<Core> {
          const core = new Core(command, args, options);
          await core._initialize();
          return core;
        }

      \((schema.screens.map(open) + applicationEvents).joined(separator: "\n\n"))
      }
      """
  }

  private func open(_ screen: ClientSchema.Screen) -> String {
    let name = screen.name.capitalizedFirst
    let isOptional = !screen.parameters.contains(where: \.isRequired)
    let parameters = screen.parameters.isEmpty ? "" : "params: \(name)Parameters\(isOptional ? " = {}" : "")"
    return """
        /** \(screen.about) */
        open\(name)(\(parameters)): Promise<\(name)Screen> {
          return this._open(\(quoted(screen.name)), \(screen.parameters.isEmpty ? "{}" : "params"), \(name)Screen);
        }
      """
  }

  // MARK: Names and texts

  /// A method's name, which must not be one of the class that it extends.
  private func method(_ name: String) -> String {
    let taken = [
      "close", "constructor", "ended", "info", "instance", "onClosed", "onUpdate", "request", "rev", "state", "sync",
    ]
    return taken.contains(name) ? name + "_" : name
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
