import Descriptions

/// A link to a screen: a path and a query, and the parameters of the screen that they give.
///
///     Route("/books/{id}", .book)
///
/// A name in braces is a parameter of the screen, and stands for one part of the path. Every other parameter is in the query, by its
/// name: `/books/7?edition=2`. A parameter that is absent has its default. One that is private or a secret is in no link, and neither
/// is one that is not a text, a number, a Boolean, a date or a choice.
public struct Route: Sendable {
  /// The path.
  public let path: String
  /// The name of the screen.
  public let screen: String

  /// A part of the path between slashes.
  private enum Segment: Hashable {
    case literal(String)
    case parameter(String)
  }

  private let segments: [Segment]
  private let shape: @Sendable () -> [Shape.Member]
  private let defaults: @Sendable () -> JSONText

  /// A link to a screen.
  ///
  /// - Parameters:
  ///   - path: The path: it begins with a slash, and may have names of parameters in braces.
  ///   - screen: The screen.
  public init<Model: ViewModel>(_ path: String, _ screen: Screen<Model>) {
    self.path = path
    self.screen = screen.name
    segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.first == "{" && segment.last == "}"
        ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
    }
    shape = { Model.Parameters.fields.membersToRead }
    defaults = { JSONText(scanned: Model.Parameters.defaults.json[...]) }
  }

  /// The names in the path.
  private var namesInPath: [String] { segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }

  /// The parameters that can be in a link.
  private var members: [Shape.Member] { shape().filter(\.canBeInLink) }

  // MARK: - From a link

  /// Whether the route has a path, and what stands for the names in it. The parts of the path have no escapes.
  func values(of path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal): guard literal.hasSameBytes(as: text) else { return nil }
      case .parameter(let name):
        guard !text.isEmpty else { return nil }
        values[name] = text
      }
    }
    return values
  }

  /// The parameters of the screen.
  ///
  /// - Parameters:
  ///   - path: The values in the path, by name.
  ///   - query: The values in the query, without escapes; `nil` for one that is damaged.
  func parameters(_ path: [String: String], _ query: [(name: String, text: String?)]) throws(InputError) -> JSONText {
    var texts = path
    let members = members
    for (name, text) in query {
      guard members.contains(where: { $0.name.hasSameBytes(as: name) }) else {
        if let refusal = refusal(of: name) { throw refusal }
        continue
      }
      guard let text else { throw AppLinks.damagedEscape }
      guard texts.updateValue(text, forKey: name) == nil else {
        throw InputError(.repeatedMember, at: JSONPointer(name), expected: "one value")
      }
    }
    var writer = JSONWriter()
    var fault: InputError?
    writer.object { writer in
      for member in members.sorted(by: { $0.name < $1.name }) {
        guard let text = texts[member.name] else { continue }
        guard let json = member.json(inLink: text) else {
          fault =
            fault ?? InputError(.wrongType, at: JSONPointer(member.name), expected: member.shape.unwrapped.expectation)
          continue
        }
        writer.name(member.name)
        writer.raw(json)
      }
    }
    if let fault { throw fault }
    return JSONText(scanned: writer.bytes[...])
  }

  /// Why a parameter of the screen cannot be in a link; `nil` for a name that is none, which another program has added.
  private func refusal(of name: String) -> InputError? {
    guard let member = shape().first(where: { $0.name.hasSameBytes(as: name) }) else {
      return name.isEmpty ? InputError(.unknownMember, expected: "a name before each = of the query") : nil
    }
    let reason = member.isPrivate || member.isSecret ? "is private" : "has parts"
    return InputError(
      .unknownMember, at: JSONPointer(member.name), expected: "a link without this parameter, which \(reason)")
  }

  // MARK: - To a link

  /// The path and the query for parameters; `nil` if a part of the path cannot be written.
  func link(_ parameters: JSONText) -> String? {
    let names = namesInPath
    var parts: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let literal): parts.append(literal)
      case .parameter(let name):
        // NB: programs that read addresses take these for steps between folders, whichever way they are escaped.
        guard let text = parameters[name]?.textInLink, !["", ".", ".."].contains(text) else { return nil }
        parts.append(text.escapedForLink)
      }
    }
    let defaults = defaults()
    let query = members.compactMap { member -> String? in
      guard !names.contains(member.name), let value = parameters[member.name], let text = value.textInLink,
        member.isRequired || defaults[member.name]?.canonical != value.canonical
      else { return nil }
      return "\(member.name)=\(text.escapedForLink)"
    }
    return "/" + parts.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  // MARK: - Checks

  /// What is wrong with the route, in sentences.
  var mistakes: [String] {
    guard path.first == "/" else { return ["the path \"\(path)\" does not begin with a slash."] }
    var sentences: [String] = []
    var names: Set<String> = []
    for segment in segments {
      switch segment {
      case .literal(let literal):
        guard literal.escapedForLink != literal else { continue }
        sentences.append("the path \"\(path)\" has characters that need escapes, or a brace alone.")
      case .parameter(let name):
        if !members.contains(where: { $0.name == name }) {
          sentences.append(
            "the path \"\(path)\" has the name \"\(name)\", which is not a parameter that can be in a link.")
        }
        if !names.insert(name).inserted { sentences.append("the path \"\(path)\" has the name \"\(name)\" twice.") }
      }
    }
    for member in shape() where member.isRequired && !member.canBeInLink {
      sentences.append(
        "the path \"\(path)\" leads to a screen that requires \"\(member.name)\", which cannot be in a link.")
    }
    return sentences
  }

  /// Equal for two routes between which no path can decide.
  var pattern: [String] { segments.map { if case .literal(let literal) = $0 { literal } else { "{}" } } }
}

extension Shape.Member {
  /// Whether it can be in a link: it is not private, and one text says its value.
  fileprivate var canBeInLink: Bool {
    guard !isPrivate else { return false }
    switch shape.unwrapped {
    case .text, .decimal, .date, .choice, .integer, .number, .boolean: return true
    default: return false
    }
  }

  /// The JSON of a value that a link has as a text; `nil` if it cannot be one.
  fileprivate func json(inLink text: String) -> [UInt8]? {
    switch shape.unwrapped {
    case .integer, .number:
      guard let json = try? JSONText(scanning: text.utf8), json.kind == .number, json.bytes.count == text.utf8.count
      else { return nil }
      // A link has all digits, where JSON has a string.
      return shape.unwrapped.isInteger ? (Int(text)?.json ?? Array(json.bytes)) : Array(json.bytes)
    case .boolean: return ["true", "false"].contains(text) ? Array(text.utf8) : nil
    default: return text.json
    }
  }
}

extension JSONText {
  /// The value as a link has it; `nil` for one that is absent or has parts.
  fileprivate var textInLink: String? {
    switch kind {
    case .string: string
    case .number: String(decoding: bytes, as: UTF8.self)
    case .boolean: bool.map { $0 ? "true" : "false" }
    default: nil
    }
  }
}

extension Shape {
  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
