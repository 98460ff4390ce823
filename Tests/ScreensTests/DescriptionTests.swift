import ExpectSupport
import Screens
import Testing

/// A screen's state, events and parameters in JSON, from their descriptions.
@Suite struct DescriptionTests {
  @Test(
    arguments: [
      (.lendButtonWasTapped, #"{"type":"lendButtonWasTapped"}"#),
      (.priceChanged(7), #"{"price":7,"type":"priceChanged"}"#),
      (.noteChanged(text: "A"), #"{"text":"A","type":"noteChanged"}"#),
    ] as [(BookEvent, String)])
  func `writes and reads an event`(event: BookEvent, text: String) throws {
    expectEqual(event.json { _, _ in [] }, Array(text.utf8))
    try expectEqual(BookEvent(JSONText(scanning: text.utf8)), event)
  }

  @Test func `writes a placeholder for a secret of any type`() throws {
    let event = BookEvent.codeChanged(Code("xyzzy"))
    var written: [String] = []
    let json = event.json { secret, name in
      written.append(name + "=" + secret.withRevealedText { $0 })
      return Array("7".utf8)
    }
    expectEqual(json, Array(#"{"code":7,"type":"codeChanged"}"#.utf8))
    expectEqual(written, ["codeChanged=xyzzy"])
    try expectEqual(BookEvent(JSONText(scanning: #"{"type":"codeChanged","code":"xyzzy"}"#.utf8)), event)
  }

  @Test(arguments: [
    ("{}", BookParameters(), #"{"isOpen":null,"title":"Emma"}"#),
    (
      #"{"title":"Persuasion","isOpen":true}"#, .init(title: "Persuasion", isOpen: true),
      #"{"isOpen":true,"title":"Persuasion"}"#
    ),
    (#"{"isOpen":null}"#, BookParameters(), #"{"isOpen":null,"title":"Emma"}"#),
  ])
  func `reads parameters by their fields`(json: String, parameters: BookParameters, written: String) throws {
    try expectEqual(BookParameters(Members(JSONText(scanning: json.utf8))), parameters)
    expectEqual(parameters.text, written)
  }

  @Test(arguments: [
    (#"{"title":7}"#, "wrongType at \"/title\": expected a string"),
    (#"{"isOpen":"no"}"#, "wrongType at \"/isOpen\": expected a boolean or null"),
    (#"{"pages":7}"#, "unknownMember at \"/pages\": expected no other members than isOpen, title"),
  ])
  func `refuses parameters that do not fit`(json: String, message: String) throws {
    let error = #expect(throws: InputError.self) { try BookParameters(Members(JSONText(scanning: json.utf8))) }
    expectEqual(error?.description, message)
  }

  private struct Order: ScreenParameters {
    var id: Int
    var copies = 1
    static let fields: Fields<Order> = [Field(required: \.id, "The ID."), Field(\.copies, "How many.")]
    static let defaults = Order(id: 0)
  }

  @Test func `a required parameter is in what is read`() throws {
    try expectEqual(Order(Members(JSONText(scanning: #"{"id":7}"#.utf8))), Order(id: 7))
    let error = #expect(throws: InputError.self) { try Order(Members(JSONText(scanning: #"{"copies":2}"#.utf8))) }
    expectEqual(error?.description, "missingMember at \"/id\": expected an integer")
    expectEqual(Order.schema["required"], ["id"])
  }

  @MainActor @Test func `a screen with a required parameter is not opened by name without it`() throws {
    let screen = Screen<FixedModel<Order>>("order", about: "An order.") { _, _ in FixedModel() }
    let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)]))
    #expect(
      throws: AppCommandError.input(InputError(.missingMember, at: JSONPointer("id"), expected: "an integer"))
    ) {
      try app.open("order")
    }
    #expect(app.instances.isEmpty)
    try expectEqual(app.open("order", parameters: JSONText(scanning: #"{"id":7}"#.utf8)).name, "order")
    expectEqual(app.open(screen, Order(id: 7)).name, "order")
  }

  @Test func `describes parameters by their fields`() {
    expectEqual(
      BookParameters.schema.text,
      #"{"additionalProperties":false,"properties":{"#
        + #""isOpen":{"anyOf":[{"type":"boolean"},{"type":"null"}],"description":"Whether the book is open."},"#
        + #""title":{"description":"The title.","type":"string"}},"required":[],"title":"BookParameters","type":"object","#
        + #""x-order":["title","isOpen"]}"#)
  }

  @Test func `a conformance of another package changes no name`() {
    // `Loud` redefines its description; the names of the fields are those of the properties.
    expectEqual(Loud().text, #"{"value":1}"#)
  }
}

private struct Loud: ScreenState, CustomStringConvertible, CustomDebugStringConvertible {
  var value = 1
  var isBusy: Bool { false }
  var description: String { "\\Loud.other" }
  var debugDescription: String { description }
  static let fields: Fields<Loud> = [Field(\.value, "The value.")]
}

// As the package of an app could: interpolation of a key path no longer tells the property.
// swift-format-ignore: AvoidRetroactiveConformances
extension KeyPath: @retroactive CustomStringConvertible {
  public var description: String { "\\Other.redefined" }
}
