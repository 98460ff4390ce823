public import Screens

extension AppDefinition {
  /// A journal of expenses.
  public static let expenses = AppDefinition(
    screens: [AnyScreen(.journal), AnyScreen(.expense), AnyScreen(.edit), AnyScreen(.summary), AnyScreen(.signIn)],
    mock: { World($0).backend },
    server: { HTTPBackend($0, routes: HTTPRoute.expenses($0.credentials)) })
}
