/// The operations between two JSON texts.
struct JSONDifference {
  private(set) var operations: [JSONPatch.Operation] = []
  /// The first value that differs, before and after.
  private(set) var first: (pointer: JSONPointer, old: JSONText?, new: JSONText?)?
  /// The length of the operations as they are written, without escapes.
  private var length = 0

  mutating func compare(_ old: JSONText, _ new: JSONText, _ path: JSONPointer) {
    guard !old.bytes.elementsEqual(new.bytes) else { return }
    let count = operations.count
    let start = length
    switch (old.kind, new.kind) {
    case (.object, .object): compareMembers(old, new, path)
    case (.array, .array): compareElements(Array(old.elements), Array(new.elements), path)
    default: return append(.replace(path, new), path, old, new)
    }
    let replacement = Self.overhead + path.description.utf8.count + new.bytes.count
    guard length - start > replacement else { return }
    operations.removeSubrange(count...)
    length = start
    append(.replace(path, new), path, old, new)
  }

  private mutating func compareMembers(_ old: JSONText, _ new: JSONText, _ path: JSONPointer) {
    var rest: [ArraySlice<UInt8>: JSONText] = [:]
    for member in old.members { rest[member.name.unescaped ?? []] = member.value }
    var added: [(JSONPointer, JSONText)] = []
    for member in new.members {
      let pointer = path.appending(member.name.string ?? "")
      if let value = rest.removeValue(forKey: member.name.unescaped ?? []) {
        compare(value, member.value, pointer)
      } else {
        added.append((pointer, member.value))
      }
    }
    for member in old.members where rest[member.name.unescaped ?? []] != nil {
      let pointer = path.appending(member.name.string ?? "")
      append(.remove(pointer), pointer, member.value, nil)
    }
    for (pointer, value) in added { append(.add(pointer, value), pointer, nil, value) }
  }

  private mutating func compareElements(_ old: [JSONText], _ new: [JSONText], _ path: JSONPointer) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix].bytes.elementsEqual(new[prefix].bytes) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      old[old.count - 1 - suffix].bytes.elementsEqual(new[new.count - 1 - suffix].bytes)
    {
      suffix += 1
    }
    let common = shorter - suffix
    for index in prefix..<common { compare(old[index], new[index], path.appending(index)) }
    for index in common..<max(common, old.count - suffix) {
      append(.remove(path.appending(common)), path.appending(common), old[index], nil)
    }
    for index in common..<max(common, new.count - suffix) {
      append(.add(path.appending(index), new[index]), path.appending(index), nil, new[index])
    }
  }

  /// The length of an operation without its path and its value.
  private static let overhead = #"{"op":"replace","path":"","value":},"#.utf8.count

  private mutating func append(
    _ operation: JSONPatch.Operation, _ path: JSONPointer, _ old: JSONText?, _ new: JSONText?
  ) {
    if first == nil { first = (path, old, new) }
    operations.append(operation)
    length += Self.overhead + path.description.utf8.count + (new?.bytes.count ?? 0)
  }
}

extension JSONText {
  /// The first value inside that differs from that of another text, whatever the order of members.
  package func firstDifference(
    from other: JSONText
  ) -> (pointer: JSONPointer, one: JSONText?, other: JSONText?)? {
    var difference = JSONDifference()
    difference.compare(JSONText(exactly: canonical[...]), JSONText(exactly: other.canonical[...]), JSONPointer())
    return difference.first.map { ($0.pointer, $0.old, $0.new) }
  }
}
