public import Foundation

/// The balance of the user's account at a date.
public struct Balance: Hashable, Sendable {
  /// The amount.
  public var value: Money
  /// When the amount was acquired.
  public var date: Date

  /// Creates a balance.
  public init(value: Money, date: Date) {
    self.value = value
    self.date = date
  }
}

/// The name of `Balance` in seed 000.
public typealias BalanceResponse = Balance
