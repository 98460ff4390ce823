/// A JSON Patch (RFC 6902): operations that turn one JSON text into another.
///
/// ```swift
/// let old = try JSONText(scanning: #"{"count":1,"rows":["a"]}"#.utf8)
/// let patch = try JSONPatch(JSONText(scanning: #"[{"op":"add","path":"/rows/-","value":"b"}]"#.utf8))
/// String(decoding: try patch.apply(to: old), as: UTF8.self)  // {"count":1,"rows":["a","b"]}
/// ```
///
/// A patch between two values of one `DescribedObject` type is made by its `patch(from:limit:)`, which knows the identities of
/// rows and writes no whole value.
public struct JSONPatch: Sendable {
  /// What a patch does, in order.
  public enum Operation: Sendable {
    /// Inserts an element into an array, or sets a member of an object.
    case add(JSONPointer, JSONText)
    /// Removes an element or a member.
    case remove(JSONPointer)
    /// Replaces a value.
    case replace(JSONPointer, JSONText)
    /// Removes a value and adds it elsewhere.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds a value that is somewhere else, too.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Requires that a value is equal to this one. Numbers are compared by value, and objects without the order of their members.
    case test(JSONPointer, JSONText)
  }

  /// How large a result may become.
  fileprivate struct Limits {
    let depth: Int
    let size: Int
    /// How many bytes may still be copied.
    var room: Int

    /// Checks that a value at a pointer is not nested too deep.
    func check(_ value: JSONTree, at path: JSONPointer) throws(JSONPatchError.Reason) {
      var unlimited = Int.max
      guard path.names.count + (value.depth(within: &unlimited) ?? 0) <= depth else { throw .tooDeep(limit: depth) }
    }

    /// Checks that a copy is neither nested too deep nor too long.
    mutating func checkCopy(_ value: JSONTree, at path: JSONPointer) throws(JSONPatchError.Reason) {
      guard let levels = value.depth(within: &room) else { throw .tooLong(limit: size) }
      guard path.names.count + levels <= depth else { throw .tooDeep(limit: depth) }
    }
  }

  /// The operations, in order.
  public var operations: [Operation]

  /// A patch of operations.
  public init(_ operations: [Operation]) { self.operations = operations }

  /// Reads a patch, `[{"op":…}]`. Members that an operation does not need are ignored.
  ///
  /// - Throws: `invalidOperation`, with the index of the operation.
  public init(_ json: JSONText) throws(JSONPatchError) {
    guard json.kind == .array else { throw JSONPatchError(.invalidOperation("A patch is an array."), at: 0) }
    operations = []
    for (index, element) in json.elements.enumerated() {
      operations.append(try Operation(element, at: index))
    }
  }

  /// Makes a patch between two texts: members by name, and elements by their position behind what both arrays begin with and
  /// before what both end with. A value whose parts would take more room is replaced as a whole.
  ///
  /// The patched text is `new`, byte for byte, if both are compact and the members of their objects are sorted by name, as this
  /// package writes them. It takes linear time.
  public init(from old: JSONText, to new: JSONText) {
    var difference = JSONDifference()
    difference.compare(old, new, JSONPointer())
    operations = difference.operations
  }

  /// Applies the operations. Either all are applied, or an error is thrown.
  ///
  /// What they do not change is written as it was: members keep their order. A member that is added has its place before the
  /// first whose name is greater (in UTF-8), which is where a writer that sorts them has it.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - depthLimit: how deep the result may be nested.
  ///   - sizeLimit: the greatest length of the result in bytes. Copies of copies grow fast.
  /// - Returns: the JSON text of the result.
  /// - Throws: why an operation cannot be applied, with its index.
  public func apply(
    to json: JSONText, depthLimit: Int = 64, sizeLimit: Int = 1 << 26
  ) throws(JSONPatchError) -> [UInt8] {
    var tree = JSONTree.text(json)
    var limits = Limits(depth: depthLimit, size: sizeLimit, room: sizeLimit)
    for (index, operation) in operations.enumerated() {
      do {
        try operation.apply(to: &tree, &limits)
      } catch {
        throw JSONPatchError(error, at: index)
      }
    }
    var writer = JSONWriter()
    guard tree.write(to: &writer, sizeLimit: sizeLimit) else {
      throw JSONPatchError(.tooLong(limit: sizeLimit), at: operations.count - 1)
    }
    return writer.bytes
  }
}

extension JSONPatch: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.write(operations) }
}

extension JSONPatch.Operation: JSONWritable {
  fileprivate init(_ json: JSONText, at index: Int) throws(JSONPatchError) {
    func fail(_ sentence: String) -> JSONPatchError { JSONPatchError(.invalidOperation(sentence), at: index) }
    func pointer(_ name: String) throws(JSONPatchError) -> JSONPointer {
      guard let text = json[name]?.string else { throw fail("It needs the text \"\(name)\".") }
      guard let pointer = JSONPointer(parsing: text) else { throw fail("Its \"\(name)\" is no JSON Pointer.") }
      return pointer
    }
    func value() throws(JSONPatchError) -> JSONText {
      guard let value = json["value"] else { throw fail("It needs a \"value\".") }
      return value
    }
    guard json.kind == .object else { throw fail("It is not an object.") }
    switch json["op"]?.string {
    case "add": self = .add(try pointer("path"), try value())
    case "remove": self = .remove(try pointer("path"))
    case "replace": self = .replace(try pointer("path"), try value())
    case "move": self = .move(from: try pointer("from"), to: try pointer("path"))
    case "copy": self = .copy(from: try pointer("from"), to: try pointer("path"))
    case "test": self = .test(try pointer("path"), try value())
    default: throw fail("Its \"op\" is none of add, remove, replace, move, copy, test.")
    }
  }

  /// Writes the operation, its members sorted by name.
  public func write(to writer: inout JSONWriter) {
    func write(_ name: String, _ path: JSONPointer, from source: JSONPointer? = nil, _ value: JSONText? = nil) {
      writer.object { writer in
        if let source { writer.member("from", source) }
        writer.member("op", name)
        writer.member("path", path)
        if let value { writer.member("value", value) }
      }
    }
    switch self {
    case .add(let path, let value): write("add", path, value)
    case .remove(let path): write("remove", path)
    case .replace(let path, let value): write("replace", path, value)
    case .move(let source, let path): write("move", path, from: source)
    case .copy(let source, let path): write("copy", path, from: source)
    case .test(let path, let value): write("test", path, value)
    }
  }

  fileprivate func apply(
    to tree: inout JSONTree, _ limits: inout JSONPatch.Limits
  ) throws(JSONPatchError.Reason) {
    switch self {
    case .add(let path, let value):
      try limits.check(.text(value), at: path)
      try tree.add(.text(value), at: path)
    case .remove(let path):
      _ = try tree.remove(at: path)
    case .replace(let path, let value):
      try limits.check(.text(value), at: path)
      try tree.change(at: path) { $0 = .text(value) }
    case .move(let source, let path):
      guard !path.isInside(source) else { throw .movedIntoItself(source) }
      guard source != path else {
        _ = try tree.value(at: source)
        return
      }
      let value = try tree.remove(at: source)
      try limits.check(value, at: path)
      try tree.add(value, at: path)
    case .copy(let source, let path):
      let value = try tree.value(at: source)
      try limits.checkCopy(value, at: path)
      try tree.add(value, at: path)
    case .test(let path, let expected):
      var writer = JSONWriter()
      _ = try tree.value(at: path).write(to: &writer, sizeLimit: .max)
      guard JSONText(exactly: writer.bytes[...]).isEqual(to: expected) else { throw .testFailed(path) }
    }
  }
}
