import ExpectSupport
import ScreenDescriptions
import Testing

/// Events with several values.
@Suite struct EventValuesTests {
  private enum Mark: String, Choice { case good, bad }

  private enum ReviewEvent: ScreenEvent {
    case reviewWasWritten(id: Int, rating: Double, text: String)
    case markWasGiven(Mark, note: String?)
    case lockWasChanged(zone: String, Code)
    case closed

    static let cases: [EventCase<ReviewEvent>] = [
      EventCase(reviewWasWritten, members: ("id", "rating", "text"), "The user reviewed a book."),
      EventCase(markWasGiven, members: ("mark", "note"), "The user marked a book."),
      EventCase(lockWasChanged, members: ("zone", "code"), "The user set a code."),
      EventCase(.closed, "The user closed it."),
    ]
  }

  @Test(
    arguments: [
      (
        .reviewWasWritten(id: 7, rating: 4.5, text: "\"Good\""),
        #"{"id":7,"rating":4.5,"text":"\"Good\"","type":"reviewWasWritten"}"#
      ),
      (.markWasGiven(.bad, note: nil), #"{"mark":"bad","note":null,"type":"markWasGiven"}"#),
      (.markWasGiven(.good, note: "A"), #"{"mark":"good","note":"A","type":"markWasGiven"}"#),
      (.closed, #"{"type":"closed"}"#),
    ] as [(ReviewEvent, String)])
  private func `writes and reads several values`(event: ReviewEvent, text: String) throws {
    expectEqual(event.json { _, _ in [] }, Array(text.utf8))
    try expectEqual(ReviewEvent(JSONText(scanning: text.utf8)), event)
  }

  @Test func `describes two values in the order of the case`() {
    let variants = ReviewEvent.schema["oneOf"]?.elements ?? []
    expectEqual(variants.map { $0["x-order"] }, [["id", "rating", "text"], ["mark", "note"], ["zone", "code"], nil])
  }

  @Test func `sorts the members by name, and writes a placeholder for a secret`() throws {
    let event = ReviewEvent.lockWasChanged(zone: "A", Code("xyzzy"))
    expectEqual(
      event.json { secret, name in Array(#""\#(name)""#.utf8) },
      Array(#"{"code":"lockWasChanged","type":"lockWasChanged","zone":"A"}"#.utf8))
  }

  @Test(arguments: [
    (#"{"type":"reviewWasWritten","id":1,"rating":2}"#, "missingMember at \"/text\": expected a string"),
    (#"{"type":"reviewWasWritten","id":1,"rating":"2","text":""}"#, "wrongType at \"/rating\": expected a number"),
    (#"{"type":"reviewWasWritten","id":1,"rating":1e400,"text":""}"#, "wrongType at \"/rating\": expected a number"),
    (#"{"type":"markWasGiven","mark":"so","note":null}"#, "wrongType at \"/mark\": expected one of good, bad"),
    (
      #"{"type":"lockWasChanged","zone":"A","code":"b","c":1}"#,
      "unknownMember at \"/c\": expected no other members than type, zone, code"
    ),
  ])
  func `refuses values that do not fit`(json: String, message: String) throws {
    let error = #expect(throws: InputError.self) { try ReviewEvent(JSONText(scanning: json.utf8)) }
    expectEqual(error?.description, message)
  }

  @Test func `describes each value`() {
    guard case .array(let variants)? = ReviewEvent.schema["oneOf"] else {
      Issue.record("There are no variants.")
      return
    }
    expectEqual(variants[0]["properties"]?["rating"], Double.schema)
    expectEqual(variants[0]["required"], ["id", "rating", "text", "type"])
    expectEqual(variants[0]["title"], "ReviewEventReviewWasWritten")
  }

  private enum Speaking: ScreenEvent, CustomStringConvertible {
    case written(id: Int, text: String)
    case unread(id: Int, text: String)
    var description: String { "an event" }
    static let cases: [EventCase<Speaking>] = [
      EventCase(written, members: ("id", "text"), name: "written", "With both.") { event in
        if case .written(let id, let text) = event { (id, text) } else { nil }
      },
      EventCase(unread, members: ("id", "text"), name: "unread", "Without a closure."),
    ]
  }

  @Test func `takes the values by a closure from a type that describes itself`() {
    expectEqual(
      Speaking.written(id: 1, text: "A").json { _, _ in [] }, Array(#"{"id":1,"text":"A","type":"written"}"#.utf8))
    #expect(Speaking.unread(id: 1, text: "A").json { _, _ in [] } == nil)
  }
}

private struct Code: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(text)
  }
}
