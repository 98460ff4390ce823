import HTTP
import Outbox
public import Screens

extension AppDefinition {
  /// A shop for what a kitchen needs, brought by a courier.
  public static let shop = AppDefinition(
    screens: [
      AnyScreen(.catalog),
      AnyScreen(.product),
      AnyScreen(.till),
      AnyScreen(.orders),
      AnyScreen(.order),
      AnyScreen(.conversation),
      AnyScreen(.account),
      AnyScreen(.signIn),
    ],
    app: AnyScreen(.shop),
    title: AppTitle("Kitchen & Table", sign: "🫖", greeting: "Everything for tea and toast."),
    layout: AppLayout(
      start: .catalog,
      tabs: [
        AppTab("shop", "Shop", .catalog),
        AppTab("basket", "Basket", .till, badge: "count"),
        AppTab("orders", "Orders", .orders),
        AppTab("account", "Account", .account),
      ],
      details: [
        ListDetail(list: .catalog, detail: .product),
        ListDetail(list: .orders, detail: .order),
      ]),
    links: AppLinks([
      Route("/products", .catalog),
      Route("/products/{id}", .product),
      Route("/basket", .till),
      Route("/orders", .orders),
      Route("/orders/{id}", .order),
      Route("/orders/{order}/conversation", .conversation),
      Route("/account", .account),
    ]),
    mock: { World($0).backend },
    server: { Backend.http($0, routes: HTTPRoute.shop($0.credentials)) },
    catalogs: [ShopWords.catalog],
    prepare: { environment in
      environment.pictures = PictureSource(origins: [environment.backend.address], own: ProductPictures.picture)
    }
  )
  .outbox(.post)
}

extension World {
  /// The service in memory.
  var backend: Backend {
    let all =
      Products.handlers + handlers
      + Conversations(self).handlers
    return Backend.handlers(all, session: credentials)
  }
}

extension HTTPRoute {
  static func shop(_ credentials: ServerCredentials?) -> [HTTPRoute] {
    products + [.signIn("/sessions", credentials)] + orders
      + conversations
  }
}
