/// The body of a form (`multipart/form-data`, RFC 7578), as a server reads it.
struct FormBody {
  struct Part {
    var name = ""
    /// The name of a file; `nil` for a text.
    var fileName: String?
    var mediaType: String?
    var bytes: [UInt8] = []
  }

  private(set) var parts: [Part] = []

  /// Reads a body; `nil` if it is none.
  ///
  /// - Parameter contentType: the value of the header, with the boundary.
  init?(_ body: [UInt8], contentType: String) {
    guard contentType.lowercased().hasPrefix("multipart/form-data"),
      let boundary = HeaderParameters(contentType).values["boundary"], !boundary.isEmpty
    else { return nil }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter has no line break before it.
    var rest = (Array("\r\n".utf8) + body)[...]
    guard let start = rest.firstRange(of: delimiter) else { return nil }
    rest = rest[start.upperBound...]
    while !rest.starts(with: Array("--".utf8)) {
      guard rest.starts(with: Array("\r\n".utf8)), let end = rest.firstRange(of: delimiter),
        let part = Part(rest[(rest.startIndex + 2)..<end.lowerBound])
      else { return nil }
      parts.append(part)
      rest = rest[end.upperBound...]
    }
  }
}

extension FormBody.Part {
  /// A part with its head; `nil` if it has no name.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    guard let head = text.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    bytes = Array(text[head.upperBound...])
    for line in String(decoding: text[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n") {
      let value = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
      switch line.prefix(while: { $0 != ":" }).lowercased() {
      case "content-disposition":
        let parameters = HeaderParameters(String(value)).values
        guard let name = parameters["name"] else { return nil }
        self.name = unescaped(name)
        fileName = parameters["filename"].map(unescaped)
      case "content-type": mediaType = String(value)
      default: break
      }
    }
    if name.isEmpty { return nil }
  }
}

/// A name as forms write it (WHATWG's HTML, "multipart/form-data encoding algorithm").
private func unescaped(_ name: String) -> String {
  name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
}

/// The parameters of a header's value, behind its first word.
struct HeaderParameters {
  /// The values by their names in small letters. The first one of a name counts.
  private(set) var values: [String: String] = [:]

  init(_ value: String) {
    var rest = value.drop { $0 != ";" }.dropFirst()
    while let equals = rest.firstIndex(of: "=") {
      let name = Self.trimmed(rest[..<equals]).lowercased()
      rest = rest[rest.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
      var text = ""
      if rest.first == "\"" {
        rest.removeFirst()
        // A quoted value may have any character.
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let next = rest.popFirst() { text.append(next) } else { text.append(character) }
        }
      } else {
        text = String(Self.trimmed(rest.prefix { $0 != ";" }))
      }
      rest = rest.drop { $0 != ";" }.dropFirst()
      if values[name] == nil { values[name] = text }
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
