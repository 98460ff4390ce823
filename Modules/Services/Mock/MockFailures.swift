import Locking

/// Which calls of the mock fail, as the option `--fail` lists them: `balance:2,purchase:1:lost`.
///
///     let failures = try MockFailures(parsing: "balance:2,purchase")
///     MockServices(world: MockWorld(), failures: failures)
public struct MockFailures: Hashable, Sendable {
  /// What can fail.
  public enum Operation: String, CaseIterable, Sendable {
    /// The account's balance.
    case balance
    /// Looking at a product.
    case product
    /// Buying a product.
    case purchase
    /// Checking whether a user name is available.
    case username
    /// Creating an account.
    case account
  }

  /// What becomes of a call.
  enum Effect: Hashable {
    /// Nothing is carried out, and the answer is "Something went wrong!"
    case refused
    /// The request is carried out, and the connection breaks before the answer.
    case lost
  }

  private struct Rule: Hashable {
    var operation: Operation
    /// The number of the call, from 1; `nil` for every call.
    var call: Int?
    var effect: Effect
  }

  private var rules: Set<Rule> = []

  private init(_ rules: Set<Rule>) {
    self.rules = rules
  }

  /// No failures.
  public init() {}

  /// Every balance fails.
  public static let balance = MockFailures([Rule(operation: .balance, effect: .refused)])
  /// Every look at a product fails.
  public static let product = MockFailures([Rule(operation: .product, effect: .refused)])
  /// Every purchase fails.
  public static let purchase = MockFailures([Rule(operation: .purchase, effect: .refused)])
  /// Every check of a user name fails.
  public static let username = MockFailures([Rule(operation: .username, effect: .refused)])
  /// Every creation of an account fails.
  public static let account = MockFailures([Rule(operation: .account, effect: .refused)])
  /// Every call fails.
  public static let all: MockFailures = [.balance, .product, .purchase, .username, .account]

  /// Whether nothing fails.
  public var isEmpty: Bool { rules.isEmpty }

  /// What becomes of the call of a number, counted from 1; `nil` if it succeeds.
  func effect(on operation: Operation, call: Int) -> Effect? {
    let effects = rules.filter { $0.operation == operation && $0.call ?? call == call }.map(\.effect)
    return effects.contains(.refused) ? .refused : effects.first
  }
}

extension MockFailures: ExpressibleByArrayLiteral {
  /// All failures of several lists.
  public init(arrayLiteral lists: MockFailures...) {
    self.init(lists.reduce(into: []) { $0.formUnion($1.rules) })
  }
}

// MARK: - As text

extension MockFailures {
  /// The names that the option knows, in the order of its help text.
  public static let names = Operation.allCases.map(\.rawValue) + ["all"]

  /// The failures of a list with commas between its items.
  ///
  /// An item is a name, as in `purchase`: every call fails. A number after it, as in `purchase:2`, is the one call that
  /// fails, counted from 1. `lost` at the end, as in `purchase:1:lost` or `purchase:lost`, carries the request out and
  /// loses the answer.
  ///
  /// - Throws: `UnknownFailure` at the first item that is none of these.
  public init(parsing list: String) throws(UnknownFailure) {
    self.init()
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rules = Self.rules(item) else { throw UnknownFailure(name: String(item)) }
      self.rules.formUnion(rules)
    }
  }

  private static func rules(_ item: Substring) -> [Rule]? {
    var parts = item.split(separator: ":", omittingEmptySubsequences: false)[...]
    let name = String(parts.removeFirst())
    let operations = name == "all" ? Operation.allCases : Operation(rawValue: name).map { [$0] } ?? []
    let effect: Effect = parts.last == "lost" ? .lost : .refused
    if effect == .lost { parts.removeLast() }
    var call: Int?
    if let number = parts.popFirst() {
      guard number.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let parsed = Int(number),
        parsed > 0
      else { return nil }
      call = parsed
    }
    guard parts.isEmpty, !operations.isEmpty else { return nil }
    return operations.map { Rule(operation: $0, call: call, effect: effect) }
  }
}

extension MockFailures: CustomStringConvertible {
  /// The list that `init(parsing:)` reads; empty if nothing fails.
  public var description: String {
    let order = Operation.allCases
    guard self != .all else { return "all" }
    return order.flatMap { operation in
      rules.filter { $0.operation == operation }
        .sorted { ($0.call ?? 0, $0.effect == .lost ? 1 : 0) < ($1.call ?? 0, $1.effect == .lost ? 1 : 0) }
        .map { operation.rawValue + ($0.call.map { ":\($0)" } ?? "") + ($0.effect == .lost ? ":lost" : "") }
    }
    .joined(separator: ",")
  }
}

/// An item of a list that `MockFailures(parsing:)` does not know.
public struct UnknownFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The item as it was written.
  public let name: String

  public var description: String {
    "Nothing called \"\(name)\" can fail. Known: \(MockFailures.names.joined(separator: ", "))."
  }
}

/// Counts calls, and knows which of them fail.
final class FailureCounter: Sendable {
  private let failures: MockFailures
  private let calls = LockedValue<[MockFailures.Operation: Int]>([:])

  init(_ failures: MockFailures) {
    self.failures = failures
  }

  /// Counts a call.
  ///
  /// - Returns: what becomes of it; `nil` if it succeeds.
  func nextEffect(on operation: MockFailures.Operation) -> MockFailures.Effect? {
    let call = calls.withLock { calls in
      calls[operation, default: 0] += 1
      return calls[operation, default: 0]
    }
    return failures.effect(on: operation, call: call)
  }
}
