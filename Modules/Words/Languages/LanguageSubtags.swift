/// The parts of a language's tag, with the names of today (`he` for `iw`), and with the script in which the language is written
/// in its region: `zh-TW` is `zh-Hant-TW`.
struct LanguageSubtags: Hashable, Sendable {
  var language: String
  var script: String?
  var region: String?
  var variants: [String] = []

  /// The parts of a tag, by CLDR's aliases and likely subtags.
  init(_ tag: Language) {
    self.init(parts: tag.description.split(separator: "-"))
    script = script ?? likelyScript
  }

  private init(parts: [Substring]) {
    var own = LanguageSubtags(reading: parts[...])
    for count in (1...3).reversed() where count <= parts.count {
      guard
        let name = LanguageData.languageAliases[parts[..<count].joined(separator: "-").lowercased()]
      else { continue }
      let alias = LanguageSubtags(reading: name.split(separator: "-")[...])
      let rest = LanguageSubtags(reading: parts[..<1] + parts[count...])
      own = LanguageSubtags(
        language: alias.language, script: rest.script ?? alias.script,
        region: rest.region ?? alias.region,
        variants: rest.variants)
      break
    }
    own.region = own.region.map { LanguageData.regionAliases[$0] ?? $0 }
    self = own
  }

  private init(language: String, script: String?, region: String?, variants: [String]) {
    self.language = language
    self.script = script
    self.region = region
    self.variants = variants
  }

  /// Reads parts as they stand; extensions are left out.
  private init(reading parts: ArraySlice<Substring>) {
    language = parts.first.map(String.init) ?? ""
    for part in parts.dropFirst() {
      if part.count == 1 { break }
      if part.count == 4, part.first?.isUppercase == true {
        script = String(part)
      } else if part.count == 2 || part.count == 3 && part.allSatisfy(\.isNumber) {
        region = part.uppercased()
      } else {
        variants.append(String(part))
      }
    }
  }

  /// The script of the language in its region, whichever it has.
  private var likelyScript: String? {
    region.flatMap { LanguageData.scripts["\(language)+\($0)"] } ?? LanguageData.scripts[language]
  }

  /// The region in which most people write the language in its script.
  var likelyRegion: String? {
    isInUsualScript
      ? LanguageData.regions[language] : LanguageData.regions["\(language)-\(script ?? "")"]
  }

  /// Whether the script is that of the language, whatever the region.
  var isInUsualScript: Bool { script == nil || script == LanguageData.scripts[language] }

  /// The tag, without a script where it is the usual one.
  var tag: String {
    let parts = [language, isInUsualScript ? nil : script, region].compactMap { $0 }
    return (parts + variants).joined(separator: "-")
  }

  /// The language that stands for this one where it is missing; `nil` if there is none. Another script is not read by everyone, so
  /// `zh-Hant` has none.
  var parent: LanguageSubtags? {
    var result = self
    if !variants.isEmpty {
      result.variants = []
    } else if let parent = LanguageData.parents[tag].flatMap({ Language($0) }) {
      result = LanguageSubtags(parent)
    } else if region != nil {
      result.region = nil
    } else {
      return nil
    }
    return result
  }

  /// The language, and those that stand for it, the nearest first.
  var ancestors: [LanguageSubtags] {
    var result = [self]
    while let parent = result.last?.parent { result.append(parent) }
    return result
  }
}

/// What CLDR knows of languages, read when it is needed for the first time.
private enum LanguageData {
  static let languageAliases = pairs(CLDR.languageAliases)
  static let regionAliases = pairs(CLDR.regionAliases)
  /// The parents of tags.
  static let parents = members(CLDR.parents)

  /// The scripts by language (`az`), and by language and region where it is another one (`az+IR`).
  static let scripts = Dictionary(
    members(CLDR.likelyScripts).map { (String($0.key.prefix { $0 != "-" }), $0.value) },
    uniquingKeysWith: { first, _ in first })

  /// The regions by language (`zh`), and by language and script where it is not the usual one (`zh-Hant`).
  static let regions = Dictionary(
    (members(CLDR.likelyScripts).keys.filter { !$0.contains("+") }
      + CLDR.likelyRegions.split(separator: " ").map(String.init))
      .map { tag in
        let parts = tag.split(separator: "-")
        return (parts.dropLast().joined(separator: "-"), String(parts.last ?? ""))
      }, uniquingKeysWith: { first, _ in first })

  /// Reads `iw=he in=id`.
  private static func pairs(_ text: String) -> [String: String] {
    let pairs = text.split(separator: " ").compactMap { pair in
      let sides = pair.split(separator: "=")
      return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Reads lines such as `en-001:en-AU en-GB`, by the members of each.
  private static func members(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: ":")
      guard sides.count == 2 else { continue }
      for member in sides[1].split(separator: " ") { result[String(member)] = String(sides[0]) }
    }
    return result
  }
}
