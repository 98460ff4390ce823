import ExpectSupport
import Testing

@testable import WordsTool

@Suite struct PageTextsTests {
  @Test func `finds what a person reads in a page`() {
    let page = """
      <!-- A comment with a <tag> and words. -->
      <h2 title="Close it">No screen
        is open</h2> <p class="a" data-empty="Nothing yet">12</p>
      <input placeholder="Filter" aria-label="Filter the rows"><b>50% off</b>
      """
    let texts = SourceText.all(in: page, file: "a.html")
    expectEqual(
      texts.map(\.key), ["Close it", "No screen is open", "Nothing yet", "Filter the rows", "Filter", "50%% off"])
    expectEqual(texts.map(\.line), [2, 2, 3, 4, 4, 4])
  }

  @Test func `writes a module in JavaScript`() throws {
    let catalog = try CatalogFile(
      #"{"strings":{"Buy {0}":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"{0} \"kaufen\""}}}}}}"#
    )
    expectEqual(
      catalog.javaScriptFile(name: "texts"),
      """
      // Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.

      export const texts = {
        "de": {
          "Buy {0}": "{0} \\"kaufen\\""
        }
      };

      """)
  }
}
