import Descriptions
import ExpectSupport
import Screens
import ScreensSupport
import Testing

@Suite struct PartCaseTests {
  @Test func `describes a part that two screens have`() {
    let screens = [AnyScreen(.chat), AnyScreen(.filter), AnyScreen(.message), AnyScreen(.vault)]
    expectEqual(AnyScreen.check(screens), [])
  }

  @Test(arguments: [
    ChatEvent.filter(.textChanged("a")), .filter(.range(.daysChanged(3))), .editor(.saveButtonWasTapped),
    .message(7, .retryButtonWasTapped), .message(7, .reaction("+1", .addButtonWasTapped)),
  ])
  func `writes and reads an event of a part`(event: ChatEvent) throws {
    let json = try #require(event.json { _, _ in [] })
    try expectEqual(ChatEvent(JSONText(scanning: json)), event)
  }

  @Test func `has the events of the part in its schema`() throws {
    let events = AnyScreen(.chat).events.events
    let message = try #require(events.first { $0.name == "message" })
    expectEqual(message.part, "messages")
    expectEqual(message.rows, "messages")
    expectEqual(message.members.map(\.name), ["id", "event"])
    let schema = String(decoding: AnyScreen(.chat).events.schema.json, as: UTF8.self)
    #expect(schema.contains(#""x-part":"messages""#))
    #expect(schema.contains(#""const":"retryButtonWasTapped""#))
    let filter = try #require(events.first { $0.name == "filter" })
    expectEqual(filter.partEvents.first { $0.name == "textChanged" }?.field, "text")
    #expect(filter.partEvents.first { $0.name == "filterDidAppear" }?.isAppearance == true)
  }

  @Test func `lists each event once, with the parts around it`() {
    let events = AnyScreen(.chat).events.flatEvents
    #expect(events.map { $0.path.joined(separator: ".") }.contains("message.reaction.addButtonWasTapped"))
    let deep = events.first { $0.path.last == "addButtonWasTapped" }
    expectEqual(deep?.members.map(\.name), ["messageId", "reactionId"])
    let json = deep?.json { ["messageId": "7", "reactionId": #""+1""#][$0].map { Array($0.utf8) } }
    expectEqual(
      json.map { String(decoding: $0, as: UTF8.self) },
      #"{"event":{"event":{"type":"addButtonWasTapped"},"id":"+1","type":"reaction"},"id":7,"type":"message"}"#)
    let own = events.first { $0.path == ["messageCame"] }
    expectEqual(own?.members.map(\.name), ["id", "text"])
  }

  @Test func `finds mistakes in the description of a part`() {
    let mistakes = AnyScreen.check([AnyScreen(.faulty)]).map(\.description)
    expectEqual(
      mistakes,
      [
        #"FaultyPartState: two fields have the name "text"."#,
        #"FaultyPartEvent: the event "gone" is hidden by a Boolean that is in no field of the state."#,
        #"FaultyEvent: the event "missing" is one of a part that is in no field of the state."#,
      ])
  }
}

struct FaultyPartState: ScreenState {
  var text = ""
  var other = ""
  var isGone: Bool { true }
  var isBusy: Bool { false }

  static let fields: Fields<FaultyPartState> = [
    Field(\.text, "A text."), Field(\.other, name: "text", "Another one."),
  ]
}

enum FaultyPartEvent: ScreenEvent {
  case gone

  static let cases: [EventCase<FaultyPartEvent>] = [EventCase(.gone, "Gone.").hidden(by: \FaultyPartState.isGone)]
}

struct FaultyState: ScreenState {
  var part = FaultyPartState()
  var missing = FaultyPartState()
  var isBusy: Bool { false }

  static let fields: Fields<FaultyState> = [Field(\.part, "A part."), .leftOut(\.missing)]
}

enum FaultyEvent: ScreenEvent {
  case part(FaultyPartEvent)
  case missing(FaultyPartEvent)

  static let cases: [EventCase<FaultyEvent>] = [
    EventCase(part: \FaultyState.part, part, "A part."),
    EventCase(part: \FaultyState.missing, missing, "Another part."),
  ]
}

final class FaultyViewModel: ViewModel {
  let eventSubject = EventSubject<FaultyEvent>()
  @Published private(set) var state = FaultyState()
  var statePublisher: Published<FaultyState>.Publisher { $state }
}

extension Screen<FaultyViewModel> {
  static var faulty: Self { Screen("faulty", about: "Faulty.") { _, _ in FaultyViewModel() } }
}
