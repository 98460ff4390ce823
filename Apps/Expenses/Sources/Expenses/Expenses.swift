public import Screens

extension AppDefinition {
  /// A journal of expenses.
  public static let expenses = AppDefinition(
    screens: [AnyScreen(.journal), AnyScreen(.expense), AnyScreen(.edit), AnyScreen(.summary), AnyScreen(.signIn)],
    mock: { ServiceHandlers(World($0).handlers) },
    server: { HTTPBackend($0, routes: HTTPRoute.expenses($0.credentials)) },
    prepare: { environment in
      guard environment.account.isEmpty else { return }
      environment.account = (try? environment.storage.value(for: .account)) ?? ""
    })
}
