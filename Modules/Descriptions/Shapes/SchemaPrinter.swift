public import JSON

extension Shape {
  /// The JSON Schema (2020-12) of the values. Records, choices and variants have their titles; what other programs cannot
  /// tell from the schema alone is in words with the prefix `x-`.
  public var schema: JSON {
    var printer = SchemaPrinter(path: nil)
    return printer.schema(of: self)
  }
}

extension Described {
  /// The JSON Schema (2020-12) of the values, printed from their shape.
  public static var schema: JSON { shape.schema }
}

/// Prints JSON Schemas (2020-12) from shapes, alone or as parts of one document.
///
/// Each word with the prefix `x-` is written here and nowhere else: `x-secret`, `x-decimal`, `x-idempotency-key`,
/// `x-entity-tag`, `x-format`, `x-labels`, `x-label`, `x-identity`, `x-order`, `x-disabled-reason`,
/// `x-rows`, `x-field`, `x-role`, `x-tone`, `x-section`, `x-prompt`, `x-shown-when-empty`, `x-purpose`, `x-file`,
/// `x-tones`, `x-for-people`, `x-minimum`, `x-maximum`, `x-step`,
/// `x-empty-text`, `x-columns`, `x-anchor`, `x-ordered-by`, `x-sectioned-by`, `x-counted-by`, `x-own`, `x-several`, `x-choice`, `x-hidden`, `x-row-hidden`, `x-row-disabled-reason`,
/// `x-destructive`, `x-idempotent`, `x-asks-first`, `x-for-assistants`, `x-appearance` and `x-part`.
package struct SchemaPrinter {
  /// The schemas of the types that have a title, by their names in the document.
  package private(set) var definitions: [String: JSON] = [:]
  /// Where the document has them: what precedes a name in a reference. Without it, a schema contains those of its parts.
  private let path: String?

  fileprivate init(path: String?) { self.path = path }

  /// A printer of the parts of a document, in which a type with a title is defined once, and referred to.
  ///
  /// - Parameter path: what precedes a name in a reference.
  package init(definitionsAt path: String) { self.path = path }

  /// The schema of a shape.
  package mutating func schema(of shape: Shape) -> JSON {
    switch shape {
    case .nothing: return ["type": "null"]
    case .text(let minLength, let maxLength, let pattern, let format):
      return words(
        ["type": "string"],
        [
          "minLength": minLength.map(JSON.integer), "maxLength": maxLength.map(JSON.integer),
          "pattern": (pattern ?? format?.pattern).map(JSON.string), "format": format?.standardName.map(JSON.string),
          "x-format": format?.ownName.map(JSON.string),
        ])
    case .secret: return ["type": "string", "writeOnly": true, "x-secret": true]
    case .idempotencyKey: return ["type": "string", "minLength": 1, "maxLength": 255, "x-idempotency-key": true]
    case .entityTag: return ["type": "string", "x-entity-tag": true]
    case .integer where shape.isLongInteger: return ["type": ["integer", "string"], "pattern": "^-?[0-9]+$"]
    case .integer(let minimum, let maximum):
      return words(
        ["type": "integer"], ["minimum": minimum.map(JSON.integer), "maximum": maximum.map(JSON.integer)])
    case .number: return ["type": "number"]
    case .decimal(let pattern):
      return words(["type": "string", "x-decimal": true], ["pattern": pattern.map(JSON.string)])
    case .boolean: return ["type": "boolean"]
    case .date: return ["type": "string", "format": "date-time"]
    case .choice(let choice): return schema(of: choice)
    case .list(let element): return ["type": "array", "items": schema(of: element)]
    case .rows(let row, let identity):
      return ["type": "array", "items": schema(of: row), "x-identity": .string(identity)]
    case .record(let record), .money(let record):
      return object(record.title, record.members, isClosed: record.isClosed, order: Self.order(record.members))
    case .variants(let variants):
      let choices = variants.variants.map { variant in
        object(
          variants.title(of: variant.name), variant.members, tag: variant.name, order: Self.order(variant.members))
      }
      return named(variants.title, ["oneOf": .array(choices)])
    case .events(let events):
      let choices = events.events.map { schema(of: $0, events.title(of: $0.name)) }
      return named(events.title, ["oneOf": .array(choices)])
    case .anyOf(let title, let shapes):
      return named(title, ["anyOf": .array(shapes.map { schema(of: $0) })])
    case .optional(let wrapped): return ["anyOf": [schema(of: wrapped), ["type": "null"]]]
    case .json(let schema): return schema
    }
  }

  private mutating func schema(of choice: Shape.Choice) -> JSON {
    var words: [String: JSON] = ["type": "string", "enum": .array(choice.words.map(JSON.string))]
    if choice.labels != choice.words { words["x-labels"] = .array(choice.labels.map(JSON.string)) }
    return named(choice.title, words)
  }

  private mutating func schema(of event: Shape.Event, _ title: String) -> JSON {
    var words: [String: JSON] = ["description": .string(event.about)]
    words["x-label"] = event.label.map(JSON.string)
    words["x-disabled-reason"] = event.disabledReason.map(JSON.string)
    words["x-rows"] = event.rows.map(JSON.string)
    words["x-field"] = event.field.map(JSON.string)
    words["x-part"] = event.part.map(JSON.string)
    words["x-purpose"] = (event.purpose?.description).map(JSON.string)
    words["x-file"] = event.file.map { file in
      ["types": .array(file.types.map(JSON.string)), "limit": .integer(file.limit), "whole": .bool(file.isWhole)]
    }
    words["x-hidden"] = event.hidden.map(JSON.string)
    words["x-row-hidden"] = event.rowHidden.map(JSON.string)
    words["x-row-disabled-reason"] = event.rowDisabledReason.map(JSON.string)
    if event.isAboutSeveralRows { words["x-several"] = true }
    if event.isChoice { words["x-choice"] = true }
    if event.isDestructive { words["x-destructive"] = true }
    if event.asksFirst { words["x-asks-first"] = true }
    if event.isIdempotent { words["x-idempotent"] = true }
    if event.isAppearance { words["x-appearance"] = true }
    if !event.isForAssistants { words["x-for-assistants"] = false }
    // The first value is the identity of a row.
    let order = event.members.count > 1 ? event.members.map(\.name) : nil
    return object(
      title, event.members, tag: event.name, isClosed: true, order: order, words)
  }

  /// The names of members in the order in which people read them; `nil` if they are sorted in any case.
  private static func order(_ members: [Shape.Member]) -> [String]? {
    let names = members.map(\.name)
    return names == names.sorted() ? nil : names
  }

  private mutating func object(
    _ title: String?, _ members: [Shape.Member], tag: String? = nil, isClosed: Bool = false, order: [String]?,
    _ more: [String: JSON] = [:]
  ) -> JSON {
    var properties: [String: JSON] = [:]
    for member in members { properties[member.name] = schema(of: member) }
    properties["type"] = tag.map { ["type": "string", "const": .string($0)] } ?? properties["type"]
    let optional = Set(members.filter { !$0.isRequired }.map(\.name))
    var words = more
    words["type"] = "object"
    words["properties"] = .object(properties)
    words["required"] = .array(properties.keys.filter { !optional.contains($0) }.sorted().map(JSON.string))
    if isClosed { words["additionalProperties"] = false }
    words["x-order"] = order.map { .array($0.map(JSON.string)) }
    return named(title, words)
  }

  /// What is said of a member belongs to the member, not to its type.
  private mutating func schema(of member: Shape.Member) -> JSON {
    words(
      schema(of: member.shape).with(Self.words(of: member.bounds, isText: member.shape.unwrapped.isText)),
      [
        "description": member.about.isEmpty ? nil : .string(member.about), "x-label": member.label.map(JSON.string),
        "x-role": (member.role?.description).map(JSON.string), "x-tone": member.tone.map(JSON.string),
        "x-section": member.section.map(JSON.string), "x-prompt": member.prompt.map(JSON.string),
        "x-tones": member.tones.isEmpty ? nil : .object(member.tones.mapValues { .string($0.rawValue) }),
        "x-shown-when-empty": member.isShownWhenEmpty ? true : nil, "x-for-people": member.isForPeople ? nil : false,
        "x-empty-text": (member.list?.emptyText).map(JSON.string),
        "x-columns": member.list.flatMap { $0.columns.isEmpty ? nil : .array($0.columns.map(JSON.string)) },
        "x-anchor": member.list.flatMap { $0.edge == .start ? nil : .string($0.edge.rawValue) },
        "x-ordered-by": (member.list?.order).map(JSON.string),
        "x-sectioned-by": (member.list?.section).map(JSON.string),
        "x-counted-by": (member.list?.count).map(JSON.string), "x-own": (member.list?.own).map(JSON.string),
      ])
  }

  /// The words of bounds. A number with a fraction, and each of a decimal number, is a text in a word of our own: a `JSON` of a schema
  /// has whole numbers alone.
  private static func words(of bounds: Bounds?, isText: Bool) -> [String: JSON] {
    func word(_ name: String, _ number: Double?) -> (String, JSON)? {
      guard let number else { return nil }
      if !isText, let whole = Int(exactly: number) { return (name, .integer(whole)) }
      return ("x-" + name, .string(Bounds.text(number)))
    }
    let words = [word("minimum", bounds?.minimum), word("maximum", bounds?.maximum)].compactMap(\.self)
    var all = Dictionary(words) { first, _ in first }
    all["x-step"] = (bounds?.step).map { .string(Bounds.text($0)) }
    return all
  }

  private func words(_ schema: JSON, _ words: [String: JSON?]) -> JSON { schema.with(words.compactMapValues(\.self)) }

  /// The schema of a type with a title, or a reference to it.
  ///
  /// Two types with one title are a mistake that `AnyScreen.check(_:)` finds. In a document the second one gets another name, so that no
  /// type stands for another.
  private mutating func named(_ title: String?, _ words: [String: JSON]) -> JSON {
    guard let title else { return .object(words) }
    var words = words
    words["title"] = .string(title)
    guard let path else { return .object(words) }
    var name = title
    var number = 1
    while let other = definitions[name], other != .object(words) {
      number += 1
      name = "\(title)\(number)"
      words["title"] = .string(name)
    }
    definitions[name] = .object(words)
    return ["$ref": .string(path + name)]
  }
}

extension Shape.TextFormat {
  /// The name of the format in JSON Schema, if it has one.
  fileprivate var standardName: String? {
    switch self {
    case .date, .uri: rawValue
    case .timeOfDay, .localDateTime, .markdown: nil
    }
  }

  /// The name where JSON Schema has none: its `time` and `date-time` have an offset.
  fileprivate var ownName: String? { standardName == nil ? rawValue : nil }

  /// What a validator can check where JSON Schema has no name for the format.
  fileprivate var pattern: String? {
    let time = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"
    switch self {
    case .timeOfDay: return "^\(time)$"
    case .localDateTime: return "^[0-9]{4}-[0-9]{2}-[0-9]{2}T\(time)$"
    case .date, .uri, .markdown: return nil
    }
  }
}
