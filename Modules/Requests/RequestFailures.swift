/// Which requests fail, as the option `--fail` lists them: `balance:2,purchase:1:lost`.
///
/// ```swift
/// let failures = try RequestFailures(parsing: "weather:2,forecast")
/// let backend = base.intercepted(by: FaultInjector(failures: failures))
/// ```
///
/// An item is the name of an operation, as in `purchase`: every request fails. A number after it, as in `purchase:2`, is the
/// one request that fails, counted from 1. `lost` at the end, as in `purchase:1:lost` or `purchase:lost`, carries the
/// request out and loses the answer. `all` in place of a name means every operation.
public struct RequestFailures: Hashable, Sendable {
  /// How a request fails.
  public enum Failure: String, Hashable, Sendable {
    /// The request is not carried out; the answer is "Something went wrong!"
    case refused
    /// The request is carried out, and the connection breaks before the answer.
    case lost
  }

  private struct Rule: Hashable {
    var name: String
    /// The number of the request, from 1; `nil` for every request.
    var number: Int?
    var failure: Failure

    var text: String { name + (number.map { ":\($0)" } ?? "") + (failure == .lost ? ":lost" : "") }
  }

  private var rules: Set<Rule> = []

  /// Every request fails.
  public static let all: RequestFailures = ["all"]

  /// Reads a list with commas between its items.
  ///
  /// - Parameters:
  ///   - list: the list; empty if nothing fails.
  ///   - names: the names that an item may have beside `all`; by default any.
  /// - Throws: `UnknownFailure` at the first item of another form.
  public init(parsing list: String, names: [String]? = nil) throws(UnknownFailure) {
    guard !list.isEmpty else { return }
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rule = Self.rule(item), rule.name == "all" || names?.contains(rule.name) != false else {
        throw UnknownFailure(item: String(item), names: names)
      }
      rules.insert(rule)
    }
  }

  private static func rule(_ item: Substring) -> Rule? {
    var parts = item.split(separator: ":", omittingEmptySubsequences: false)[...]
    let name = String(parts.removeFirst())
    guard isName(name) else { return nil }
    let failure: Failure = parts.last == "lost" ? .lost : .refused
    if failure == .lost { parts.removeLast() }
    var number: Int?
    if let text = parts.popFirst() {
      // `Int` accepts a sign, and an option does not.
      guard text.first?.isNumber == true, let parsed = Int(text), parsed > 0 else { return nil }
      number = parsed
    }
    return parts.isEmpty ? Rule(name: name, number: number, failure: failure) : nil
  }

  /// Whether a text can be the name of an operation.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Whether nothing fails.
  public var isEmpty: Bool { rules.isEmpty }

  /// How a request fails; `nil` if it succeeds.
  ///
  /// - Parameters:
  ///   - name: the name of its operation.
  ///   - number: its number among the requests of the operation, from 1.
  public func failure(of name: String, number: Int) -> Failure? {
    let failures = rules.filter { ($0.name == name || $0.name == "all") && $0.number ?? number == number }
    return failures.contains { $0.failure == .refused } ? .refused : failures.first?.failure
  }
}

extension RequestFailures: ExpressibleByArrayLiteral {
  /// The failures of some items, such as `["balance:2", "purchase"]`. An item of another form stops the program.
  public init(arrayLiteral items: String...) {
    do {
      try self.init(parsing: items.joined(separator: ","))
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension RequestFailures: CustomStringConvertible {
  /// The list that `init(parsing:)` reads; empty if nothing fails.
  public var description: String { rules.map(\.text).sorted().joined(separator: ",") }
}

/// An item of a list that `RequestFailures(parsing:names:)` cannot read.
public struct UnknownFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The item as it was written.
  public let item: String
  /// The names that it could have, beside `all`; `nil` for any.
  public let names: [String]?

  public var description: String {
    let known = names.map { " Known: \(($0 + ["all"]).joined(separator: ", "))." } ?? ""
    return "Nothing called \"\(item)\" can fail.\(known)"
  }
}
