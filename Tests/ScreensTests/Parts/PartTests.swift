import AppTesting
import ExpectSupport
import Screens
import ScreensSupport
import Support
import Testing

@MainActor @Suite struct PartTests {
  private let chat = ChatWorld()

  @Test func `handles its event before the owner sees it`() throws {
    try chat.chat.send(.filter(.textChanged("Emma")))
    expectEqual(chat.state.filter.text, "Emma")
    expectEqual(chat.state.log, ["looks for Emma"])
  }

  @Test func `is a member of the state in JSON, and its event has its name before it`() throws {
    try chat.send(#"{"type":"filter","event":{"type":"textChanged","text":"Emma"}}"#)
    expectEqual(
      String(decoding: chat.state.filter.json, as: UTF8.self),
      #"{"hasPin":false,"note":"","range":{"days":7},"text":"Emma"}"#)
    expectEqual(chat.next().first, #"sent {"event":{"text":"Emma","type":"textChanged"},"type":"filter"}"#)
  }

  @Test func `nests two deep`() throws {
    try chat.send(#"{"type":"filter","event":{"type":"range","event":{"type":"daysChanged","number":30}}}"#)
    expectEqual(chat.state.filter.range.days, 30)
    expectEqual(chat.state.log, ["looks 30 days back"])
  }

  @Test func `sends what is sent to its own events as an event of the owner`() {
    chat.model.filter.model.eventSubject.send(.noteChanged("x"))
    expectEqual(chat.next(), [#"sent {"event":{"text":"x","type":"noteChanged"},"type":"filter"}"#])
    expectEqual(chat.state.filter.note, "x")
  }

  @Test func `is told by its owner, after the event that the owner handles`() throws {
    try chat.chat.send(.filter(.textChanged("Emma")))
    _ = chat.next()
    try chat.chat.send(.clearButtonWasTapped)
    expectEqual(chat.state.filter.text, "")
    expectEqual(
      chat.next(),
      [
        #"sent {"type":"clearButtonWasTapped"}"#,
        #"sent {"event":{"text":"","type":"textChanged"},"type":"filter"} (consequence)"#,
      ])
  }

  @Test func `refuses an event for a reason of its own`() {
    expectEqual(refusal { try chat.chat.send(.filter(.textChanged("This is far too long."))) }, "This is too long.")
    expectEqual(refusal { try chat.chat.send(.filter(.range(.daysChanged(0)))) }, "At least one day.")
    chat.model.filter.model.eventSubject.send(.textChanged("This is far too long."))
    expectEqual(chat.next().count { $0.hasPrefix("refused") }, 3)
    expectEqual(chat.state, ChatWorld().state)
  }

  @Test func `names the place of a fault in its event`() {
    func fault(_ event: String) -> String? {
      do { try chat.send(event) } catch { return (error as? EventError)?.inputError?.description }
      return nil
    }
    expectEqual(
      fault(#"{"type":"filter","event":{"type":"textChanged","text":1}}"#),
      #"wrongType at "/event/text": expected a string"#)
    expectEqual(fault(#"{"type":"filter"}"#), #"missingMember at "/event": expected an event"#)
    expectEqual(fault(#"{"type":"filter","event":7}"#), #"wrongType at "/event": expected an object"#)
    expectEqual(
      fault(#"{"type":"filter","event":{"type":"range","event":{"type":"daysChanged","number":1,"more":1}}}"#),
      #"unknownMember at "/event/event/more": expected no other members than type, number"#)
    expectEqual(
      fault(#"{"type":"message","id":"x","event":{"type":"deleteButtonWasTapped"}}"#),
      #"wrongType at "/id": expected an integer"#)
  }

  @Test func `hides its private field in the state of the owner`() throws {
    try chat.chat.send(.filter(.noteChanged("secret plan")))
    expectEqual(chat.state.filter.note, "secret plan")
    chat.app.send(.willResignActive)
    expectEqual(chat.state.filter.note, "•••")
    expectEqual(chat.state.messages.map(\.text), ["•••", "•••", "•••"])
    expectEqual(chat.model.filter.state.note, "secret plan")
  }

  @Test func `makes its owner busy, by its pending work and by its state`() throws {
    try chat.chat.send(.filter(.textChanged("Emma")))
    #expect(chat.chat.isBusy)
    try chat.chat.send(.filter(.searchButtonWasTapped))
    #expect(chat.app.isBusy)
    #expect(!chat.state.isBusy)
    chat.world.backend.last(.count).succeed(3)
    chat.world.scheduler.advance()
    #expect(!chat.app.isBusy)
    expectEqual(chat.state.filter.text, "Emma (3)")
    expectEqual(chat.next().filter { $0.contains("busy") }, ["chat-1 is busy", "chat-1 is not busy"])
  }

  @Test func `opens screens for its owner`() throws {
    try chat.chat.send(.filter(.openButtonWasTapped))
    let vault = try #require(chat.app.instances.last)
    #expect(vault.opener === chat.chat)
    chat.chat.close()
    #expect(!vault.isOpen)
  }

  @Test func `closes with an outcome that its owner hears, and stays`() throws {
    try chat.chat.send(.filter(.textChanged("Emma")))
    try chat.chat.send(.filter(.doneButtonWasTapped))
    expectEqual(chat.state.log, ["looks for Emma", "filter Emma"])
    try chat.chat.send(.filter(.textChanged("Persuasion")))
    expectEqual(chat.state.filter.text, "Persuasion")
    #expect(chat.chat.isOpen)
  }

  @Test func `is a screen of its own as well`() throws {
    let filter = chat.app.open(.filter)
    filter.viewDidAppear()
    try filter.send(.range(.daysChanged(3)))
    try filter.send(.textChanged("Emma"))
    expectEqual(filter.state.range.days, 3)
    expectEqual(chat.state.filter.range.days, 7)
    try filter.send(.doneButtonWasTapped)
    #expect(!filter.isOpen)
  }

  @Test func `works without an app, in the same order`() {
    let world = TestWorld()
    let model = ChatViewModel(world.environment)
    var seen: [String] = []
    let cancellable = model.eventSubject.sink { event in
      if case .filter(let event) = event { seen.append("\(EventName.of(event)) \(model.filter.state.text)") }
    }
    model.filter.model.eventSubject.send(.textChanged("a"))
    model.eventSubject.send(.filter(.textChanged("b")))
    model.eventSubject.send(.clearButtonWasTapped)
    expectEqual(seen, ["textChanged a", "textChanged b", "textChanged "])
    expectEqual(model.state.log, ["looks for a", "looks for b", "looks for "])
    model.eventSubject.send(.filter(.searchButtonWasTapped))
    world.backend.last(.count).succeed(1)
    world.scheduler.advance()
    expectEqual(model.state.filter.text, " (1)")
    cancellable.cancel()
  }

  @Test func `keeps an outcome from before its first subscriber`() {
    let subject = EventSubject<ChatEvent>()
    let part = Part<DraftViewModel>(of: subject, as: ChatEvent.editor, in: TestWorld().environment) { environment in
      var parameters = FilterParameters()
      parameters.text = "closed at once"
      return DraftViewModel(parameters, environment)
    }
    expectEqual(part.state.text, "closed at once", "It has sent that to itself while it was made.")
    var outcomes: [String?] = []
    let cancellable = part.outcomes.sink { outcomes.append($0?.text) }
    part.send(.cancelButtonWasTapped)
    expectEqual(outcomes, ["early", nil])
    cancellable.cancel()
  }

  @Test func `takes a secret from no front that may enter none`() throws {
    let assistant = chat.app.attach(.assistant, isShared: true, mayEnterSecrets: false, mayReadPrivateFields: true)
    let shown = try #require(assistant.screen(chat.chat.id) as? ScreenInstance<ChatViewModel>)
    expectEqual(
      refusal { try shown.send(.filter(.pinEntered(VaultPin("1234")))) },
      "This takes a secret. Ask the person to enter it.")
    try chat.chat.send(.filter(.pinEntered(VaultPin("1234"))))
    #expect(
      chat.next().contains(#"sent {"event":{"pin":"secret of filter/pinEntered","type":"pinEntered"},"type":"filter"}"#)
    )
  }

  @Test func `ends with its owner`() {
    let alive = leaks { detector in
      let world = TestWorld()
      let app = AppCore(world.environment, AppDefinition(screens: [AnyScreen(.chat)]))
      let chat = app.open(.chat)
      let model = detector.watch(chat.model)
      detector.watch(model.filter.model)
      chat.model.eventSubject.send(.filter(.searchButtonWasTapped))
      chat.model.eventSubject.send(.writeButtonWasTapped("a"))
      chat.model.eventSubject.send(.message(1, .retryButtonWasTapped))
      chat.model.eventSubject.send(.message(1, .reaction("+1", .addButtonWasTapped)))
      if let editor = model.editor.model { detector.watch(editor) }
      if let message = model.messages.madeModel(1) { detector.watch(message) }
      #expect(app.isBusy)
      chat.close()
      #expect(!app.isBusy)
      detector.watch(app)
    }
    expectEqual(alive, [])
  }

  @Test func `cancels its work when its owner is left`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: []))
    app.open(.chat).model.eventSubject.send(.filter(.searchButtonWasTapped))
    let chat = try #require(app.instances.first)
    chat.close()
    #expect(world.backend.last(.count).isPending, "The front that has it in this line has not released it.")
    _ = consume chat
    #expect(world.backend.last(.count).isCancelled)
  }
}

enum EventName {
  static func of(_ event: FilterEvent) -> String {
    switch event {
    case .textChanged: "textChanged"
    default: "another"
    }
  }
}
