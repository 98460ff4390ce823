import Foundation

extension TransferReply {
  /// The name that the server gives a file (RFC 6266): `filename*` in UTF-8, or else `filename`; `nil` if it gives none.
  ///
  /// It is a wish, and is cleaned where it becomes a name.
  var fileName: String? {
    guard let value = header("Content-Disposition") else { return nil }
    var names: [String: String] = [:]
    for (name, value) in Self.parameters(of: value) where names[name] == nil { names[name] = value }
    if let text = names["filename*"], text.lowercased().hasPrefix("utf-8'") {
      let encoded = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
      if let name = String(encoded).removingPercentEncoding { return name }
    }
    return names["filename"]
  }

  /// The parameters behind the first word, with their names in small letters. A quoted value may have any character.
  private static func parameters(of value: String) -> [(String, String)] {
    var parameters: [(String, String)] = []
    var rest = Substring(value.drop { $0 != ";" }.dropFirst())
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      rest = rest[rest.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
      var text = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let next = rest.popFirst() { text.append(next) } else { text.append(character) }
        }
        rest = rest.drop { $0 != ";" }.dropFirst()
      } else {
        text = rest.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        rest = rest.drop { $0 != ";" }.dropFirst()
      }
      parameters.append((name, text))
    }
    return parameters
  }
}
