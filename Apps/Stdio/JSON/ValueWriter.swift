import JSONRPC

/// Writes values as the protocol has them: one line, keys sorted, slashes as they are, dates as RFC 3339 in UTC,
/// integers that JSON cannot carry exactly as strings.
///
/// It writes what `JSONEncoder` would with the same settings, some twenty times as fast, and loads none of Foundation's
/// machinery for it. Most of a state never gets here: see `StateWriter`.
enum ValueWriter {
  /// The value's JSON, appended to `text`.
  static func write(_ value: some Encodable, to text: inout [UInt8]) throws {
    let sheet = Sheet()
    let node = Node()
    try sheet.write(value, into: node)
    sheet.append(node, to: &text)
  }
}

/// A value that is being written: leaves are text already, objects and arrays keep their parts until they are whole.
private final class Node {
  enum Content {
    case nothing
    case leaf(Range<Int>)
    case object([(name: String, part: Part)])
    case array([Part])
  }

  /// What an object or an array holds.
  enum Part {
    case leaf(Range<Int>)
    case node(Node)
  }

  var content = Content.nothing

  func add(_ part: Part, _ name: String) {
    guard case .object(var members) = content else {
      content = .object([(name, part)])
      return
    }
    content = .nothing
    members.append((name, part))
    content = .object(members)
  }

  func add(_ part: Part) {
    guard case .array(var parts) = content else {
      content = .array([part])
      return
    }
    content = .nothing
    parts.append(part)
    content = .array(parts)
  }

  var count: Int {
    if case .array(let parts) = content { parts.count } else { 0 }
  }
}

/// The leaves of a value, one after the other.
private final class Sheet {
  private var text: [UInt8] = []

  func jot(_ body: (inout [UInt8]) -> Void) -> Range<Int> {
    let start = text.count
    body(&text)
    return start..<text.count
  }

  func jot(_ literal: StaticString) -> Range<Int> {
    jot { $0.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)) }
  }

  /// The leaf of a value that is one; `nil` for what has parts, or writes itself.
  func leaf(_ value: some Encodable) throws -> Range<Int>? {
    let start = text.count
    return try text.append(leaf: value) ? start..<text.count : nil
  }

  func part(_ value: some Encodable) throws -> Node.Part {
    if let leaf = try leaf(value) { return .leaf(leaf) }
    let node = Node()
    try value.encode(to: Writing(sheet: self, node: node))
    if case .leaf(let range) = node.content { return .leaf(range) }
    return .node(node)
  }

  func write(_ value: some Encodable, into node: Node) throws {
    if let leaf = try leaf(value) {
      node.content = .leaf(leaf)
      return
    }
    try value.encode(to: Writing(sheet: self, node: node))
  }

  func append(_ node: Node, to out: inout [UInt8]) {
    switch node.content {
    case .nothing: out.append(contentsOf: "{}".utf8)
    case .leaf(let range): out.append(contentsOf: text[range])
    case .object(let members):
      var separator = UInt8(ascii: "{")
      // NB: of two members of one name the last one counts, as in a dictionary; the sort is stable.
      let sorted = members.sorted { $0.name < $1.name }
      for (index, member) in sorted.enumerated()
      where index + 1 == sorted.count || sorted[index + 1].name != member.name {
        out.append(separator)
        out.append(jsonString: member.name)
        out.append(UInt8(ascii: ":"))
        append(member.part, to: &out)
        separator = UInt8(ascii: ",")
      }
      out.append(contentsOf: members.isEmpty ? "{}".utf8 : "}".utf8)
    case .array(let parts):
      out.append(UInt8(ascii: "["))
      for (index, part) in parts.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        append(part, to: &out)
      }
      out.append(UInt8(ascii: "]"))
    }
  }

  private func append(_ part: Node.Part, to out: inout [UInt8]) {
    switch part {
    case .leaf(let range): out.append(contentsOf: text[range])
    case .node(let node): append(node, to: &out)
    }
  }
}

/// What a value writes itself to.
private struct Writing: Encoder {
  let sheet: Sheet
  let node: Node

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = node.content { node.content = .object([]) }
    return KeyedEncodingContainer(Members<Key>(writing: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = node.content { node.content = .array([]) }
    return Elements(writing: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(writing: self) }

  func nested() -> Writing { Writing(sheet: sheet, node: Node()) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writing: Writing
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) {
    writing.node.add(.leaf(writing.sheet.jot("null")), key.stringValue)
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    writing.node.add(try writing.sheet.part(value), key.stringValue)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key.stringValue).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key.stringValue).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested("super") }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

  private func nested(_ name: String) -> Writing {
    let nested = writing.nested()
    writing.node.add(.node(nested.node), name)
    return nested
  }
}

private struct Elements: UnkeyedEncodingContainer {
  let writing: Writing
  var codingPath: [any CodingKey] { [] }
  var count: Int { writing.node.count }

  mutating func encodeNil() { writing.node.add(.leaf(writing.sheet.jot("null"))) }
  mutating func encode(_ value: some Encodable) throws { writing.node.add(try writing.sheet.part(value)) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { nested() }

  private func nested() -> Writing {
    let nested = writing.nested()
    writing.node.add(.node(nested.node))
    return nested
  }
}

private struct Single: SingleValueEncodingContainer {
  let writing: Writing
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { writing.node.content = .leaf(writing.sheet.jot("null")) }

  mutating func encode(_ value: some Encodable) throws {
    // NB: the integers that are no `Int` write themselves by this very call.
    if let integer = value as? any BinaryInteger {
      writing.node.content = .leaf(writing.sheet.jot { $0.append(integer: integer) })
    } else if let float = value as? Float {
      try writing.sheet.write(Double(float), into: writing.node)
    } else {
      try writing.sheet.write(value, into: writing.node)
    }
  }
}
