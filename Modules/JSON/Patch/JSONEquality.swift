extension JSONText {
  /// Whether two texts are the same value: numbers are compared by value, strings by their code units, and objects without the
  /// order of their members.
  package func isEqual(to other: JSONText) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .object:
      var members: [ArraySlice<UInt8>: JSONText] = [:]
      for member in self.members { members[member.name.unescaped ?? []] = member.value }
      for member in other.members {
        let value = members.removeValue(forKey: member.name.unescaped ?? [])
        guard let value, value.isEqual(to: member.value) else { return false }
      }
      return members.isEmpty
    case .array:
      var others = other.elements
      for element in elements {
        guard let next = others.next(), element.isEqual(to: next) else { return false }
      }
      return others.next() == nil
    case .string: return unescaped == other.unescaped
    case .number: return bytes == other.bytes || ExactNumber(self) == ExactNumber(other)
    case .boolean, .null: return bytes == other.bytes
    }
  }
}
