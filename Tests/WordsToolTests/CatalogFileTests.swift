import ExpectSupport
import JSON
import Testing
import Words

@testable import WordsTool

@Suite struct CatalogFileTests {
  private func text(_ key: String, english: String? = nil, comment: String? = nil) -> SourceText {
    SourceText(key: key, english: english, comment: comment, file: "A.swift", line: 1)
  }

  @Test func `adds texts, in the layout of Xcode`() throws {
    let file = try CatalogFile.empty().updated(with: [text("Buy", comment: "A button"), text("open", english: "Open")])
    expectEqual(
      file,
      """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "Buy" : {
            "comment" : "A button"
          },
          "open" : {
            "localizations" : {
              "en" : {
                "stringUnit" : {
                  "state" : "new",
                  "value" : "Open"
                }
              }
            }
          }
        },
        "version" : "1.0"
      }

      """)
  }

  @Test func `is the same after a second update, and keeps what translators wrote`() throws {
    let json =
      #"{"sourceLanguage":"en","strings":{"Buy":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Kaufen \"\\n"}}}},"x\"y":{}},"version":"1.0"}"#
    let texts = [text("Buy"), text("x\"y")]
    let once = try CatalogFile(json).updated(with: texts)
    try expectEqual(CatalogFile(once).updated(with: texts), once)
    #expect(once.contains(#""value" : "Kaufen \"\\n""#))
  }

  @Test func `marks what the code does not have as stale, until it has it again`() throws {
    let json = #"{"sourceLanguage":"en","strings":{"Buy":{},"mine":{"extractionState":"manual"}},"version":"1.0"}"#
    let without = try CatalogFile(json).updated(with: [])
    #expect(without.contains("\"stale\"") && without.contains("\"manual\""))
    let with = try CatalogFile(without).updated(with: [text("Buy")])
    #expect(!with.contains("\"stale\""))
  }

  @Test func `leaves out what is empty, and keeps the English forms of what is not to be translated`() throws {
    let json = #"""
      {"strings": {
        "Buy": {"localizations": {"de": {"stringUnit": {"state": "new", "value": ""}}}},
        "%lld Commits": {"shouldTranslate": false, "localizations": {
          "de": {"stringUnit": {"value": "x"}}, "en": {"variations": {"plural": {"other": {"stringUnit": {"value": "y"}}}}}}}}}
      """#
    let file = try CatalogFile(json).swiftFile(name: "AppWords")
    #expect(file.contains(#""en": #"""#) && !file.contains(#""de": #"""#))
  }

  @Test func `writes a Swift file with a literal for each language`() throws {
    let json = #"""
      {"strings": {
        "Buy": {"localizations": {"de": {"stringUnit": {"value": "Kaufen"}}, "en": {"stringUnit": {"value": "Buy"}}}},
        "Tributary": {"shouldTranslate": false, "localizations": {"de": {"stringUnit": {"value": "x"}}}},
        "%lld files": {"localizations": {"de": {"variations": {"plural": {"other": {"stringUnit": {"value": "%lld \"Dateien\"\n"}}}}}}}}}
      """#
    try expectEqual(
      CatalogFile(json).swiftFile(name: "AppWords"),
      ##"""
      // Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
      // swift-format-ignore-file
      import Words

      enum AppWords {
        /// The texts in each language.
        static let catalog = StringCatalog(embedded: [
          "de": #"""
      {"%lld files":{"variations":{"plural":{"other":{"stringUnit":{"value":"%lld \"Dateien\"\n"}}}}},
      "Buy":"Kaufen"}
      """#,
        ])
      }

      """##)
  }
}
