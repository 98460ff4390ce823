import Descriptions
public import ScreenDescriptions

/// The screens of an app in Markdown: what each takes to open, its events, and the members of its state.
public struct ScreenReference {
  let schema: ClientSchema
  /// The command that prints the reference.
  let command: String

  /// The reference of screens.
  ///
  /// - Parameters:
  ///   - screens: the screens.
  ///   - command: the command that prints the reference, which its heading names.
  public init(of screens: [ScreenDescription], command: String) {
    self.init(schema: ClientSchema(screens), command: command)
  }

  init(schema: ClientSchema, command: String) {
    self.schema = schema
    self.command = command
  }

  /// The text in Markdown.
  public var text: String {
    let parts =
      [
        """
        # What do the screens show and take?

        Made from the types of the core by `\(command)`: do not edit.

        Every member of a state is present, `null` when it is empty. A core of a later version may have more of them.
        A date is RFC 3339 in UTC. A secret goes in and never comes out. Where the description has a label, it stands in italics. An event
        that a member hides is refused while that is true, and one that a member disables while that has a text, which says why.
        """
      ] + schema.screens.map(section) + [applicationEvents, types]
    return parts.joined(separator: "\n\n")
  }

  private func section(_ screen: ClientSchema.Screen) -> String {
    let state = schema[screen.state]
    let parameters = screen.parameters.map { parameter in
      "| `\(parameter.name)` | \(text(parameter.type))\(parameter.isRequired ? "" : ", may be absent") | \(cell(parameter)) |"
    }
    let heading = "| parameter | type | |\n|---|---|---|\n"
    return """
      ## \(screen.name)

      \(screen.about)\(parameters.isEmpty ? " Parameters: none." : "\n\n" + heading + parameters.joined(separator: "\n"))

      \(table(screen.events))

      \(state.map(table) ?? "")
      """
  }

  private var applicationEvents: String {
    """
    ## The application

    These events are for `app/send`, and reach every screen.

    \(table(schema.applicationEvents))
    """
  }

  /// The types that are more than a choice between words, and that are not a state.
  private var types: String {
    let states = schema.screens.map(\.state)
    let variants = schema.declarations.flatMap { declaration -> [String] in
      if case .union(let names, _) = declaration.kind { names } else { [] }
    }
    let sections = schema.declarations.compactMap { declaration -> String? in
      if states.contains(declaration.name) || variants.contains(declaration.name) { return nil }
      switch declaration.kind {
      case .words: return nil
      case .record: return "### \(declaration.name)\n\n\(table(declaration))"
      case .union(let names, let tag):
        let rows = names.map { name in
          let members = self.members(of: name)
          let others = members.filter { $0.name != tag }.map { "`\($0.name)`: \(text($0.type))" }
          return "| `\(members.first { $0.name == tag }?.constant ?? "")` | \(others.joined(separator: "; ")) |"
        }
        return "### \(declaration.name)\n\n| \(tag) | members |\n|---|---|\n\(rows.joined(separator: "\n"))"
      }
    }
    return "## Types\n\n" + sections.joined(separator: "\n\n")
  }

  private func table(_ events: [ClientSchema.Event]) -> String {
    let rows = events.map { event in
      let members = event.members.map { "`\($0.name)`: \(text($0.type))\($0.isSecret ? ", a secret" : "")" }
      let path = (event.owners.map(\.type) + [event.type]).map { "`\($0)`" }.joined(separator: " › ")
      let about = [event.shape.label.map { "*\($0)*:" }, event.about] + conditions(of: event.shape)
      let cell = cell(about.compactMap(\.self).joined(separator: " "))
      return "| \(path) | \(members.joined(separator: "; ")) | \(cell) |"
    }
    return "| event | members | |\n|---|---|---|\n" + rows.joined(separator: "\n")
  }

  /// When the event is refused, and who sends it.
  private func conditions(of event: Shape.Event) -> [String] {
    [
      event.isAppearance ? "The core sends it when the screen opens; it has no control." : nil,
      event.hidden.map { "Hidden by `\($0)`." },
      event.disabledReason.map { "Disabled by `\($0)`." },
      event.rowHidden.map { "Hidden by `\($0)` of the row." },
      event.rowDisabledReason.map { "Disabled by `\($0)` of the row." },
    ].compactMap(\.self)
  }

  private func table(_ record: ClientSchema.Declaration) -> String {
    let rows = members(of: record.name).map { "| `\($0.name)` | \(text($0.type)) | \(cell($0)) |" }
    return "| member | type | |\n|---|---|---|\n" + rows.joined(separator: "\n")
  }

  private func cell(_ member: ClientSchema.Member) -> String {
    cell([member.label.map { "*\($0)*:" }, member.about].compactMap(\.self).joined(separator: " "))
  }

  /// A text in a cell of a table.
  private func cell(_ text: String) -> String {
    text.lines.joined(separator: " ").replacing("|", with: "\\|")
  }

  private func members(of record: String) -> [ClientSchema.Member] {
    guard case .record(let members)? = schema[record]?.kind else { return [] }
    return members
  }

  private func text(_ type: ClientSchema.ValueType) -> String {
    switch type {
    case .string: return "string"
    case .boolean: return "boolean"
    case .integer: return "integer"
    case .longInteger: return "integer, a string beyond ±(2^53 - 1)"
    case .number: return "number"
    case .decimal: return "string with a decimal number"
    case .date: return "date"
    case .any: return "any"
    case .optional(let wrapped): return text(wrapped) + " or null"
    case .array(let element, _): return "array of \(text(element))"
    case .declared(let name):
      guard case .words(let words, _)? = schema[name]?.kind else {
        return "[\(name)](#\(name.lowercased()))"
      }
      return words.map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}
