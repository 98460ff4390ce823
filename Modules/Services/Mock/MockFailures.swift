import Locking

/// Which calls of the mock fail, as the option `--fail` lists them: `balance:2,purchase:1:lost`.
///
/// ```swift
/// let failures = try MockFailures(parsing: "balance:2,purchase")
/// let backend = Backend.mock(failures: failures)
/// ```
public struct MockFailures: Hashable, Sendable {
  /// How a call fails.
  enum Failure: Hashable {
    /// The request is not carried out; the answer is "Something went wrong!"
    case refused
    /// The request is carried out, and the connection breaks before the answer.
    case lost
  }

  private struct Rule: Hashable {
    var operation: ServiceOperation
    /// The number of the call, from 1; `nil` for every call.
    var call: Int?
    var failure: Failure
  }

  private var rules: Set<Rule> = []

  /// Every call fails.
  public static let all = MockFailures(ServiceOperation.all)

  /// Every call of the operations fails.
  public init(_ operations: some Sequence<ServiceOperation>) {
    rules = Set(operations.map { Rule(operation: $0, failure: .refused) })
  }

  /// Whether nothing fails.
  public var isEmpty: Bool { rules.isEmpty }

  /// How the call of a number fails, counted from 1; `nil` if it succeeds.
  fileprivate func failure(of operation: ServiceOperation, call: Int) -> Failure? {
    let failures = rules.filter { $0.operation == operation && $0.call ?? call == call }.map(\.failure)
    return failures.contains(.refused) ? .refused : failures.first
  }
}

extension MockFailures: ExpressibleByArrayLiteral {
  /// Every call of the operations fails.
  public init(arrayLiteral operations: ServiceOperation...) {
    self.init(operations)
  }
}

// MARK: - As text

extension MockFailures {
  /// The names that the option accepts, in the order of its help text.
  public static let names = ServiceOperation.all.map(\.name) + ["all"]

  /// The failures of a list with commas between its items.
  ///
  /// An item is a name, as in `purchase`: every call fails. A number after it, as in `purchase:2`, is the one call that
  /// fails, counted from 1. `lost` at the end, as in `purchase:1:lost` or `purchase:lost`, carries the request out and
  /// loses the answer.
  ///
  /// - Throws: `UnknownFailure` at the first item of another form.
  public init(parsing list: String) throws(UnknownFailure) {
    self.init()
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rules = Self.rules(item) else { throw UnknownFailure(name: String(item)) }
      self.rules.formUnion(rules)
    }
  }

  private static func rules(_ item: Substring) -> [Rule]? {
    var parts = item.split(separator: ":", omittingEmptySubsequences: false)[...]
    let name = parts.removeFirst()
    let operations = ServiceOperation.all.filter { name == "all" || name == $0.name }
    let failure: Failure = parts.last == "lost" ? .lost : .refused
    if failure == .lost { parts.removeLast() }
    var call: Int?
    if let number = parts.popFirst() {
      // `Int` accepts a sign, and an option does not.
      guard number.first?.isNumber == true, let parsed = Int(number), parsed > 0 else { return nil }
      call = parsed
    }
    guard parts.isEmpty, !operations.isEmpty else { return nil }
    return operations.map { Rule(operation: $0, call: call, failure: failure) }
  }
}

extension MockFailures: CustomStringConvertible {
  /// The list that `init(parsing:)` reads; empty if nothing fails.
  public var description: String {
    guard self != .all else { return "all" }
    return ServiceOperation.all.flatMap { operation in
      rules.filter { $0.operation == operation }
        .sorted { ($0.call ?? 0, $0.failure == .lost ? 1 : 0) < ($1.call ?? 0, $1.failure == .lost ? 1 : 0) }
        .map { operation.name + ($0.call.map { ":\($0)" } ?? "") + ($0.failure == .lost ? ":lost" : "") }
    }
    .joined(separator: ",")
  }
}

/// An item of a list that `MockFailures(parsing:)` cannot read.
public struct UnknownFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The item as it was written.
  public let name: String

  public var description: String {
    "Nothing called \"\(name)\" can fail. Known: \(MockFailures.names.joined(separator: ", "))."
  }
}

// MARK: - Counting

/// Counts the calls of each operation, and decides which of them fail.
final class FailureCounter: Sendable {
  private let failures: MockFailures
  private let calls = LockedValue<[ServiceOperation: Int]>([:])

  init(_ failures: MockFailures) {
    self.failures = failures
  }

  /// Counts a call.
  ///
  /// - Returns: how it fails; `nil` if it succeeds.
  func next(_ operation: ServiceOperation) -> MockFailures.Failure? {
    let call = calls.withLock { calls in
      calls[operation, default: 0] += 1
      return calls[operation, default: 0]
    }
    return failures.failure(of: operation, call: call)
  }
}
