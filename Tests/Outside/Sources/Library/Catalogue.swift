import Foundation
public import Screens

// The books of the catalogue: what can be asked of them, and how a world in memory answers.

/// What a book is about.
public enum Genre: String, Choice {
  case novel, poetry, science
}

/// A book of the catalogue.
public struct CatalogueBook: JSONRecord, ScreenOutcome {
  public var id: Int
  public var title: String
  public var genre: Genre
  public var rating: Double?
  public var price: Decimal
  public var due: Date?

  public init(id: Int, title: String, genre: Genre, rating: Double?, price: Decimal, due: Date?) {
    self.id = id
    self.title = title
    self.genre = genre
    self.rating = rating
    self.price = price
    self.due = due
  }

  public static let record = Codec(
    CatalogueBook.init(id:title:genre:rating:price:due:), \.id, \.title, \.genre, \.rating, \.price, \.due)
}

/// A part of the catalogue: the books from the n-th one on.
public struct CataloguePage: JSONRecord, Equatable, Sendable {
  public var books: [CatalogueBook]
  public var hasMore: Bool

  public init(books: [CatalogueBook], hasMore: Bool) {
    self.books = books
    self.hasMore = hasMore
  }

  public static let record = Codec(CataloguePage.init(books:hasMore:), \.books, \.hasMore)
}

extension ServiceOperation<Int, CataloguePage> {
  /// The page that begins at a book's number.
  public static var catalogue: Self { Self("catalogue") }
}

extension ServiceOperation<Int, CatalogueBook> {
  /// The book of an identity.
  public static var book: Self { Self("book") }
}

extension ServiceOperation<CatalogueBook, CatalogueBook> {
  /// Changes a book.
  public static var revise: Self { Self("revise") }
}

/// The catalogue in memory.
actor Catalogue {
  static let pageSize = 1_000

  private var books: [CatalogueBook]

  init(count: Int) {
    books = (1...count).map { number in
      CatalogueBook(
        id: number, title: "Volume \(number)", genre: Genre.allCases[number % 3], rating: nil,
        price: Decimal(number % 50) + Decimal(string: "0.99")!, due: nil)
    }
  }

  func page(from first: Int) -> CataloguePage {
    let page = books.dropFirst(first).prefix(Self.pageSize)
    return CataloguePage(books: Array(page), hasMore: first + page.count < books.count)
  }

  func book(_ id: Int) throws -> CatalogueBook { books[try index(id)] }

  func revise(_ book: CatalogueBook) throws -> CatalogueBook {
    books[try index(book.id)] = book
    return book
  }

  private func index(_ id: Int) throws -> Int {
    guard let index = books.firstIndex(where: { $0.id == id }) else {
      throw ServiceError.problem(status: 404, detail: "There is no such book.")
    }
    return index
  }
}
