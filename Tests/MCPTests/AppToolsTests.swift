import AppTesting
import ExpectSupport
import MCP
import ScreensSupport
import StreamsTesting
import Testing

/// The app as a whole for an assistant.
@MainActor @Suite struct AppToolsTests {
  private let app = AppCore(.test(scheduler: TestScheduler()), .club)
  private let conversation: Conversation

  init() {
    let app = app
    conversation = Conversation { _ in app }
    conversation.initialize()
  }

  private func call(_ tool: String, _ arguments: String) throws -> String {
    try #require(conversation.result(tool, arguments)).text
  }

  @Test func `reads the app, and sends it events`() throws {
    #expect(try call("read_screen", #"{"instance":"app"}"#).contains(#""unread":0"#))
    #expect(try call("app_unreadChanged", #"{"instance":"app","count":3}"#).contains(#""unread":3"#))
    let refused = try call("app_signOutButtonWasTapped", #"{"instance":"app"}"#)
    #expect(refused.contains("No member is signed in.") && refused.contains("nothing has changed"))
  }

  @Test func `the app stays open`() throws {
    #expect(try call("close_screen", #"{"instance":"app"}"#).contains("This is the app itself, which stays open."))
    expectEqual(app.instances.map(\.id), ["app"])
  }

  @Test func `an answer names what the app has presented because of the event`() throws {
    _ = try call("open_screen", #"{"link":"/rooms/7"}"#)
    let entered = try #require(conversation.result("room_enterButtonWasTapped", #"{"instance":"room-1"}"#))
    let opened = entered["structuredContent"]?["opened"]?.elements.compactMap { $0["instance"]?.string }
    expectEqual(opened, ["login-2"])
  }

  @Test func `opens a link`() throws {
    #expect(try call("open_screen", #"{"link":"/rooms/7?topic=tea"}"#).contains(#""topic":"tea""#))
    #expect(
      try call("open_screen", #"{"link":"/nothing"}"#).contains(
        "There is no such link: expected one of the links /rooms/{id}, /."))
    #expect(try call("open_screen", #"{"link":"/rooms/x"}"#).contains("expected an integer"))
    #expect(try call("open_screen", #"{"link":"/","screen":"room"}"#).contains("either a link"))
    #expect(try call("open_screen", "{}").contains(#"\"screen\" is missing"#))
  }

  @Test func `the instructions say how the screens stand`() {
    let text = conversation.text
    for sentence in [
      #"The instance \"app\" is the app as a whole, always open: The club. Read it with read_screen."#,
      "People begin with the screen login.",
      "People see these tabs, each with the screens that were opened in it: Door (screen login), Desk (screen help).",
      "The screen room shows a row of login.",
      "Links lead to screens, and open_screen takes one: /rooms/{id} (screen room), / (screen login).",
    ] { #expect(text.contains(sentence), "\(sentence)") }
  }
}
