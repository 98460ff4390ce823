/// Writes a JSON Patch (RFC 6902) that turns the JSON of one value into that of another.
///
/// It stops at a limit: what is longer than the whole value is of no use as a patch.
///
/// ```swift
/// struct Celsius: JSONWritable {
///   var degrees: Int
///
///   func write(to writer: inout JSONWriter) { writer.object { $0.member("degrees", degrees) } }
///
///   func writeChanges(from old: Celsius, to patch: inout JSONPatchWriter) {
///     patch.member("degrees") { degrees.writeChanges(from: old.degrees, to: &$0) }
///   }
/// }
/// ```
public struct JSONPatchWriter: Sendable {
  /// Whether the patch has grown beyond its limit. What is written to it afterwards is ignored.
  public private(set) var isOverLimit = false

  private var writer = JSONWriter()
  /// The path to the current value.
  // NB: made a text where an operation needs it. Most values that are looked at have not changed.
  private var path: [Step] = []
  private let limit: Int

  private enum Step: Sendable {
    case name(String)
    case index(Int)
  }

  /// A writer of an empty patch.
  ///
  /// - Parameter limit: the greatest length of the patch in bytes.
  public init(limit: Int) {
    self.limit = limit
    writer.open(UInt8(ascii: "["))
  }

  /// The patch, `[…]`; `nil` if it is longer than the limit.
  public func finished() -> [UInt8]? {
    guard !isOverLimit, writer.bytes.count < limit else { return nil }
    var writer = writer
    writer.close(UInt8(ascii: "]"))
    return writer.bytes
  }

  // MARK: The current value

  /// Writes the changes of a member of the current value, which is an object in both JSONs and has the member in both.
  public mutating func member(_ name: String, _ changes: (inout JSONPatchWriter) -> Void) {
    guard !isOverLimit else { return }
    path.append(.name(name))
    changes(&self)
    path.removeLast()
  }

  /// Writes the changes of an element of the current value, which is an array.
  ///
  /// - Parameters:
  ///   - index: its index after the operations so far.
  ///   - changes: writes the changes.
  public mutating func element(_ index: Int, _ changes: (inout JSONPatchWriter) -> Void) {
    guard !isOverLimit else { return }
    path.append(.index(index))
    changes(&self)
    path.removeLast()
  }

  /// The JSON pointer to the current value.
  private var pointer: String {
    var pointer: [UInt8] = []
    for step in path {
      pointer.append(UInt8(ascii: "/"))
      switch step {
      case .index(let index): pointer += String(index).utf8
      case .name(let name): JSONPointer.append(name, to: &pointer)
      }
    }
    return String(decoding: pointer, as: UTF8.self)
  }

  // MARK: Operations

  /// Replaces the current value.
  public mutating func replace(with value: some JSONWritable) {
    operation("replace") { $0.writer.member("value", value) }
  }

  /// Replaces the current value, an array, by these elements. It stops among them when it is over the limit.
  package mutating func replace(withElements elements: [some JSONWritable]) {
    operation("replace") { patch in
      patch.writer.name("value")
      patch.writer.open(UInt8(ascii: "["))
      for element in elements {
        element.write(to: &patch.writer)
        guard patch.writer.bytes.count < patch.limit else { break }
      }
      patch.writer.close(UInt8(ascii: "]"))
    }
  }

  /// Inserts an element at an index of the current value, which is an array.
  package mutating func insert(_ value: some JSONWritable, at index: Int) {
    element(index) { patch in
      patch.operation("add") { $0.writer.member("value", value) }
    }
  }

  /// Removes the element at an index of the current value, which is an array.
  package mutating func remove(at index: Int) {
    element(index) { patch in patch.operation("remove") { _ in } }
  }

  /// Moves an element of the current value, which is an array.
  package mutating func move(from source: Int, to destination: Int) {
    guard !isOverLimit else { return }
    let source = "\(pointer)/\(source)"
    element(destination) { $0.operation("move", from: source) { _ in } }
  }

  private mutating func operation(
    _ name: String, from source: String? = nil, _ value: (inout JSONPatchWriter) -> Void
  ) {
    // The shortest operation is `{"op":"remove","path":""}`.
    guard !isOverLimit, writer.bytes.count + 25 < limit else {
      isOverLimit = true
      return
    }
    writer.open(UInt8(ascii: "{"))
    if let source { writer.member("from", source) }
    writer.member("op", name)
    writer.member("path", pointer)
    value(&self)
    writer.close(UInt8(ascii: "}"))
    // The closing bracket is to follow.
    isOverLimit = writer.bytes.count >= limit
  }
}

extension JSONWritable {
  /// Replaces the value if its JSON differs.
  public func writeChanges(from old: Self, to patch: inout JSONPatchWriter) {
    let json = json
    if json != old.json { patch.replace(with: JSONText(exactly: json[...])) }
  }

  /// Replaces the array if the JSON of an element differs.
  public static func writeChanges(of elements: [Self], from old: [Self], to patch: inout JSONPatchWriter) {
    guard elements.count != old.count || zip(elements, old).contains(where: { !$0.hasSameJSON(as: $1) }) else { return }
    patch.replace(withElements: elements)
  }

  /// Whether the value is written as another one is.
  package func hasSameJSON(as other: Self) -> Bool {
    // Every operation is over this limit.
    var patch = JSONPatchWriter(limit: 0)
    writeChanges(from: other, to: &patch)
    return !patch.isOverLimit
  }
}

// MARK: - Values of the standard library

extension String {
  /// Replaces the text unless it has the same bytes. Canonically equivalent texts have different ones.
  public func writeChanges(from old: String, to patch: inout JSONPatchWriter) {
    if !hasSameBytes(as: old) { patch.replace(with: self) }
  }
}

extension Int {
  public func writeChanges(from old: Int, to patch: inout JSONPatchWriter) {
    if self != old { patch.replace(with: self) }
  }
}

extension Bool {
  public func writeChanges(from old: Bool, to patch: inout JSONPatchWriter) {
    if self != old { patch.replace(with: self) }
  }
}

extension Optional where Wrapped: JSONWritable {
  /// Writes the changes of the value; one that appears or disappears is replaced.
  public func writeChanges(from old: Wrapped?, to patch: inout JSONPatchWriter) {
    switch (self, old) {
    case (nil, nil): break
    case (let value?, let old?): value.writeChanges(from: old, to: &patch)
    case (_, nil), (nil, _): patch.replace(with: self)
    }
  }
}

extension Array where Element: JSONWritable {
  /// Writes the changes of rows by their identity (`ListRow`); another array is replaced if an element differs.
  public func writeChanges(from old: [Element], to patch: inout JSONPatchWriter) {
    Element.writeChanges(of: self, from: old, to: &patch)
  }
}
