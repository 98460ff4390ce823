import JSON

@testable import ClientGenerator

/// A list, a detail with a required parameter, and a form that closes itself with a result.
enum ShelfApp {
  static let screens = [Shelf.schemas, Book.schemas, ReviewForm.schemas]
}

private enum Shelf: SchemaScreen {
  static let name = "shelf"
  static let about = "The books."
  static let parameters: JSON = .closedObject(
    "ShelfParameters",
    ["genre": genre, "since": .moment, "atMost": .amount, "tags": ["type": "array", "items": .text]],
    optional: ["genre", "since", "atMost", "tags"])
  static let state: JSON = .openObject(
    "ShelfState",
    [
      "rows": ["type": "array", "items": row, "x-identity": "id"], "note": .text.orNull(), "phase": phase,
      "genre": genre, "newest": row.orNull(), "grid": ["type": "array", "items": ["type": "array", "items": .moment]],
    ])
  static let events: JSON = [
    "title": "ShelfEvent",
    "oneOf": [
      event("rowWasTapped", "Open a book.", ["id": .text]).with(["x-rows": "rows"]),
      event("genreChanged", "Show a genre.", ["genre": genre.orNull()]),
      event("booksWereBought", "Buy books.", ["books": ["type": "array", "items": purchase], "at": .moment]),
      event("buyButtonWasTapped", "Buy all.").with(["x-disabled-reason": "note"]),
    ],
  ]
  static let genre: JSON = [
    "title": "Genre", "type": "string", "enum": ["novel", "essay"], "x-labels": ["A novel", "An essay"],
  ]
  static let row: JSON = .openObject(
    "Row", ["id": .text, "title": .text, "rating": ["type": "number"], "price": .amount, "added": .moment])
  static let phase: JSON = [
    "title": "Phase",
    "oneOf": [
      .openObject("PhaseReady", ["type": .discriminator("ready")]),
      .openObject("PhaseFailed", ["type": .discriminator("failed"), "reason": .text]),
    ],
  ]
  static let purchase: JSON = .closedObject(
    "Purchase", ["id": .text, "price": .amount, "gift": .flag.orNull()])
}

private enum Book: SchemaScreen {
  static let name = "book"
  static let about = "A book."
  static let parameters: JSON = .closedObject(
    "BookParameters", ["id": .text, "page": .whole], optional: ["page"])
  static let state: JSON = .openObject("BookState", ["title": .text])
  static let events: JSON = ["title": "BookEvent", "oneOf": [event("reviewButtonWasTapped", "Write a review.")]]
}

private enum ReviewForm: SchemaScreen {
  static let name = "review"
  static let about = "A review."
  static let state: JSON = .openObject("ReviewState", ["text": .text])
  static let events: JSON = [
    "title": "ReviewEvent",
    "oneOf": [
      event("reviewWasWritten", "The review is done.", ["id": .text, "rating": .whole, "text": .text])
    ],
  ]
  static let result: JSON? = .openObject("ReviewResult", ["rating": .whole, "at": .moment])
}

extension JSON {
  fileprivate static let moment: JSON = ["type": "string", "format": "date-time"]
  fileprivate static let amount: JSON = ["type": "string", "x-decimal": true]
}
