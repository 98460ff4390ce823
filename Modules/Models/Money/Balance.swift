#if canImport(FoundationEssentials) || canImport(Foundation)
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// The balance of the user's account at the moment it was acquired.
  public struct Balance: Hashable, Sendable, Codable {
    /// How much the account holds.
    public var value: Money
    /// When the value was acquired.
    public var date: Date

    /// A balance acquired at a date.
    public init(value: Money, date: Date) {
      self.value = value
      self.date = date
    }
  }

  /// The name that seed 000 gives to what its balance service answers.
  public typealias BalanceResponse = Balance
#endif
