import JSON
import Screens
import Words

/// Members of states, as `--json=MEMBERS` names them: `title`, `rows[].amount`, several with commas between them.
///
/// Of the state `{"count":1,"rows":[{"id":7,"amount":"4.20"}]}`, this selects `{"rows":[{"amount":"4.20"}]}`:
///
/// ```swift
/// let members = try MemberSelection("rows[].amount")
/// ```
public struct MemberSelection: Equatable, Sendable {
  /// What is selected of a value: all of it if there are no members.
  private struct Node: Equatable {
    /// The selected members and, for those that are lists, of each element.
    var members: [String: Node] = [:]
    var isList = false
  }

  private var root = Node()

  /// The members that a text names.
  ///
  /// - Throws: a ``CommandError`` if the text names none, or cannot be read.
  public init(_ text: String) throws(CommandError) {
    for path in text.split(separator: ",", omittingEmptySubsequences: false) {
      try Self.insert(path.split(separator: ".", omittingEmptySubsequences: false)[...], into: &root)
    }
  }

  private static func insert(_ path: ArraySlice<Substring>, into node: inout Node) throws(CommandError) {
    guard let first = path.first else {
      node.members = [:]
      return
    }
    let isList = first.hasSuffix("[]")
    let name = String(isList ? first.dropLast(2) : first)
    guard !name.isEmpty, !name.contains(where: { "[] \t".contains($0) }) else {
      throw CommandError(Words.text("Members are written as names: title,rows[].amount"))
    }
    let known = node.members[name]
    // All of a member was selected before.
    if let known, known.members.isEmpty { return }
    var next = known ?? Node()
    next.isList = isList
    try insert(path.dropFirst(), into: &next)
    node.members[name] = next
  }

  /// The names of the members of a state.
  var names: [String] { root.members.keys.sorted() }

  /// What is selected, as it was written, a member at a time.
  var paths: Set<[String]> { Set(Self.paths(root)) }

  private static func paths(_ node: Node) -> [[String]] {
    node.members.flatMap { name, node in
      let name = node.isList ? name + "[]" : name
      return node.members.isEmpty ? [[name]] : paths(node).map { [name] + $0 }
    }
  }

  /// What is known of a member, from what says least to what says most.
  enum Presence: Int {
    /// The state has nothing of it.
    case absent
    /// What it would be in has no value at the moment, or no elements.
    case unknown
    /// What it would be in is there without it.
    case lacking
    case found
  }

  /// Whether a state has a member.
  static func presence(of path: some Collection<String>, in json: JSONText, isNested: Bool = false) -> Presence {
    guard let first = path.first else { return .found }
    let name = first.hasSuffix("[]") ? String(first.dropLast(2)) : first
    guard json.kind == .object, let value = json.members.first(where: { $0.name.string == name })?.value else {
      return isNested ? .lacking : .absent
    }
    guard path.count > 1 else { return .found }
    guard value.kind != .null else { return .unknown }
    guard first.hasSuffix("[]"), value.kind == .array else {
      return presence(of: path.dropFirst(), in: value, isNested: true)
    }
    return value.elements.map { presence(of: path.dropFirst(), in: $0, isNested: true) }
      .max { $0.rawValue < $1.rawValue } ?? .unknown
  }

  /// Writes what is selected of a state. A member that the state lacks is left out.
  func write(_ state: JSONText, to writer: inout JSONWriter) { Self.write(state, root, to: &writer) }

  private static func write(_ json: JSONText, _ node: Node, to writer: inout JSONWriter) {
    guard !node.members.isEmpty else { return json.write(to: &writer) }
    if node.isList, json.kind == .array {
      return writer.array { writer in
        for element in json.elements { write(element, Node(members: node.members), to: &writer) }
      }
    }
    guard json.kind == .object else { return json.write(to: &writer) }
    writer.object { writer in
      for member in json.members {
        guard let name = member.name.string, let node = node.members[name] else { continue }
        writer.member(name) { write(member.value, node, to: &$0) }
      }
    }
  }
}
