// Prints what Words knows of languages, for Tests/Languages/compare: reads the numbers from a file, and the tags from standard input.
import Foundation

@main struct Compare {
  static func main() throws {
    let numbers = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(
      separator: "\n"
    )
    .compactMap { PluralOperands(String($0)) }
    let letters: [PluralCategory: Character] = [
      .zero: "0", .one: "1", .two: "2", .few: "f", .many: "m", .other: "o",
    ]
    while let tag = readLine() {
      guard let language = Language(tag) else { fatalError("\(tag) is not a language") }
      let forms = [PluralRules.Kind.cardinal, .ordinal].map { kind in
        String(numbers.map { letters[PluralRules.category(of: $0, in: language, as: kind)] ?? "?" })
      }
      let subtags = LanguageSubtags(language)
      let likely = [subtags.language, subtags.script, subtags.region ?? subtags.likelyRegion]
        .compactMap { $0 }
      print(
        tag, forms[0], forms[1], likely.joined(separator: "-"), language.isRightToLeft,
        separator: "\t")
    }
  }
}
