/// The texts that a person reads in a page: what stands between its tags, and attributes such as `title`.
///
/// It looks for angle brackets and quotes, and does not parse HTML.
enum PageTexts {
  /// The attributes whose values are texts.
  private static let attributes = [
    "aria-label", "title", "placeholder", "data-title", "data-parameter-label", "data-empty",
  ]

  static func all(in page: String, file: String) -> [SourceText] {
    var result: [SourceText] = []
    var line = 1
    var rest = page[...]
    func add(_ text: Substring) {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard words.contains(where: \.isLetter) else { return }
      let key = words.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
      result.append(SourceText(key: key, file: file, line: line))
    }
    while let start = rest.firstIndex(of: "<") {
      add(rest[..<start])
      line += rest[..<start].count(where: \.isNewline)
      rest = rest[start...]
      let isComment = rest.hasPrefix("<!--")
      guard let end = isComment ? rest.firstRange(of: "-->")?.upperBound : rest.firstIndex(of: ">") else { break }
      let tag = rest[..<end]
      if !isComment {
        for attribute in attributes {
          guard let name = tag.firstRange(of: " \(attribute)=\"") else { continue }
          add(tag[name.upperBound...].prefix { $0 != "\"" })
        }
      }
      line += tag.count(where: \.isNewline)
      rest = rest[end...].drop { $0 == ">" }
    }
    return result
  }
}
