/// Which of the mock's answers fail, as the option `--fail` names them: `balance,purchase`.
public struct MockFailures: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The account's balance.
  public static let balance = MockFailures(rawValue: 1 << 0)
  /// Looking at a product.
  public static let product = MockFailures(rawValue: 1 << 1)
  /// Buying a product.
  public static let purchase = MockFailures(rawValue: 1 << 2)
  /// Asking whether a user name is free.
  public static let username = MockFailures(rawValue: 1 << 3)
  /// Creating an account.
  public static let account = MockFailures(rawValue: 1 << 4)
  /// Everything.
  public static let all: MockFailures = [.balance, .product, .purchase, .username, .account]

  /// The names that the option knows, in the order of its help text.
  public static let names = named.map(\.name)

  private static let named: [(name: String, failure: MockFailures)] = [
    ("balance", .balance), ("product", .product), ("purchase", .purchase), ("username", .username),
    ("account", .account), ("all", .all),
  ]

  /// The failures of a list of names with commas between them.
  ///
  /// - Throws: `UnknownFailure` at the first name that is none.
  public init(parsing list: String) throws(UnknownFailure) {
    self = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Self.named.first(where: { $0.name == name }) else { throw UnknownFailure(name: String(name)) }
      formUnion(known.failure)
    }
  }
}

/// A name that `--fail` does not know.
public struct UnknownFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name as it was written.
  public let name: String

  public var description: String {
    "Nothing called \"\(name)\" can fail. Known: \(MockFailures.names.joined(separator: ", "))."
  }
}
