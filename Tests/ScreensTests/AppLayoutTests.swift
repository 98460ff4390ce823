import ExpectSupport
import Screens
import ScreensSupport
import Testing

@Suite struct AppLayoutTests {
  @Test func `is data for every front`() {
    let layout = AppDefinition.club.layout
    #expect(!layout.isEmpty)
    #expect(AppLayout().isEmpty)
    expectEqual(
      layout.json,
      [
        "start": "login",
        "tabs": [
          ["tab": "door", "label": "Door", "screen": "login", "badge": "unread"],
          ["tab": "desk", "label": "Desk", "screen": "help"],
        ],
        "details": [["list": "login", "detail": "room"]],
      ])
    expectEqual(AppLayout().json, ["start": .null, "tabs": [], "details": []])
  }

  @Test func `finds the mistakes of a description`() {
    func mistakes(_ layout: AppLayout) -> [String] {
      AppDefinition(screens: [AnyScreen(.login)], app: AnyScreen(.app), layout: layout).check().map(\.description)
    }
    expectEqual(mistakes(AppLayout(start: .login, tabs: [AppTab("door", "Door", .login, badge: "unread")])), [])
    expectEqual(
      mistakes(AppLayout(start: .login, tabs: [AppTab("a b", "Door", .help), AppTab("a b", "Desk", .help)])),
      [
        "layout: the screen \"help\" is not among those of the app.",
        "layout: the screen \"help\" is not among those of the app.",
        "layout: the name \"a b\" of a tab is not a plain identifier.",
        "layout: the name \"a b\" of a tab is not a plain identifier.", "layout: two tabs have the name \"a b\".",
        "layout: the start \"login\" is not the screen of a tab.",
      ])
    for badge in ["member", "nothing"] {
      expectEqual(
        mistakes(AppLayout(tabs: [AppTab("door", "Door", .login, badge: badge)])),
        [
          "layout: the badge \"\(badge)\" of the tab \"door\" is not a field of the app's own state that all may see."
        ])
    }
  }
}
