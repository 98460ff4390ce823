import Descriptions

@testable import ClientGenerator

/// A list, a detail with a required parameter, and a form that closes itself with a result.
enum ShelfApp {
  static let screens = [Shelf.shapes, Book.shapes, ReviewForm.shapes]
}

private enum Shelf: ShapeScreen {
  static let name = "shelf"
  static let about = "The books."
  static let parameters = Shape.record(
    "ShelfParameters",
    [
      .init("genre", genre, isRequired: false), .init("since", .date, isRequired: false),
      .init("atMost", .decimal(), isRequired: false), .init("tags", .list(.text()), isRequired: false),
    ], isClosed: true)
  static let state = Shape.record(
    "ShelfState",
    [
      .init("rows", .rows(row, identity: "id")), .init("note", .optional(.text())), .init("phase", phase),
      .init("genre", genre), .init("newest", .optional(row)), .init("grid", .list(.list(.date))),
    ])
  static let events = {
    var rowWasTapped = Shape.Event("rowWasTapped", about: "Open a book.", [.init("id", .text())])
    rowWasTapped.rows = "rows"
    var buyButtonWasTapped = Shape.Event("buyButtonWasTapped", about: "Buy all.")
    buyButtonWasTapped.disabledReason = "note"
    return [
      rowWasTapped, Shape.Event("genreChanged", about: "Show a genre.", [.init("genre", .optional(genre))]),
      Shape.Event("booksWereBought", about: "Buy books.", [.init("books", .list(purchase)), .init("at", .date)]),
      buyButtonWasTapped,
    ]
  }()
  static let genre = Shape.choice("Genre", ["novel", "essay"], labels: ["A novel", "An essay"])
  static let row = Shape.record(
    "Row",
    [
      .init("id", .text()), .init("title", .text()), .init("rating", .number), .init("price", .decimal()),
      .init("added", .date),
    ])
  static let phase = Shape.variants("Phase", [.init("ready"), .init("failed", [.init("reason", .text())])])
  static let purchase = Shape.record(
    "Purchase", [.init("id", .text()), .init("price", .decimal()), .init("gift", .optional(.boolean))], isClosed: true)
}

private enum Book: ShapeScreen {
  static let name = "book"
  static let about = "A book."
  static let parameters = Shape.record(
    "BookParameters", [.init("id", .text()), .init("page", .integer(), isRequired: false)], isClosed: true)
  static let state = Shape.record("BookState", [.init("title", .text())])
  static let events = [Shape.Event("reviewButtonWasTapped", about: "Write a review.")]
}

private enum ReviewForm: ShapeScreen {
  static let name = "review"
  static let about = "A review."
  static let state = Shape.record("ReviewState", [.init("text", .text())])
  static let events = [
    Shape.Event(
      "reviewWasWritten", about: "The review is done.",
      [.init("id", .text()), .init("rating", .integer()), .init("text", .text())])
  ]
  static let result: Shape? = .record("ReviewResult", [.init("rating", .integer()), .init("at", .date)])
}
