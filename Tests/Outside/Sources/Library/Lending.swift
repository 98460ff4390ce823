import Foundation
import HTTP
public import Screens

// A service: what can be asked, how a world in memory answers, and where a server does.

public struct Book: JSONRecord, Equatable, Sendable {
  public var title: String
  public var isLent: Bool

  public init(title: String, isLent: Bool) {
    self.title = title
    self.isLent = isLent
  }

  public static let record = Codec(Book.init(title:isLent:), \.title, \.isLent)
}

/// The number that goes with a library card. It has no description and no JSON that goes out.
public struct Pin: Secret {
  private let text: String

  public init(_ text: String) { self.text = text }

  public func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(text)
  }
}

public struct SignIn: JSONRecord, Sendable {
  public var name: String
  public var pin: Pin

  public init(name: String, pin: Pin) {
    self.name = name
    self.pin = pin
  }

  public static let record = Codec(
    SignIn.init(name:pin:), Field(\.name), Field(\.pin))
}

public struct Card: JSONRecord, Equatable, Sendable {
  public var name: String
  /// What the reader owes, in cents.
  public var fine: Int

  public init(name: String, fine: Int) {
    self.name = name
    self.fine = fine
  }

  public static let record = Codec(
    Card.init(name:fine:), Field(\.name), Field(\.fine, "What the reader owes, in cents.", .isPrivate(as: 0)))
}

extension ServiceOperation<Void, [Book]> {
  public static var books: Self { Self("books") }
}

extension ServiceOperation<SignIn, Card> {
  public static var signIn: Self { Self("signIn") }
}

extension Backend {
  /// The library in memory. It answers on threads of its own.
  static func library(now: @escaping @Sendable () -> Date) -> Backend {
    let desk = Desk()
    let catalogue = Catalogue(count: 10_000)
    return Backend.handlers([
      ServiceHandler(.books) { _ in await desk.books },
      ServiceHandler(.signIn) { signIn in try await desk.card(signIn, now()) },
      ServiceHandler(.catalogue) { first in await catalogue.page(from: first) },
      ServiceHandler(.book) { id in try await catalogue.book(id) },
      ServiceHandler(.revise) { book in try await catalogue.revise(book) },
      ServiceHandler(.lent) { desk.lent },
      ServiceHandler(.returned) { desk.returned },
      ServiceHandler(.wish) { wish in try await desk.grant(wish) },
      ServiceHandler(.addScan) { scan in await desk.add(scan) },
      ServiceHandler(.scan) { number in try await desk.scan(number) },
    ])
  }
}

private actor Desk {
  /// What one reader borrows and brings back.
  nonisolated var lent: AsyncStream<String> { stream("Emma", "Walden") }
  nonisolated var returned: AsyncStream<String> { stream("Emma") }

  private nonisolated func stream(_ titles: String...) -> AsyncStream<String> {
    AsyncStream { continuation in for title in titles { continuation.yield(title) } }
  }

  private(set) var books = [Book(title: "Emma", isLent: false), Book(title: "Walden", isLent: true)]

  private var wishes: [IdempotencyKey] = []

  /// The number of a wish, the same each time that it comes.
  func grant(_ wish: Wish) throws -> Int {
    guard !wish.title.isEmpty else { throw ServiceError.problem(status: 422, detail: "A wish has a title.") }
    if !wishes.contains(wish.key) { wishes.append(wish.key) }
    return wishes.firstIndex(of: wish.key).map { $0 + 1 } ?? 0
  }

  private var scans: [FileReference] = []

  func add(_ scan: Scan) -> Int {
    scans.append(scan.image)
    return scans.count
  }

  func scan(_ number: Int) throws -> FileReference {
    guard scans.indices.contains(number - 1) else {
      throw ServiceError.problem(status: 404, detail: "There is no such scan.")
    }
    return scans[number - 1]
  }

  func card(_ signIn: SignIn, _ date: Date) throws -> Card {
    guard signIn.pin == Pin("1234") else { throw ServiceError.problem(status: 403, detail: "This is not the number.") }
    return Card(name: signIn.name, fine: date.timeIntervalSince1970 > 0 ? 2_350 : 0)
  }
}

extension [HTTPRoute] {
  static var library: [HTTPRoute] {
    [
      HTTPRoute(.books, "/books"), HTTPRoute(.signIn, "/cards", method: .post, status: 201), .wish,
      HTTPRoute(.addScan, "/books/{book}/scans", method: .post, status: 201), HTTPRoute(.scan, "/scans/{number}"),
    ]
  }
}
