import ExpectSupport
import Screens
import ScreensSupport
import Testing
import Words

@Suite struct AppTitleTests {
  @Test func `is data for every front, in the language of the app`() throws {
    let german = Words(
      language: try #require(Language("de")), catalogs: [StringCatalog(embedded: ["de": #"{"Club":"Verein"}"#])])
    let title = AppTitle("Club", sign: "♣", greeting: "Members meet here.")
    expectEqual(title.json(in: .english), ["name": "Club", "sign": "♣", "greeting": "Members meet here."])
    expectEqual(title.json(in: german), ["name": "Verein", "sign": "♣", "greeting": "Members meet here."])
    expectEqual(AppTitle("Club").json(in: .english), ["name": "Club"])
  }

  @Test func `finds the mistakes of a description`() {
    func mistakes(_ title: AppTitle) -> [String] {
      AppDefinition(screens: [AnyScreen(.login)], title: title).check().map(\.description)
    }
    expectEqual(mistakes(AppTitle("Club", sign: "♣", greeting: "Members meet here.")), [])
    expectEqual(
      mistakes(AppTitle("", sign: "Club")),
      [
        "title: the name of the app is empty.", "title: the sign \"Club\" has not one or two characters.",
      ])
  }
}
