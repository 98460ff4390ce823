/// All services of one backend: what an app is built on.
public struct Backend: Sendable {
  /// The bank.
  public var balance: any BalanceService
  /// The shop.
  public var products: any ProductService
  /// The school's register.
  public var accounts: any AccountService

  /// A backend put together from services; a test may replace a single one.
  public init(balance: any BalanceService, products: any ProductService, accounts: any AccountService) {
    self.balance = balance
    self.products = products
    self.accounts = accounts
  }

  /// A backend whose services are all the same object.
  public init(_ services: some BalanceService & ProductService & AccountService) {
    self.init(balance: services, products: services, accounts: services)
  }
}
