import JSONRPC

extension ArraySlice<UInt8> {
  /// The JSON text without what people and their tools change and no program sees: the order of members, white space,
  /// and escapes that need not be. Texts that are equal but for these have the same one.
  ///
  /// The text must have passed the strict scanner.
  var canonicalJSON: [UInt8] {
    var text: [UInt8] = []
    appendCanonicalJSON(to: &text)
    return text
  }

  private func appendCanonicalJSON(to text: inout [UInt8]) {
    switch JSONKind(self) {
    case .object:
      var separator = UInt8(ascii: "{")
      let members = JSONMembers(self).map { (name: String(decoding: $0.name, as: UTF8.self), value: $0.value) }
      for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        text.append(separator)
        text.append(jsonString: member.name)
        text.append(UInt8(ascii: ":"))
        member.value.appendCanonicalJSON(to: &text)
        separator = UInt8(ascii: ",")
      }
      text += separator == UInt8(ascii: "{") ? "{}".utf8 : "}".utf8
    case .array:
      var separator = UInt8(ascii: "[")
      for element in JSONElements(self) {
        text.append(separator)
        element.appendCanonicalJSON(to: &text)
        separator = UInt8(ascii: ",")
      }
      text += separator == UInt8(ascii: "[") ? "[]".utf8 : "]".utf8
    case .string: text.append(jsonString: jsonStringValue ?? "")
    case .number, .boolean, .null: text += self
    }
  }
}
