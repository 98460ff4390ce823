import AppTesting
import ExpectSupport
import JSON
import Screens
import StreamsTesting
import Testing

/// A purse whose texts repeat a private one: some say that they are private, others forget it.
private struct PurseState: ScreenState {
  var owner: String?
  var title = ""
  var greeting = ""
  var reason: String?
  var isBusy: Bool { false }

  static let fields: Fields<PurseState> = [
    Field(\.owner, "The owner.", .isPrivate(as: nil)), Field(\.title, "The title.", .isPrivate(as: "•••")),
    Field(\.greeting, "A greeting that forgets to be private."),
    Field(\.reason, "Why it is closed.", .isPrivate(as: "It is closed.")),
  ]
  static let samples = [PurseState()]
}

private enum PurseEvent: ScreenEvent {
  case owned(String)
  case greeted
  case opened
  case shaken
  case dropped

  static let cases: [EventCase<PurseEvent>] = [
    EventCase(owned, member: "name", "It is theirs."), EventCase(.greeted, "Greet the owner."),
    EventCase(.opened, "Open it.").disabled(by: \PurseState.reason).withPrivateReasons(),
    EventCase(.shaken, "Shake it, which forgets that its reason is private."),
    EventCase(.dropped, "Drop it.").destructive { (state: PurseState, _) in
      EventQuestion("Drop what is \(state.owner ?? "")'s?")
    },
  ]
}

private final class PurseViewModel: ViewModel {
  let eventSubject = EventSubject<PurseEvent>()
  @Published private(set) var state = PurseState()
  var statePublisher: Published<PurseState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  init() {
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .owned(let name): state = PurseState(owner: name, title: "Of \(name)", reason: "\(name) has closed it.")
      case .greeted: state.greeting = "Hello, \(state.owner ?? "")!"
      case .opened, .shaken, .dropped: break
      }
    }
  }

  func refusal(of event: PurseEvent) -> String? {
    event == .shaken ? state.owner.map { "\($0) holds it." } : event.describedRefusal(in: state)
  }
}

extension Screen<PurseViewModel> {
  fileprivate static var purse: Self { Screen("purse", about: "A purse.") { _, _ in PurseViewModel() } }
}

/// Texts that are made of something private.
@MainActor @Suite struct PrivateTextTests {
  private let app = AppCore(.test(scheduler: TestScheduler()), AppDefinition(screens: [AnyScreen(.purse)]))

  private func refusal(_ send: () throws -> Void) -> String? {
    do { try send() } catch { return (error as? EventError)?.refusal }
    return nil
  }

  @Test func `tells a private reason to those alone who may read it`() throws {
    let page = app.attach(.page, isShared: true)
    let purse = try page.open(.purse)
    let assistant = app.attach(.assistant, isShared: true)
    let other = try #require(assistant.screen("purse-1"))
    try purse.send(.owned("Adalbert"))
    let event = try JSONText(scanning: #"{"type":"opened"}"#.utf8)
    expectEqual(refusal { try purse.send(.opened) }, "Adalbert has closed it.")
    expectEqual(refusal { try other.send(event) }, "Adalbert has closed it.")
    page.send(.willResignActive)
    let sentence = "This is not possible at the moment, and the reason is private."
    expectEqual(refusal { try purse.send(.opened) }, sentence)
    expectEqual(refusal { try other.check(event) }, sentence)
    expectEqual(refusal { try other.send(event) }, sentence)
    expectEqual((other.snapshot.state as? PurseState)?.reason, "It is closed.")
  }

  @Test func `reports what is hidden, also where the state looks the same`() throws {
    let page = app.attach(.page)
    let purse = try page.open(.purse)
    expectEqual(purse.snapshot.hidden, [])
    let revision = purse.revision
    page.send(.willResignActive)
    expectEqual(purse.snapshot.hidden, ["owner", "reason", "title"])
    expectEqual(purse.revision, revision + 1)
    page.send(.didBecomeActive)
    expectEqual(purse.snapshot.hidden, [])
    expectEqual(purse.revision, revision + 2)
  }

  @Test func `reports a text that forgets to be private, by the names of the fields`() throws {
    var faults: [String] = []
    app.onFault = { faults.append($0) }
    let page = app.attach(.page, answers: [AppFront.anyQuestion])
    let purse = try page.open(.purse)
    try purse.send(.owned("Adalbert"))
    try purse.send(.greeted)
    expectEqual(faults, [])
    page.send(.willResignActive)
    _ = purse.snapshot
    _ = refusal { try purse.send(.opened) }
    _ = refusal { try purse.send(.shaken) }
    _ = refusal { try purse.send(.shaken) }
    try purse.send(.dropped)
    func fault(_ name: String, _ remedy: String) -> String {
      "\(name) of \"purse\" has a text of the private field \"owner\", and fronts read it from which that is hidden. "
        + "Describe it as private: \(remedy)."
    }
    expectEqual(
      faults,
      [
        fault(#"The field "greeting""#, "isPrivate(as:)"),
        fault(#"The reason against the event "shaken""#, "withPrivateReasons()"),
        fault(#"The question "confirm""#, "withPrivateInput(), or withPrivateTexts()"),
      ])
    #expect(!faults.joined().contains("Adalbert"))
  }

  @Test func `compares no short text`() throws {
    var faults: [String] = []
    app.onFault = { faults.append($0) }
    let purse = app.open(.purse)
    try purse.send(.owned("Eve"))
    try purse.send(.greeted)
    app.send(.willResignActive)
    expectEqual(purse.state.greeting, "Hello, Eve!")
    expectEqual(faults, [])
  }

  @Test func `check names an event whose reason is private and that does not say so`() {
    struct Row: ListRow {
      let id: Int
      var reason: String?
      static let fields: Fields<Row> = [
        Field(\.id, "The number."), Field(\.reason, "Why it stays.", .isPrivate(as: nil)),
      ]
    }
    struct Shop: ScreenState {
      var reason: String?
      var rows: [Row] = []
      var isBusy: Bool { false }
      static let fields: Fields<Shop> = [
        Field(\.reason, "Why it is closed.", .isPrivate(as: nil)), Field(\.rows, "The rows."),
      ]
      static let samples = [Shop()]
    }
    enum ShopEvent: ScreenEvent {
      case entered, left
      case taken(Int)
      case put(Int)
      static let cases: [EventCase<ShopEvent>] = [
        EventCase(.entered, "Enter.").disabled(by: \Shop.reason),
        EventCase(.left, "Leave.").disabled(by: \Shop.reason).withPrivateReasons(),
        EventCase(taken, member: "id", "Take it.").row(of: \Shop.rows, disabledBy: \.reason),
        EventCase(put, member: "id", "Put it back.").row(of: \Shop.rows, disabledBy: \.reason).withPrivateReasons(),
      ]
    }
    final class ShopModel: ViewModel {
      let eventSubject = EventSubject<ShopEvent>()
      @Published private(set) var state = Shop()
      var statePublisher: Published<Shop>.Publisher { $state }
    }
    expectEqual(
      AnyScreen.check([AnyScreen(Screen<ShopModel>("shop", about: "A shop.") { _, _ in ShopModel() })]).map(
        \.description),
      [
        "ShopEvent: the event \"entered\" has a reason in a private field; say so by `withPrivateReasons()`.",
        "ShopEvent: the event \"taken\" has a reason in a private field; say so by `withPrivateReasons()`.",
      ])
  }
}
