/// A JSON value whose parts can be changed. Only what a change reaches is taken apart.
enum JSONTree: Sendable {
  /// A value as it is written.
  case text(JSONText)
  /// The members of an object, in the order in which they are written.
  case object([Member])
  /// The elements of an array.
  case array([JSONTree])

  struct Member: Sendable {
    /// The name as it is written, a string.
    let name: JSONText
    var value: JSONTree
  }

  // MARK: - Changes

  /// The value at a pointer.
  mutating func value(at path: JSONPointer) throws(JSONPatchError.Reason) -> JSONTree {
    var value = self
    try change(at: path) { value = $0 }
    return value
  }

  /// Changes the value at a pointer.
  mutating func change(
    at path: JSONPointer, _ body: (inout JSONTree) throws(JSONPatchError.Reason) -> Void
  ) throws(JSONPatchError.Reason) {
    try change(path.names[...], path, body)
  }

  private mutating func change(
    _ names: ArraySlice<String>, _ path: JSONPointer,
    _ body: (inout JSONTree) throws(JSONPatchError.Reason) -> Void
  ) throws(JSONPatchError.Reason) {
    guard let name = names.first else { return try body(&self) }
    takeApart()
    guard let position = position(of: name) else { throw .noSuchValue(path) }
    switch consume self {
    case .object(var members):
      // NB: the value is empty meanwhile, so that its parts are changed in place and not copied.
      self = .array([])
      defer { self = .object(members) }
      try members[position].value.change(names.dropFirst(), path, body)
    case .array(var elements):
      self = .array([])
      defer { self = .array(elements) }
      try elements[position].change(names.dropFirst(), path, body)
    case .text(let text): self = .text(text)
    }
  }

  /// Adds a value: as the whole, as a member of an object, or before an element of an array.
  mutating func add(_ value: JSONTree, at path: JSONPointer) throws(JSONPatchError.Reason) {
    let names = path.names
    guard let name = names.last else {
      self = value
      return
    }
    try change(names.dropLast(), path) { (container: inout JSONTree) throws(JSONPatchError.Reason) in
      try container.insert(value, name, path)
    }
  }

  private mutating func insert(
    _ value: JSONTree, _ name: String, _ path: JSONPointer
  ) throws(JSONPatchError.Reason) {
    takeApart()
    let position = position(of: name)
    switch consume self {
    case .object(var members):
      self = .array([])
      if let position {
        members[position].value = value
      } else {
        let place = members.firstIndex { $0.isBehind(name) } ?? members.count
        members.insert(Member(name: JSONText(exactly: name.json[...]), value: value), at: place)
      }
      self = .object(members)
    case .array(var elements):
      self = .array([])
      defer { self = .array(elements) }
      guard let index = name == "-" ? elements.count : Self.index(name), index <= elements.count else {
        throw .noSuchIndex(path)
      }
      elements.insert(value, at: index)
    case .text(let text):
      self = .text(text)
      throw .noSuchValue(path)
    }
  }

  /// Removes a member or an element, and returns its value.
  mutating func remove(at path: JSONPointer) throws(JSONPatchError.Reason) -> JSONTree {
    let names = path.names
    guard let name = names.last else { throw .wholeRemoved }
    var removed: JSONTree?
    try change(names.dropLast(), path) { (container: inout JSONTree) throws(JSONPatchError.Reason) in
      removed = container.remove(name)
    }
    guard let removed else { throw .noSuchValue(path) }
    return removed
  }

  private mutating func remove(_ name: String) -> JSONTree? {
    takeApart()
    guard let position = position(of: name) else { return nil }
    switch consume self {
    case .object(var members):
      self = .array([])
      defer { self = .object(members) }
      return members.remove(at: position).value
    case .array(var elements):
      self = .array([])
      defer { self = .array(elements) }
      return elements.remove(at: position)
    case .text(let text):
      self = .text(text)
      return nil
    }
  }

  // MARK: - Parts

  private mutating func takeApart() {
    guard case .text(let text) = self else { return }
    switch text.kind {
    case .object: self = .object(text.members.map { Member(name: $0.name, value: .text($0.value)) })
    case .array: self = .array(text.elements.map(JSONTree.text))
    case .string, .number, .boolean, .null: break
    }
  }

  /// The position of a member or an element that exists.
  private func position(of name: String) -> Int? {
    switch self {
    case .object(let members): members.firstIndex { $0.name.isString(name) }
    case .array(let elements): Self.index(name).flatMap { $0 < elements.count ? $0 : nil }
    case .text: nil
    }
  }

  /// The index that a name is: digits without a leading zero.
  private static func index(_ name: String) -> Int? {
    guard name.utf8.allSatisfy(Tokens.isDigit), name.utf8.first != UInt8(ascii: "0") || name.utf8.count == 1 else {
      return nil
    }
    return Int(name)
  }

  /// How deep the value is nested: 1 for an empty array, 0 for a value that is not a container.
  ///
  /// - Parameter room: how many bytes the value may have; they are subtracted.
  /// - Returns: `nil` if the value has more bytes. It is not looked at as a whole then: copies of copies have no end.
  func depth(within room: inout Int) -> Int? {
    var deepest = 0
    switch self {
    case .text(let text):
      room -= text.bytes.count
      return room < 0 ? nil : Self.depth(of: text)
    case .object(let members):
      for member in members {
        room -= member.name.bytes.count
        guard let depth = member.value.depth(within: &room) else { return nil }
        deepest = max(deepest, depth)
      }
    case .array(let elements):
      for element in elements {
        guard let depth = element.depth(within: &room) else { return nil }
        deepest = max(deepest, depth)
      }
    }
    room -= 2
    return room < 0 ? nil : deepest + 1
  }

  private static func depth(of text: JSONText) -> Int {
    var depth = 0
    var deepest = 0
    var isString = false
    var isEscaped = false
    for byte in text.bytes {
      if isEscaped {
        isEscaped = false
      } else if isString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
    }
    return deepest
  }

  // MARK: - Writing

  /// Writes the value.
  ///
  /// - Returns: `false` if the text would be longer than the limit. It is not complete then.
  func write(to writer: inout JSONWriter, sizeLimit: Int) -> Bool {
    switch self {
    case .text(let text): writer.write(text)
    case .object(let members):
      writer.open(UInt8(ascii: "{"))
      for member in members {
        writer.name(written: member.name)
        guard member.value.write(to: &writer, sizeLimit: sizeLimit) else { return false }
      }
      writer.close(UInt8(ascii: "}"))
    case .array(let elements):
      writer.open(UInt8(ascii: "["))
      for element in elements {
        guard element.write(to: &writer, sizeLimit: sizeLimit) else { return false }
      }
      writer.close(UInt8(ascii: "]"))
    }
    return writer.bytes.count <= sizeLimit
  }
}

extension JSONTree.Member {
  /// Whether the member has a greater name, in UTF-8.
  fileprivate func isBehind(_ other: String) -> Bool {
    name.unescaped.map { other.utf8.lexicographicallyPrecedes($0) } ?? false
  }
}
