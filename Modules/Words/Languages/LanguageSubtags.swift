import Synchronization

/// The parts of a language's tag, with the names of today (`he` for `iw`), and with the script in which the language is written
/// in its region: `zh-TW` is `zh-Hant-TW`.
struct LanguageSubtags: Hashable, Sendable {
  var language: String
  var script: String?
  var region: String?
  var variants: [String] = []

  /// The parts of a tag, by CLDR's aliases and likely subtags.
  init(_ tag: Language) {
    if let known = Self.known.withLock({ $0[tag] }) {
      self = known
      return
    }
    self.init(parts: tag.description.split(separator: "-"))
    script = script ?? likelyScript
    let subtags = self
    Self.known.withLock {
      // NB: a client may ask for any number of languages.
      if $0.count >= 64 { $0 = [:] }
      $0[tag] = subtags
    }
  }

  /// The languages that were asked for: each value of a text asks for the direction of its language.
  private static let known = Mutex<[Language: LanguageSubtags]>([:])

  private init(parts: [Substring]) {
    var own = LanguageSubtags(reading: parts[...])
    for count in (1...3).reversed() where count <= parts.count {
      guard
        let name = CLDR.languageAliases.value(of: parts[..<count].joined(separator: "-").lowercased())
      else { continue }
      let alias = LanguageSubtags(reading: name.split(separator: "-")[...])
      let rest = LanguageSubtags(reading: parts[..<1] + parts[count...])
      own = LanguageSubtags(
        language: alias.language, script: rest.script ?? alias.script,
        region: rest.region ?? alias.region,
        variants: rest.variants)
      break
    }
    own.region = own.region.map { CLDR.regionAliases.value(of: $0) ?? $0 }
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
    region.flatMap { CLDR.likelyScripts.value(of: "\(language)+\($0)") } ?? usual?.script
  }

  /// The script and the region in which most people write the language.
  private var usual: (script: String, region: String)? {
    let parts = CLDR.likelyScripts.value(of: language)?.split(separator: "-")
    return parts.map { (String($0[0]), String($0[$0.count - 1])) }
  }

  /// The region in which most people write the language in its script.
  var likelyRegion: String? {
    isInUsualScript ? usual?.region : CLDR.likelyRegions.value(of: "\(language)-\(script ?? "")")
  }

  /// Whether the script is that of the language, whatever the region.
  var isInUsualScript: Bool { script == nil || script == usual?.script }

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
    } else if let parent = CLDR.parents.value(of: tag).flatMap({ Language($0) }) {
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

extension StaticString {
  /// The value of a key in a table such as `in=id iw=he`; `nil` if it is not there.
  ///
  /// NB: the table is searched, and not read into a dictionary: a program that starts has one or two languages to look for.
  fileprivate func value(of key: String) -> String? {
    var key = key + "="
    return key.withUTF8 { key in
      withUTF8Buffer { table in
        var start = 0
        while start < table.count {
          var matching = 0
          var end = start
          while end < table.count, table[end] > UInt8(ascii: " ") {
            if end - start == matching, matching < key.count, table[end] == key[matching] { matching += 1 }
            end += 1
          }
          if matching == key.count {
            return String(decoding: table[(start + key.count)..<end], as: UTF8.self)
          }
          start = end + 1
        }
        return nil
      }
    }
  }
}
