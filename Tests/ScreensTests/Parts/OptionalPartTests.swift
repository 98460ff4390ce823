import AppTesting
import ExpectSupport
import Screens
import ScreensSupport
import Testing

@MainActor @Suite struct OptionalPartTests {
  private let chat = ChatWorld()

  @Test func `is null in JSON while it is missing`() throws {
    #expect(String(decoding: chat.state.json, as: UTF8.self).contains(#""editor":null"#))
    try chat.send(#"{"type":"writeButtonWasTapped","text":"Dear Emma"}"#)
    #expect(
      String(decoding: chat.state.json, as: UTF8.self).contains(#""editor":{"question":null,"text":"Dear Emma"}"#))
  }

  @Test func `refuses an event in words while it is missing`() {
    let reason = "This is not there at the moment."
    expectEqual(refusal { try chat.send(#"{"type":"editor","event":{"type":"saveButtonWasTapped"}}"#) }, reason)
    expectEqual(chat.next(), [#"refused {"event":{"type":"saveButtonWasTapped"},"type":"editor"}: \#(reason)"#])
    chat.model.editor.send(.saveButtonWasTapped)
    expectEqual(chat.next().count, 1)
    expectEqual(chat.state.log, [])
  }

  @Test func `ends with its outcome`() throws {
    try chat.chat.send(.writeButtonWasTapped("a"))
    try chat.chat.send(.editor(.textChanged("ab")))
    try chat.chat.send(.editor(.saveButtonWasTapped))
    #expect(chat.state.editor == nil)
    #expect(chat.model.editor.model == nil)
    expectEqual(chat.state.log, ["editor ab"])
    #expect(refusal { try chat.chat.send(.editor(.saveButtonWasTapped)) } != nil)
  }

  @Test func `gives no outcome when it closes without one, or makes way for the next`() throws {
    try chat.chat.send(.writeButtonWasTapped("a"))
    try chat.chat.send(.editor(.cancelButtonWasTapped))
    expectEqual(chat.state.log, ["editor none"])
    try chat.chat.send(.writeButtonWasTapped("b"))
    try chat.chat.send(.writeButtonWasTapped("c"))
    expectEqual(chat.state.editor?.text, "c")
    expectEqual(chat.state.log, ["editor none", "editor none"])
    chat.model.editor.close()
    #expect(chat.state.editor == nil)
    expectEqual(chat.state.log.count, 3)
  }

  @Test func `may close while it is made`() throws {
    try chat.chat.send(.writeButtonWasTapped("closed at once"))
    #expect(chat.state.editor == nil)
    expectEqual(chat.state.log, ["editor early"])
  }

  @Test func `asks before its owner is left`() throws {
    try chat.chat.send(.writeButtonWasTapped("unsaved"))
    #expect(chat.chat.leave() != .left)
    expectEqual(chat.state.editor?.question, "Leave without saving?")
    try chat.chat.send(.editor(.textChanged("saved")))
    #expect(chat.chat.leave() == .left)
  }

  @Test func `closes what it has opened when it ends`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: []))
    let desk = app.open(.noteDesk)
    desk.model.part.open { FilterViewModel(FilterParameters(), $0) }
    desk.model.eventSubject.send(.filter(.openButtonWasTapped))
    desk.model.eventSubject.send(.filter(.openButtonWasTapped))
    expectEqual(app.instances.map(\.id), ["desk-1", "vault-2", "vault-3"])
    desk.model.part.close()
    expectEqual(app.instances.map(\.id), ["desk-1"])
  }

  @Test func `changes nothing after its end, also while it is retained`() throws {
    try chat.chat.send(.writeButtonWasTapped("a"))
    let editor = try #require(chat.model.editor.model)
    chat.model.editor.close()
    _ = chat.next()
    editor.eventSubject.send(.textChanged("b"))
    editor.eventSubject.send(.saveButtonWasTapped)
    expectEqual(editor.state.text, "b")
    #expect(chat.state.editor == nil)
    expectEqual(chat.next(), [])
    expectEqual(chat.state.log, ["editor none"])
  }

  @Test func `drops an event for a part that is missing, without an app`() {
    let model = ChatViewModel(TestWorld().environment)
    var count = 0
    let cancellable = model.eventSubject.sink { _ in count += 1 }
    model.eventSubject.send(.editor(.saveButtonWasTapped))
    model.eventSubject.send(.message(9, .deleteButtonWasTapped))
    expectEqual(count, 0)
    model.eventSubject.send(.writeButtonWasTapped("a"))
    model.eventSubject.send(.editor(.saveButtonWasTapped))
    expectEqual(count, 2)
    cancellable.cancel()
  }
}

/// An owner whose filter may be missing.
struct NoteDeskState: ScreenState {
  var filter: FilterState?
  var isBusy: Bool { false }

  static let fields: Fields<NoteDeskState> = [Field(\.filter, "What is looked for.")]
}

enum NoteDeskEvent: ScreenEvent {
  case filter(FilterEvent)

  static let cases: [EventCase<NoteDeskEvent>] = [EventCase(part: \NoteDeskState.filter, filter, "What is looked for.")]
}

final class NoteDeskViewModel: ViewModel {
  let eventSubject = EventSubject<NoteDeskEvent>()
  @Published private(set) var state = NoteDeskState()
  var statePublisher: Published<NoteDeskState>.Publisher { $state }
  let part: OptionalPart<FilterViewModel>

  init(_ environment: AppEnvironment) {
    part = OptionalPart(of: eventSubject, as: NoteDeskEvent.filter, in: environment)
    part.statePublisher.map { NoteDeskState(filter: $0) }.assign(to: &$state)
  }
}

extension Screen<NoteDeskViewModel> {
  static var noteDesk: Self { Screen("desk", about: "A desk.") { NoteDeskViewModel($1) } }
}
