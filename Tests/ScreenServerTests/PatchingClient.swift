import ExpectSupport
import ScreenServer
import Testing

/// A client that keeps the states of the instances that it knows, and patches them. It believes nothing: each frame has to
/// fit what came before it.
final class PatchingClient {
  /// The states by instance, with their revisions.
  private(set) var states: [String: (revision: Int, state: JSONTree)] = [:]
  /// The frames of each kind.
  private(set) var patchCount = 0
  private(set) var wholeCount = 0
  private(set) var openedCount = 0
  /// The instances that were closed, with the reason.
  private(set) var closed: [String: String] = [:]
  /// The requests that open an instance, by id.
  var openings: Set<Int> = []
  /// The requests that close an instance, by id.
  var closings: [Int: String] = [:]

  /// Reads a frame.
  func read(_ frame: String) throws {
    let json = try JSONText(scanning: frame.utf8)
    if json.kind == .array {
      for element in json.elements { try readReply(element) }
      return
    }
    guard let method = json["method"]?.string, let params = json["params"] else { return try readReply(json) }
    let instance = try #require(params["instance"]?.string)
    switch method {
    case "screen/opened":
      openedCount += 1
      #expect(states[instance] == nil)
      if let opener = params["opener"]?.string { #expect(states[opener] != nil, "\(opener) is not known") }
      try keep(params)
    case "screen/update":
      let known = try #require(states[instance], "\(instance) is not known")
      let revision = try #require(params["rev"]?.integer())
      #expect(revision > known.revision)
      guard let patch = params["patch"] else {
        wholeCount += 1
        return try keep(params)
      }
      patchCount += 1
      expectEqual(params["from"]?.integer(), known.revision)
      #expect(params["state"] == nil)
      var state = known.state
      try state.apply(patch)
      // The package's own patches do the same.
      try expectEqual(JSONPatch(patch).apply(to: JSONText(scanning: known.state.json)), state.json)
      states[instance] = (revision, state)
    case "screen/closed":
      #expect(states[instance] != nil, "\(instance) is not known")
      states[instance] = nil
      closed[instance] = params["reason"]?.string
    default: Issue.record("\(method)")
    }
  }

  /// The state of an instance as it was patched.
  func text(_ instance: String) -> String? { states[instance].map { String(decoding: $0.state.json, as: UTF8.self) } }

  private func readReply(_ reply: JSONText) throws {
    guard let id: Int = reply["id"]?.integer(), let result = reply["result"] else { return }
    if let instance = closings[id] { states[instance] = nil }
    if openings.contains(id) { try keep(result) }
  }

  private func keep(_ params: JSONText) throws {
    let instance = try #require(params["instance"]?.string)
    let revision = try #require(params["rev"]?.integer() as Int?)
    states[instance] = (revision, JSONTree(try #require(params["state"])))
  }
}

/// A JSON value that can be patched, and that is written as it was read.
indirect enum JSONTree: JSONWritable, Equatable {
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case leaf([UInt8])

  struct BadPatch: Error {}

  init(_ text: JSONText) {
    switch text.kind {
    case .object: self = .object(text.members.map { ($0.name.string ?? "", JSONTree($0.value)) })
    case .array: self = .array(text.elements.map(JSONTree.init))
    default: self = .leaf(Array(text.bytes))
    }
  }

  static func == (one: JSONTree, other: JSONTree) -> Bool { one.json == other.json }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let members): writer.object { for member in members { $0.member(member.name, member.value) } }
    case .array(let elements): writer.array { for element in elements { $0.write(element) } }
    case .leaf(let bytes): writer.raw(bytes)
    }
  }

  /// Applies a JSON Patch (RFC 6902) with the operations that the protocol has.
  mutating func apply(_ patch: JSONText) throws {
    for operation in patch.elements {
      let path = try Self.path(operation["path"])
      let value = operation["value"].map(JSONTree.init)
      switch operation["op"]?.string {
      case "add": try insert(try #require(value), at: path)
      case "remove": _ = try remove(at: path)
      case "replace": try replace(at: path[...], with: try #require(value))
      case "move": try insert(try remove(at: try Self.path(operation["from"])), at: path)
      default: throw BadPatch()
      }
    }
  }

  private static func path(_ pointer: JSONText?) throws -> [String] {
    let text = try #require(pointer?.string)
    guard text.isEmpty || text.hasPrefix("/") else { throw BadPatch() }
    return text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
  }

  private mutating func replace(at path: ArraySlice<String>, with value: JSONTree) throws {
    try change(path) { $0 = value }
  }

  private mutating func insert(_ value: JSONTree, at path: [String]) throws {
    try change(path.dropLast()) { container in
      guard case .array(var elements) = container, let index = path.last.flatMap({ Int($0) }),
        elements.indices.contains(index) || index == elements.count
      else { throw BadPatch() }
      elements.insert(value, at: index)
      container = .array(elements)
    }
  }

  private mutating func remove(at path: [String]) throws -> JSONTree {
    var removed: JSONTree?
    try change(path.dropLast()) { container in
      guard case .array(var elements) = container, let index = path.last.flatMap({ Int($0) }),
        elements.indices.contains(index)
      else { throw BadPatch() }
      removed = elements.remove(at: index)
      container = .array(elements)
    }
    return try #require(removed)
  }

  private mutating func change(_ path: ArraySlice<String>, _ body: (inout JSONTree) throws -> Void) throws {
    guard let name = path.first else { return try body(&self) }
    switch self {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.name == name }) else { throw BadPatch() }
      try members[index].value.change(path.dropFirst(), body)
      self = .object(members)
    case .array(var elements):
      guard let index = Int(name), elements.indices.contains(index) else { throw BadPatch() }
      try elements[index].change(path.dropFirst(), body)
      self = .array(elements)
    case .leaf: throw BadPatch()
    }
  }
}
