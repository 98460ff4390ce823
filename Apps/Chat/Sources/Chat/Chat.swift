import HTTP
import Outbox
public import Screens

/// Where links to the chat begin.
let chatOrigin = "https://chat.example"

extension AppLinks {
  static let chat = AppLinks(
    origins: [chatOrigin],
    [
      Route("/rooms", .rooms), Route("/rooms/{room}", .room), Route("/rooms/{room}/activity", .activity),
      Route("/search", .search), Route("/settings", .settings),
    ])
}

extension Screen<SignInViewModel> {
  static var signIn: Self {
    .signIn(
      Words.text("Sign in to the chat"),
      hint: Words.text("To try it: any name, and the password 1234. Ada is an administrator."))
  }
}

extension AppDefinition {
  /// The chat of a team.
  public static let chat = AppDefinition(
    screens: [
      AnyScreen(.rooms), AnyScreen(.room), AnyScreen(.search), AnyScreen(.settings), AnyScreen(.activity),
      AnyScreen(.meeting), AnyScreen(.roomName), AnyScreen(.signIn),
    ],
    app: AnyScreen(.chat),
    layout: AppLayout(
      start: .rooms,
      tabs: [
        AppTab("rooms", "Rooms", .rooms, badge: "unread"), AppTab("search", "Search", .search),
        AppTab("settings", "Settings", .settings),
      ],
      details: [ListDetail(list: .rooms, detail: .room)]),
    links: .chat,
    mock: { World($0).backend },
    server: { Backend.http($0, routes: HTTPRoute.chat($0.credentials)) },
    catalogs: [ChatWords.catalog]
  ).outbox(.post)
}
