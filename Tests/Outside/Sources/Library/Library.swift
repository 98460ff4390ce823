import HTTP
import Outbox
public import Screens

extension AppEnvironment {
  /// What stands above the books.
  public var shelfName: String {
    get { self[ShelfNameKey.self] }
    set { self[ShelfNameKey.self] = newValue }
  }
}

private enum ShelfNameKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> String { "Books" }
}

extension AppDefinition {
  public static let library = AppDefinition(
    screens: [
      AnyScreen(.shelf), AnyScreen(.card), AnyScreen(.catalogue), AnyScreen(.book), AnyScreen(.edit), AnyScreen(.desk),
      AnyScreen(.visit), AnyScreen(.entrance), AnyScreen(.notes), AnyScreen(.scans), AnyScreen(.pile),
      AnyScreen(.finder), AnyScreen(.wishes),
    ],
    app: AnyScreen(.library),
    layout: AppLayout(
      tabs: [AppTab("books", "Books", .catalogue), AppTab("visits", "Visits", .visit, badge: "visits")],
      details: [ListDetail(list: .catalogue, detail: .book)]),
    links: AppLinks(
      origins: ["https://library.example"],
      [Route("/books/{id}", .book), Route("/books", .catalogue), Route("/visits/new", .visit)]),
    questions: [QuestionDescription(.stars)],
    mock: { .library(now: $0.now) },
    server: { Backend.http($0, routes: .library) },
    prepare: { $0.shelfName = "Upper shelf" }
  ).outbox(.wish)
}
