import ExpectSupport
import Foundation
import JSON
import Testing
import Words

/// The catalogues of an invented app, and the table of what they show, which Tests/Languages/Catalogues/make has made with Babel.
@Suite struct CatalogueTableTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Languages/Catalogues")

  private static func read(_ name: String) throws -> JSONText {
    try JSONText(scanning: Data(contentsOf: folder.appending(path: name)))
  }

  /// A text of the code, from its parts: literals, numbers, `{"text": …}` and `{"number": …}`.
  private static func format(_ parts: [JSONText]) throws -> LocalizedText.Format {
    var result = LocalizedText.Format.StringInterpolation(literalCapacity: 0, interpolationCount: parts.count)
    for part in parts {
      if let literal = part.string {
        result.appendLiteral(literal)
      } else if let count: Int = part.integer() {
        result.appendInterpolation(count: count)
      } else if let text = part["text"]?.string {
        result.appendInterpolation(text)
      } else {
        let digits = try #require(part["number"]?.string)
        let number = try #require(Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")))
        result.appendInterpolation(number: number, fractionDigits: digits.split(separator: ".").last?.count ?? 0)
      }
    }
    return LocalizedText.Format(stringInterpolation: result)
  }

  @Test func `twenty catalogues show what the table says`() throws {
    let table = try Self.read("table.json")
    let names = try #require(table["catalogues"]).members.compactMap(\.name.string)
    expectEqual(names.count, 20)
    let catalogs = try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try StringCatalog(Self.read("\($0).xcstrings"))) })
    let rows = Array(try #require(table["rows"]).elements)
    expectEqual(rows.count, 527)
    for row in rows {
      let (name, wish) = (try #require(row["catalogue"]?.string), try #require(row["wish"]?.string))
      let words = Words(language: try #require(Language(wish)), catalogs: [try #require(catalogs[name])])
      let text = words.text(try Self.format(Array(try #require(row["parts"]).elements)))
      expectEqual(text, try #require(row["text"]?.string), "\(name) in \(wish)")
    }
  }

  @Test func `the check names each mistake in them, and nothing else`() throws {
    for member in try #require(try Self.read("table.json")["catalogues"]).members {
      let name = try #require(member.name.string)
      let languages = try #require(member.value["languages"]).elements.compactMap { $0.string.flatMap { Language($0) } }
      let problems = try StringCatalog(Self.read("\(name).xcstrings")).problems(in: languages).map(\.description)
      let expected = try #require(member.value["problems"]).elements.compactMap(\.string)
      expectEqual(problems.sorted(), expected.sorted(), "\(name)")
    }
  }
}
