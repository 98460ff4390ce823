import HTTP
public import Screens

extension Screen<SignInViewModel> {
  static var signIn: Self {
    .signIn(hint: Words.text("To try it: any name, and the password 1234.")) { $0.ledger.deletions.resume() }
  }
}

extension AppDefinition {
  /// A journal of expenses.
  public static let expenses = AppDefinition(
    screens: [AnyScreen(.journal), AnyScreen(.expense), AnyScreen(.entry), AnyScreen(.summary), AnyScreen(.signIn)],
    title: AppTitle("Expenses", sign: "€", greeting: "A journal of what was spent."),
    layout: AppLayout(start: .journal, details: [ListDetail(list: .journal, detail: .expense)]),
    links: AppLinks([Route("/journal", .journal), Route("/expenses/{id}", .expense), Route("/summary", .summary)]),
    mock: { World($0).backend },
    server: { Backend.http($0, routes: HTTPRoute.expenses($0.credentials)) },
    catalogs: [ExpensesWords.catalog])
}
