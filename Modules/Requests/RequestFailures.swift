/// A failure on demand: which request of which operation fails, or which element of which feed, and how.
///
/// ```swift
/// let first = RequestFailure(.forecast, number: 1, .lost)
/// print(first)                                       // forecast:1:lost
/// let same = RequestFailure(parsing: "forecast:1:lost")
/// ```
public struct RequestFailure: Hashable, Sendable {
  /// How a request fails.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The request is not carried out, and the feed not opened; the answer is "Something went wrong!"
    case refused
    /// The request is carried out, or the feed opened, and the connection breaks before the answer or the first element.
    case lost
    /// The connection of a feed breaks before an element, which comes on the next one.
    case cut
    /// An element of a feed comes five seconds late, and those behind it with it.
    case late
    /// An element of a feed comes twice.
    case twice

    /// Whether it is about an element of a feed.
    var isOfElement: Bool { ![.refused, .lost].contains(self) }
  }

  /// The name of the operation or the feed whose requests or elements fail; `nil` for every one.
  public let operation: String?
  /// The number of the request that fails among those of its operation, or of the element in its feed, from 1; `nil` for
  /// every one.
  public let number: Int?
  /// How the request fails.
  public let kind: Kind

  private init(named operation: String?, number: Int?, _ kind: Kind) {
    precondition(number ?? 1 > 0, "The number of a request counts from 1.")
    self.operation = operation
    self.number = number
    self.kind = kind
  }

  /// Fails the requests of an operation, or the one with a number, from 1.
  public init<Input, Answer>(
    _ operation: ServiceOperation<Input, Answer>, number: Int? = nil, _ kind: Kind = .refused
  ) {
    self.init(named: operation.name, number: number, kind)
  }

  /// Fails a feed when it is opened, or its elements, or the one with a number, from 1.
  public init<Input, Element>(_ feed: ServiceFeed<Input, Element>, number: Int? = nil, _ kind: Kind = .refused) {
    self.init(named: feed.name, number: number, kind)
  }

  /// Fails the requests of every operation, or of each the one with a number, from 1.
  public static func all(number: Int? = nil, _ kind: Kind = .refused) -> RequestFailure {
    RequestFailure(named: nil, number: number, kind)
  }

  /// Reads the text of a failure; `nil` if it is of another form.
  ///
  /// The text is the name of an operation, as in `purchase`: every request fails. A number after it, as in `purchase:2`, is
  /// the one request that fails, counted from 1. `lost` at the end, as in `purchase:1:lost` or `purchase:lost`, carries the
  /// request out and loses the answer. `all` in place of a name means every operation.
  ///
  /// A feed is named like an operation, and its openings are counted as requests. `cut`, `late` and `twice` at the end, as in
  /// `messages:3:cut`, are about its elements, which are counted from 1.
  public init?(parsing text: some StringProtocol) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)[...]
    let name = String(parts.removeFirst())
    guard Self.isName(name) else { return nil }
    // A refusal is not written.
    let written = parts.last.flatMap { Kind(rawValue: String($0)) }.flatMap { $0 == .refused ? nil : $0 }
    if written != nil { parts.removeLast() }
    let kind = written ?? .refused
    var number: Int?
    if let text = parts.popFirst() {
      // `Int` accepts a sign, and an option does not.
      guard text.first?.isNumber == true, let parsed = Int(text), parsed > 0 else { return nil }
      number = parsed
    }
    guard parts.isEmpty else { return nil }
    self.init(named: name == Self.everyName ? nil : name, number: number, kind)
  }

  /// The word for every operation, which therefore names none.
  static let everyName = "all"

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
}

extension RequestFailure: CustomStringConvertible {
  /// The text that `init(parsing:)` reads.
  public var description: String {
    (operation ?? Self.everyName) + (number.map { ":\($0)" } ?? "") + (kind == .refused ? "" : ":\(kind.rawValue)")
  }
}

extension RequestFailure: ExpressibleByStringLiteral {
  /// The failure with a text, such as `"balance:2"`. A text of another form stops the program.
  public init(stringLiteral text: String) {
    guard let failure = RequestFailure(parsing: text) else {
      preconditionFailure(UnknownFailure(item: text, names: nil).description)
    }
    self = failure
  }
}

/// Which requests fail, as the option `--fail` lists them: `balance:2,purchase:1:lost`.
///
/// ```swift
/// let backend = base.wrapped(FaultInjector(failures: [RequestFailure(.forecast, number: 2)]).intercept)
/// let same = try RequestFailures(parsing: "forecast:2")
/// ```
public struct RequestFailures: Hashable, Sendable {
  /// Each failure once.
  public let failures: Set<RequestFailure>

  /// Every request fails.
  public static let all: RequestFailures = [.all()]

  /// Reads a list with commas between its items; see ``RequestFailure/init(parsing:)``.
  ///
  /// - Parameters:
  ///   - list: the list; empty if nothing fails.
  ///   - names: the names that an item may have beside `all`; by default any.
  /// - Throws: `UnknownFailure` at the first item of another form.
  public init(parsing list: String, names: [String]? = nil) throws(UnknownFailure) {
    var failures: Set<RequestFailure> = []
    for item in list.isEmpty ? [] : list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let failure = RequestFailure(parsing: item),
        failure.operation.map({ names?.contains($0) != false }) ?? true
      else { throw UnknownFailure(item: String(item), names: names) }
      failures.insert(failure)
    }
    self.failures = failures
  }

  /// Whether nothing fails.
  public var isEmpty: Bool { failures.isEmpty }

  /// How a request fails, or the opening of a feed; `nil` if it succeeds.
  ///
  /// - Parameters:
  ///   - name: the name of its operation or feed.
  ///   - number: its number among the requests of the operation, from 1.
  public func failure(of name: String, number: Int) -> RequestFailure.Kind? {
    kind(named: name, number) { !$0.isOfElement }
  }

  /// How an element of a feed fails; `nil` if it comes as it is.
  ///
  /// - Parameters:
  ///   - name: the name of its feed.
  ///   - number: its number among the elements of the feed, from 1.
  package func elementFailure(of name: String, number: Int) -> RequestFailure.Kind? {
    kind(named: name, number, \.isOfElement)
  }

  /// Whether elements of a feed fail.
  func haveElements(of name: String) -> Bool {
    failures.contains { $0.operation ?? name == name && $0.kind.isOfElement }
  }

  /// The kind that is first in the order of the kinds.
  private func kind(
    named name: String, _ number: Int, _ isIncluded: (RequestFailure.Kind) -> Bool
  ) -> RequestFailure.Kind? {
    let matching = failures.filter { $0.operation ?? name == name && $0.number ?? number == number }
    return RequestFailure.Kind.allCases.first { kind in isIncluded(kind) && matching.contains { $0.kind == kind } }
  }
}

extension RequestFailures: ExpressibleByArrayLiteral {
  public init(arrayLiteral failures: RequestFailure...) {
    self.failures = Set(failures)
  }
}

extension RequestFailures: CustomStringConvertible {
  /// The list that `init(parsing:)` reads; empty if nothing fails.
  public var description: String { failures.map(\.description).sorted().joined(separator: ",") }
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
