public import Screens

extension AppDefinition {
  /// A shop for what a kitchen needs, brought by a courier.
  public static let shop = AppDefinition(
    screens: [AnyScreen(.catalog), AnyScreen(.product), AnyScreen(.till), AnyScreen(.signIn)],
    app: AnyScreen(.shop),
    title: AppTitle("Kitchen & Table", sign: "🫖", greeting: "Everything for tea and toast."),
    layout: AppLayout(
      start: .catalog,
      tabs: [AppTab("shop", "Shop", .catalog), AppTab("basket", "Basket", .till, badge: "count")],
      details: [ListDetail(list: .catalog, detail: .product)]),
    links: AppLinks([
      Route("/products", .catalog), Route("/products/{id}", .product), Route("/basket", .till),
    ]),
    mock: { World($0).backend },
    server: { HTTPBackend($0, routes: HTTPRoute.shop($0.credentials)) },
    prepare: { environment in
      environment.pictures = PictureSource(origins: [environment.backend.address], own: Drawing.picture)
    })
}
