import Descriptions
import ExpectSupport
import Testing

@Suite struct ShapeTests {
  private enum Genre: String, Choice {
    case novel, essay

    var label: String { self == .novel ? "A novel" : "An essay" }
  }

  private struct Book: DescribedObject {
    var title = ""
    var genre: Genre?

    static let fields: Fields<Book> = [
      Field(\.title, "The title."), Field(\.genre, "What it is.").labelled("Kind"),
    ]
  }

  @Test func `a type has the shape of its parts`() {
    let genre = Shape.choice("Genre", ["novel", "essay"], labels: ["A novel", "An essay"])
    expectEqual(
      Book.shape,
      .record(
        "Book",
        [.init("title", .text(), "The title."), .init("genre", .optional(genre), "What it is.", label: "Kind")]))
    expectEqual([Book]?.shape, .optional(.list(Book.shape)))
  }

  @Test func `a schema is printed from a shape`() {
    expectEqual(
      String(decoding: Book.schema.json, as: UTF8.self),
      #"{"properties":{"genre":{"anyOf":[{"enum":["novel","essay"],"title":"Genre","type":"string","#
        + #""x-labels":["A novel","An essay"]},{"type":"null"}],"description":"What it is.","x-label":"Kind"},"#
        + #""title":{"description":"The title.","type":"string"}},"required":["genre","title"],"title":"Book","#
        + #""type":"object","x-order":["title","genre"]}"#)
  }

  @Test(
    arguments: [
      (.nothing, ["type": "null"]),
      (
        .text(minLength: 1, maxLength: 9, pattern: "a"),
        ["type": "string", "minLength": 1, "maxLength": 9, "pattern": "a"]
      ),
      (.integer(minimum: 0, maximum: 9), ["type": "integer", "minimum": 0, "maximum": 9]),
      (.decimal(pattern: "1"), ["type": "string", "x-decimal": true, "pattern": "1"]),
      (.entityTag, ["type": "string", "x-entity-tag": true]), (.number, ["type": "number"]),
      (.secret, ["type": "string", "writeOnly": true, "x-secret": true]), (.boolean, ["type": "boolean"]),
      (.date, ["type": "string", "format": "date-time"]), (.json(), [:]), (.json(schema: ["const": 1]), ["const": 1]),
      (.choice(nil, ["a"]), ["type": "string", "enum": ["a"]]),
      (.rows(.integer(), identity: "id"), ["type": "array", "items": ["type": "integer"], "x-identity": "id"]),
      (.anyOf("Any", [.boolean]), ["title": "Any", "anyOf": [["type": "boolean"]]]),
      (
        .variants("Phase", [.init("ready", [.init("at", .date, isRequired: false)])]),
        [
          "title": "Phase",
          "oneOf": [
            [
              "title": "PhaseReady", "type": "object", "required": ["type"],
              "properties": [
                "at": ["type": "string", "format": "date-time"], "type": ["type": "string", "const": "ready"],
              ],
            ]
          ],
        ]
      ),
    ] as [(Shape, JSON)])
  private func `each shape has a schema`(shape: Shape, schema: JSON) {
    expectEqual(shape.schema, schema)
  }

  @Test func `what is said of a member stays beside a reference to its type`() {
    var printer = SchemaPrinter(definitionsAt: "#/$defs/")
    let genre = Shape.Member("genre", Genre.shape, "The genre.", label: "Kind")
    let other = Shape.Member("other", Genre.shape)
    expectEqual(printer.schema(of: .record("Shelf", [genre, other])), ["$ref": "#/$defs/Shelf"])
    expectEqual(Set(printer.definitions.keys), ["Shelf", "Genre"])
    expectEqual(
      printer.definitions["Shelf"]?["properties"],
      [
        "genre": ["$ref": "#/$defs/Genre", "description": "The genre.", "x-label": "Kind"],
        "other": ["$ref": "#/$defs/Genre"],
      ])
  }

  @Test func `an event has the order of its values, and what the state says of it`() {
    var event = Shape.Event("rowWasRated", about: "Rate it.", [.init("id", .integer()), .init("rating", .number)])
    event.rows = "books"
    event.disabledReason = "reason"
    event.field = "rating"
    event.isAppearance = true
    let schema = Shape.events(Shape.Events("ShelfEvent", [event])).schema["oneOf"]?.elements?.first
    expectEqual(schema?["title"], "ShelfEventRowWasRated")
    expectEqual(schema?["x-order"], ["id", "rating"])
    expectEqual(schema?["x-rows"], "books")
    expectEqual(schema?["x-disabled-reason"], "reason")
    expectEqual(schema?["x-field"], "rating")
    #expect(schema?["additionalProperties"] == false)
  }

  @Test func `a row hides and disables an event, and so does a part in a list`() {
    var retry = Shape.Event("retryButtonWasTapped", about: "Send it again.")
    retry.hidden = "isSent"
    retry.disabledReason = "reason"
    var message = Shape.Event(
      "message", about: "A message.",
      [.init("id", .integer()), .init("event", .events(Shape.Events("MessageEvent", [retry])))])
    message.rows = "messages"
    message.part = "messages"
    let event = Shape.events(Shape.Events("RoomEvent", [message])).flatEvents.first?.shape
    #expect(event?.rowHidden == "isSent" && event?.rowDisabledReason == "reason")
    #expect(event?.hidden == nil && event?.disabledReason == nil)
    let schema = event.map { Shape.events(Shape.Events("RoomEvent", [$0])).schema["oneOf"]?.elements?.first }
    expectEqual(schema??["x-row-hidden"], "isSent")
  }

  @Test func `money is a record of an amount and a currency`() async {
    let record = Shape.record("Money", [.init("amount", .decimal()), .init("currency", .text())])
    #expect(record.asMoney != record)
    expectEqual(record.asMoney.schema, record.schema)
    expectEqual(record.asMoney.members, record.members)
    await #expect(processExitsWith: .failure) { _ = Shape.record("Sum", [.init("amount", .decimal())]).asMoney }
  }

  @Test(
    arguments: [
      (.text(), "a string"), (.optional(.integer()), "an integer or null"), (.choice(nil, ["a", "b"]), "one of a, b"),
      (.list(.date), "an array"), (.record(nil, []), "an object"), (.decimal(), "a decimal number as a text"),
    ] as [(Shape, String)])
  private func `says what it expects`(shape: Shape, expectation: String) {
    expectEqual(shape.expectation, expectation)
  }
}
