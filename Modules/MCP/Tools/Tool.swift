import Descriptions
import JSON
import Screens

/// A tool.
struct Tool {
  /// What a tool does.
  enum Action {
    /// Opens the screen that is named by an argument, or by a link.
    case open
    /// Opens a screen that takes parameters: the tool's arguments.
    case openScreen(String)
    case read
    case close
    /// Answers a question that the app has opened to assistants, or a notice.
    case answerQuestion
    /// Sends an event to a screen.
    case send(screen: String, event: Shape.FlatEvent, instanceArgument: String)
  }

  let name: String
  let action: Action
  private let title: String
  /// What it does, in sentences.
  let about: String
  private let arguments: [Shape.Member]
  private let hints: [String: JSON]
  private let inputSchema: JSON

  init(
    _ name: String, _ action: Action, title: String, about: String, _ arguments: [Shape.Member],
    hints: [String: JSON]
  ) {
    self.name = name
    self.action = action
    self.title = title
    self.about = about
    self.arguments = arguments.sorted { $0.name < $1.name }
    self.hints = hints
    inputSchema = Shape.record(nil, self.arguments.map(\.asArgument)).schema.asArguments
  }

  /// The tool as a client of a revision is told of it. The answer has no schema of its own: that of a screen's state is a resource.
  func description(_ revision: Revision) -> JSON {
    var members: [String: JSON] = [
      "name": .string(name), "description": .string(about), "inputSchema": inputSchema,
    ]
    if revision.hasTitles { members["title"] = .string(title) }
    if revision.hasAnnotations {
      members["annotations"] = .object(revision.hasTitles ? hints : hints.merging(["title": .string(title)]) { $1 })
    }
    return .object(members)
  }

  /// Whether it takes the revision since which the answer has the changes, as `read_screen` does. That is not in its schema, for which a
  /// model pays with each tool.
  private var takesRevision: Bool {
    if case .send = action { !arguments.contains { $0.name == Self.revisionMember } } else { false }
  }

  private static let revisionMember = "since"

  /// The arguments of a call, all of them known and none missing.
  func read(_ json: JSONText?) throws(InputError) -> ToolArguments {
    let members: Members
    do throws(InputError) {
      members = try Members(orNone: json.map { $0.object ?? $0 })
    } catch {
      throw error.inside("arguments")
    }
    try members.requireOnly(arguments.map(\.name) + (takesRevision ? [Self.revisionMember] : []))
    var values: [String: JSONText] = [:]
    for argument in arguments {
      guard let value = members[argument.name] else {
        if argument.isRequired {
          throw InputError(.missingMember, at: JSONPointer(argument.name), expected: "required")
        }
        continue
      }
      // Some hosts send each argument, and `null` for one that is to be left out.
      if value.isNull, !argument.isRequired { continue }
      values[argument.name] = argument.shape.value(of: value)
    }
    if takesRevision { values[Self.revisionMember] = members[Self.revisionMember] }
    return ToolArguments(values: values)
  }
}

/// The arguments of a call that are present, by name.
struct ToolArguments {
  fileprivate let values: [String: JSONText]

  subscript(name: String) -> JSONText? { values[exactly: name] }

  /// The revision since which the answer has the changes; `nil` if none is given.
  var revision: Int? { self["since"]?.integer() }

  /// All of them in an object.
  var object: JSONText {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        writer.name(name)
        writer.raw(Array(value.bytes))
      }
    }
    return JSONText(scanned: writer.bytes[...])
  }
}

extension JSONText {
  /// The value that is in a text; `nil` if this is no text, or the text is not JSON.
  fileprivate var object: JSONText? { unescaped.flatMap { try? JSONText(scanning: $0) } }
}

extension Shape {
  /// A value of this shape, which some assistants send inside of a text.
  fileprivate func value(of json: JSONText) -> JSONText {
    guard let inner = json.object else { return json }
    switch unwrapped {
    case .record, .money, .variants: return inner.kind == .object ? inner : json
    case .list, .rows: return inner.kind == .array ? inner : json
    case .json: return inner
    default: return json
    }
  }
}

extension Shape.Member {
  /// The member as hosts understand it that know no optional members, and no objects whose members are not listed.
  fileprivate var asArgument: Shape.Member {
    let isAny = if case .json = shape.unwrapped { true } else { false }
    var shape = isAny ? Shape.text() : shape
    if !isRequired, shape == shape.unwrapped { shape = .optional(shape) }
    let about = [about, form ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    var argument = Shape.Member(name, shape, about, isRequired: isRequired)
    argument.bounds = bounds
    return argument
  }

  /// What a schema of JSON has no word for that hosts know, as a sentence; `nil` if there is nothing.
  private var form: String? {
    switch shape.unwrapped {
    case .json: "JSON, as a text."
    case .text(_, _, nil, .markdown?): "Markdown."
    case .text(_, _, nil, .timeOfDay?): "A time of day, such as 09:30."
    case .text(_, _, nil, .localDateTime?): "A date and a time, such as 2026-11-22T09:30."
    case .decimal where bounds == nil: "A decimal number, as a text."
    case .decimal: "A decimal number, as a text: \(bounds?.expectation ?? "")."
    case .number where bounds != nil: "It is \(bounds?.expectation ?? "")."
    default: nil
    }
  }
}

extension JSON {
  /// The schema as strict hosts take it: without the words that only fronts of people know, for each of which a model pays. That an
  /// object has no other members, one host says itself, and another cannot read: google-genai stops at a schema that is `false`.
  fileprivate var asArguments: JSON {
    switch self {
    case .object(var members):
      // Hosts read a bound where its type is: beside the alternatives of what may be left out they drop it.
      if case .array(let parts)? = members["anyOf"], let first = parts.first {
        let bounds = members.filter { ["minimum", "maximum"].contains($0.key) }
        members = members.filter { bounds[$0.key] == nil }
        members["anyOf"] = .array([first.with(bounds)] + parts.dropFirst())
      }
      var schema: [String: JSON] = [:]
      for (name, value) in members where !name.hasPrefix("x-") && name != "additionalProperties" {
        guard name == "properties", case .object(let properties) = value else {
          schema[name] = value.asArguments
          continue
        }
        schema[name] = .object(properties.mapValues(\.asArguments))
      }
      return .object(schema)
    case .array(let elements): return .array(elements.map(\.asArguments))
    default: return self
    }
  }
}
