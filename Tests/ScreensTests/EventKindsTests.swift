import ExpectSupport
import Screens
import Testing

/// What an event is for, when it is hidden, and for which rows it is refused.
@Suite struct EventKindsTests {
  private struct Message: ListRow {
    let id: Int
    var retryReason: String?
    var isSent = false
    static let fields: Fields<Message> = [
      Field(\.id, "The number."), Field(\.retryReason, "Why it cannot be sent again."),
      Field(\.isSent, "Whether it was sent."),
    ]
  }

  private struct Password: Secret {
    let text: String
    init(_ text: String) { self.text = text }
    func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result
    {
      try body(text)
    }
  }

  private struct ChatState: ScreenState {
    var messages: [Message] = []
    var isRetryHidden = false
    var isBusy: Bool { false }
    static let fields: Fields<ChatState> = [
      Field(\.messages, "The messages."), Field(\.isRetryHidden, "Whether nothing can be sent again."),
    ]
  }

  private enum ChatEvent: ScreenEvent {
    case retryWasTapped(Int)
    case retryAllButtonWasTapped
    case deleteWasTapped(Int)
    case refreshButtonWasTapped
    case messagesWereDeleted([Int])
    case passwordChanged(Password)
    case starsChanged(Int?)
    case attachButtonWasTapped

    static let cases: [EventCase<ChatEvent>] = [
      EventCase(retryWasTapped, member: "id", "Send it again.")
        .row(of: \ChatState.messages, disabledBy: \.retryReason, hiddenBy: \.isSent),
      EventCase(.retryAllButtonWasTapped, "Send all again.").hidden(by: \ChatState.isRetryHidden).purpose(.primary),
      EventCase(deleteWasTapped, member: "id", "Delete it.").row(of: \ChatState.messages).destructive()
        .notForAssistants(),
      EventCase(.refreshButtonWasTapped, "Load them again.").purpose(.refresh).idempotent(),
      EventCase(messagesWereDeleted, member: "ids", "Delete them.").rows(of: \ChatState.messages),
      EventCase(passwordChanged, member: "text", "The next password.", as: .newSecret),
      EventCase(starsChanged, member: "stars", "How good it was.").labelled("Stars").value(from: 1, to: 5, step: 1),
      EventCase(.attachButtonWasTapped, "Send a photo.").picksFile(
        FileWish(types: ["image/*"], limit: 9, isWhole: false), shownBy: \ChatState.messages),
    ]
  }

  private let state = ChatState(
    messages: [Message(id: 1), Message(id: 2, retryReason: "It was sent."), Message(id: 4, isSent: true)],
    isRetryHidden: true)

  @Test(
    arguments: [
      (.retryWasTapped(1), nil), (.retryWasTapped(2), "It was sent."),
      (.retryWasTapped(3), "This row is no longer in the list."), (.deleteWasTapped(2), nil),
      (.retryWasTapped(4), "This is not possible for this row."), (.deleteWasTapped(4), nil),
      (.retryAllButtonWasTapped, "This is not possible at the moment."), (.refreshButtonWasTapped, nil),
      (.messagesWereDeleted([1, 2]), nil),
      (.messagesWereDeleted([1, 3]), "No row is selected, or one is no longer in the list."),
      (.messagesWereDeleted([]), "No row is selected, or one is no longer in the list."),
    ] as [(ChatEvent, String?)])
  private func `refuses what is hidden, and what a row says`(event: ChatEvent, reason: String?) {
    expectEqual(event.describedRefusal(in: state), reason)
  }

  @Test func `allows what is not hidden`() {
    #expect(ChatEvent.retryAllButtonWasTapped.describedRefusal(in: ChatState()) == nil)
  }

  @Test func `stands in the schema`() {
    let screen = Screen<DescribedModel<ChatState, ChatEvent>>("chat", about: "A chat.") { _, _ in
      DescribedModel(ChatState())
    }
    let events = AnyScreen(screen).events.schema["oneOf"]?.elements ?? []
    expectEqual(events[0]["x-row-disabled-reason"], "retryReason")
    expectEqual(events[0]["x-row-hidden"], "isSent")
    expectEqual(events[1]["x-hidden"], "isRetryHidden")
    expectEqual(events[1]["x-purpose"], "primary")
    #expect(events[2]["x-destructive"] == true)
    #expect(events[2]["x-for-assistants"] == false)
    #expect(events[3]["x-idempotent"] == true)
    #expect(events[3]["x-destructive"] == nil)
    #expect(events[4]["x-several"] == true)
    expectEqual(events[4]["x-rows"], "messages")
    expectEqual(events[5]["properties"]?["text"]?["x-role"], "newSecret")
    expectEqual(events[6]["x-label"], "Stars")
    expectEqual(events[6]["properties"]?["stars"]?["maximum"], 5)
    expectEqual(events[7]["x-file"], ["types": ["image/*"], "limit": 9, "whole": false])
    expectEqual(events[7]["x-field"], "messages")
    expectEqual(AnyScreen.check([AnyScreen(screen)]), [])
  }

  @Test(arguments: [("1", true), ("5", true), ("null", true), ("0", false), ("6", false), ("-9007199254740991", false)])
  func `takes a number between its bounds alone`(number: String, isTaken: Bool) throws {
    let json = try JSONText(scanning: #"{"type":"starsChanged","stars":\#(number)}"#.utf8)
    guard !isTaken else {
      try expectEqual(ChatEvent(json), .starsChanged(Int(number)))
      return
    }
    #expect(throws: InputError(.wrongType, at: JSONPointer("stars"), expected: "a number from 1 to 5")) {
      try ChatEvent(json)
    }
  }

  @Test func `finds a condition that is in no field`() {
    struct Note: ListRow {
      let id: Int
      var reason: String?
      var isHidden = false
      static let fields: Fields<Note> = [Field(\.id, "The number."), .leftOut(\.reason), .leftOut(\.isHidden)]
    }
    struct Notes: ScreenState {
      var notes: [Note] = []
      var isHidden = false
      var isBusy: Bool { false }
      static let fields: Fields<Notes> = [Field(\.notes, "The notes."), .leftOut(\.isHidden)]
    }
    enum NotesEvent: ScreenEvent {
      case one
      case two(Int)
      case three(Int)
      case four(Int)
      static let cases: [EventCase<NotesEvent>] = [
        EventCase(.one, "1.").hidden(by: \Notes.isHidden),
        EventCase(two, member: "id", "2.").row(of: \Notes.notes, disabledBy: \.reason, hiddenBy: \.isHidden),
        EventCase(three, member: "id", "3.").rows(of: \Notes.notes),
        EventCase(four, member: "number", "4.").value(from: 5, to: 4),
      ]
    }
    let screen = Screen<DescribedModel<Notes, NotesEvent>>("notes", about: "Notes.") { _, _ in DescribedModel(Notes()) }
    expectEqual(
      AnyScreen.check([AnyScreen(screen)]).map(\.description),
      [
        "NotesEvent: the event \"one\" is hidden by a Boolean that is in no field of the state.",
        "NotesEvent: the event \"two\" is disabled by a text that is in no field of the rows of \"notes\".",
        "NotesEvent: the event \"two\" is hidden by a Boolean that is in no field of the rows of \"notes\".",
        "NotesEvent: the event \"three\" is about rows of \"notes\", and its first value is not an array of the type Int.",
        "NotesEvent: the value \"number\" of the event \"four\" has bounds without a number between them.",
      ])
  }

  private struct TrayState: ScreenState {
    var isHidden = true
    var reason: String? = "It is closed."
    var isBusy: Bool { false }
    static let fields: Fields<TrayState> = [
      Field(\.isHidden, "Whether it is hidden."), Field(\.reason, "Why it is disabled."),
    ]
  }

  private enum TrayEvent: ScreenEvent {
    case hiddenButtonWasTapped
    case disabledButtonWasTapped
    static let cases: [EventCase<TrayEvent>] = [
      EventCase(.hiddenButtonWasTapped, "Hidden.").hidden(by: \TrayState.isHidden),
      EventCase(.disabledButtonWasTapped, "Disabled.").disabled(by: \TrayState.reason),
    ]
  }

  /// A view model that forgets what the description says, and has words of its own for one event.
  private final class TrayModel: ViewModel {
    let eventSubject = EventSubject<TrayEvent>()
    @Published private(set) var state = TrayState()
    var statePublisher: Published<TrayState>.Publisher { $state }
    private(set) var received: [TrayEvent] = []
    private var cancellable: AnyCancellable?

    init() { cancellable = eventSubject.sink { [unowned self] in received.append($0) } }

    func refusal(of event: TrayEvent) -> String? { event == .hiddenButtonWasTapped ? "There is nothing in it." : nil }
  }

  @MainActor @Test(arguments: FrontKind.allCases)
  func `are refused at the door of each front, whatever the view model checks`(
    _ kind: FrontKind
  ) throws {
    let model = TrayModel()
    let screen = Screen<TrayModel>("tray", about: "A tray.") { _, _ in model }
    let app = AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)]))
    let tray = try app.attach(kind).open("tray")
    for (event, reason, code) in [
      ("hiddenButtonWasTapped", "There is nothing in it.", RefusalCode.hidden),
      ("disabledButtonWasTapped", "It is closed.", .disabled),
    ] {
      #expect(throws: EventError.refused(reason: reason, code: code)) {
        try tray.send(JSONText(scanning: #"{"type":"\#(event)"}"#.utf8))
      }
    }
    expectEqual(model.received, [])
  }
}
