import AppTesting
import ExpectSupport
import Screens
import ScreensSupport
import Support
import Testing

@MainActor @Suite struct PartListTests {
  private let chat = ChatWorld()

  @Test func `makes a view model for the first event, and for that part alone`() throws {
    #expect([1, 2, 3].allSatisfy { chat.model.messages.madeModel($0) == nil })
    try chat.send(#"{"type":"message","id":3,"event":{"type":"retryButtonWasTapped"}}"#)
    #expect(chat.model.messages.madeModel(3) != nil)
    #expect([1, 2].allSatisfy { chat.model.messages.madeModel($0) == nil })
    #expect(chat.chat.isBusy)
    chat.world.backend.last(.delivery).succeed(2)
    chat.world.scheduler.advance()
    expectEqual(chat.state.messages.map(\.tries), [0, 0, 2])
    #expect(!chat.chat.isBusy)
  }

  @Test func `refuses an event by a part's own state, and makes nothing for it`() throws {
    expectEqual(refusal { try chat.chat.send(.message(2, .retryButtonWasTapped)) }, "It was sent.")
    expectEqual(refusal { try chat.chat.send(.message(1, .textChanged(""))) }, "A message has a text.")
    #expect(
      refusal {
        try chat.chat.check(
          JSONText(scanning: #"{"type":"message","id":1,"event":{"type":"deleteButtonWasTapped"}}"#.utf8))
      } == nil)
    #expect([1, 2, 3].allSatisfy { chat.model.messages.madeModel($0) == nil })
    try chat.chat.send(.message(1, .textChanged("x")))
    expectEqual(refusal { try chat.chat.send(.message(1, .textChanged(""))) }, "A message has a text.")
    expectEqual(chat.state.log, ["1 is x"])
  }

  @Test func `refuses an event for a part that is not in the list`() {
    let reason = "This row is no longer in the list."
    expectEqual(
      refusal { try chat.send(#"{"type":"message","id":9,"event":{"type":"retryButtonWasTapped"}}"#) }, reason)
    expectEqual(
      refusal {
        try chat.send(
          #"{"type":"message","id":1,"event":{"type":"reaction","id":"-1","event":{"type":"addButtonWasTapped"}}}"#)
      }, reason)
  }

  @Test func `says whether a row was there that is removed`() {
    #expect(!chat.model.messages.remove(99))
    #expect(chat.model.messages.remove(3))
    #expect(!chat.model.messages.remove(3))
  }

  @Test func `has lists of parts in its parts`() throws {
    try chat.send(
      #"{"type":"message","id":1,"event":{"type":"reaction","id":"+1","event":{"type":"addButtonWasTapped"}}}"#)
    try chat.chat.send(.message(1, .reactionWasAdded("!")))
    expectEqual(chat.state.messages[0].reactions, [ReactionState(id: "+1", count: 2), ReactionState(id: "!")])
    try chat.chat.send(.message(1, .reaction("+1", .removeButtonWasTapped)))
    expectEqual(chat.state.messages[0].reactions, [ReactionState(id: "!")])
  }

  @Test func `is removed by its owner while it handles the event of the part`() throws {
    try chat.chat.send(.message(2, .deleteButtonWasTapped))
    expectEqual(chat.state.messages.map(\.id), [1, 3])
    expectEqual(chat.state.log, ["deletes 2"])
    expectEqual(
      refusal { try chat.chat.send(.message(2, .deleteButtonWasTapped)) }, "This row is no longer in the list.")
  }

  @Test func `is removed while it waits for an answer`() throws {
    try chat.chat.send(.message(1, .retryButtonWasTapped))
    let call = chat.world.backend.last(.delivery)
    #expect(chat.chat.isBusy)
    try chat.chat.send(.message(1, .deleteButtonWasTapped))
    #expect(call.isCancelled)
    #expect(!chat.chat.isBusy)
    let state = chat.state
    call.succeed(1)
    chat.world.scheduler.advance()
    expectEqual(chat.state, state)
  }

  @Test func `has another part under an identity that comes again`() throws {
    try chat.chat.send(.message(1, .retryButtonWasTapped))
    let first = chat.world.backend.last(.delivery)
    let old = try #require(chat.model.messages.madeModel(1))
    try chat.chat.send(.messageCame(id: 1, text: "new"))
    expectEqual(chat.state.messages.map(\.text), ["two", "three", "new"])
    #expect(chat.model.messages.madeModel(1) == nil)
    #expect(!chat.chat.isBusy)
    try chat.chat.send(.message(1, .retryButtonWasTapped))
    #expect(chat.model.messages.madeModel(1) !== old)
    first.succeed(7)
    chat.world.scheduler.advance()
    expectEqual(chat.state.messages[2].tries, 0, "The old answer does not reach the new part.")
    #expect(chat.chat.isBusy)
    chat.world.backend.last(.delivery).succeed(1)
    chat.world.scheduler.advance()
    expectEqual(chat.state.messages[2].tries, 1)
    // What still retains the old one changes nothing.
    old.eventSubject.send(.textChanged("old"))
    expectEqual(chat.state.messages[2].text, "new")
  }

  @Test func `decides an event that waited anew`() throws {
    let cancellable = chat.model.eventSubject.sink { [model = chat.model] event in
      if case .clearButtonWasTapped = event {
        model.messages.send(.deleteButtonWasTapped, to: 1)
        model.messages.send(.retryButtonWasTapped, to: 1)
      }
    }
    try chat.chat.send(.clearButtonWasTapped)
    cancellable.cancel()
    #expect(chat.next().contains { $0.hasPrefix("refused") && $0.hasSuffix("This row is no longer in the list.") })
    expectEqual(chat.world.backend.pendingCount(.delivery), 0)
  }

  @Test func `gives a changed row to the part, and derives the state of one without a view model`() throws {
    try chat.chat.send(.message(1, .retryButtonWasTapped))
    try chat.chat.send(.messageChanged(id: 1, text: "uno"))
    try chat.chat.send(.messageChanged(id: 3, text: "tre"))
    expectEqual(chat.state.messages.map(\.text), ["uno", "two", "tre"])
    #expect(chat.chat.isBusy, "It is the same part.")
    #expect(chat.model.messages.madeModel(3) == nil)
  }

  @Test func `keeps the parts whose identities stay`() throws {
    let messages = chat.model.messages
    try chat.chat.send(.message(1, .textChanged("x")))
    try chat.chat.send(.message(3, .textChanged("y")))
    let (first, third) = (messages.madeModel(1), messages.madeModel(3))
    messages.update([messages.rows[2], Message(id: 4, text: "four"), messages.rows[0]])
    expectEqual(chat.state.messages.map(\.text), ["y", "four", "x"])
    #expect(messages.madeModel(1) === first)
    #expect(messages.madeModel(3) === third)
    messages.update([messages.rows[1]])
    #expect(messages.madeModel(1) == nil)
    messages.removeAll()
    expectEqual(chat.state.messages, [])
    messages.insert(Message(id: 3, text: "new"), at: 0)
    expectEqual(chat.state.messages.map(\.text), ["new"])
  }

  @Test func `derives the states again when the presentation has changed`() throws {
    let world = TestWorld()
    let subject = EventSubject<ChatEvent>()
    var suffix = "a"
    let list = PartList<MessageViewModel>(
      of: subject, as: ChatEvent.message, in: world.environment,
      state: { row, environment in
        var row = row
        row.text += suffix
        return MessageState(row, environment)
      }, make: MessageViewModel.init)
    list.update([Message(id: 1, text: "one"), Message(id: 2, text: "two")])
    _ = list.model(2)
    suffix = "b"
    expectEqual(list.states.map(\.text), ["onea", "two"])
    world.dayChanges.send()
    expectEqual(list.states.map(\.text), ["oneb", "two"])
  }

  @Test func `ends a part that closes while it is made`() {
    let subject = EventSubject<ReactionOwnerEvent>()
    let list = PartList<ClosingViewModel>(
      of: subject, as: ReactionOwnerEvent.reaction, in: TestWorld().environment,
      state: { row, _ in ReactionState(id: row.id) }, make: ClosingViewModel.init)
    list.update([Reaction(id: "a")])
    var outcomes: [String] = []
    let cancellable = list.outcomes.sink { outcomes.append("\($0.id) \($0.outcome?.text ?? "none")") }
    list.send(.addButtonWasTapped, to: "a")
    expectEqual(list.states, [])
    expectEqual(outcomes, ["a closed"])
    cancellable.cancel()
  }

  @Test func `writes a changed part of 10,000 in a few bytes`() throws {
    chat.model.messages.update((1...10_000).map { Message(id: $0, text: "The text of a message, \($0)") })
    let old = chat.state
    try chat.chat.send(.message(7_000, .textChanged("Another text.")))
    let patch = try #require(chat.state.patch(from: old, limit: 300))
    expectEqual(
      String(decoding: patch, as: UTF8.self),
      #"[{"op":"replace","path":"/log","value":["7000 is Another text."]},"#
        + #"{"op":"replace","path":"/messages/6999/text","value":"Another text."}]"#)
    expectEqual((1...10_000).count { chat.model.messages.madeModel($0) != nil }, 1)
  }
}

/// A part that closes itself while it is made.
final class ClosingViewModel: ViewModel {
  typealias Parameters = Reaction
  typealias Outcome = ChatText

  let eventSubject = EventSubject<ReactionEvent>()
  @Published private(set) var state: ReactionState
  var statePublisher: Published<ReactionState>.Publisher { $state }

  init(_ reaction: Reaction, _ environment: AppEnvironment) {
    state = ReactionState(id: reaction.id)
    if let text = ChatText(JSONText(scanned: "\"closed\"".utf8.map { $0 }[...])) {
      environment.navigator.close(with: text)
    }
  }
}

struct ReactionOwnerState: ScreenState {
  var reactions: [ReactionState] = []
  var isBusy: Bool { false }

  static let fields: Fields<ReactionOwnerState> = [Field(\.reactions, "The signs.")]
}

enum ReactionOwnerEvent: ScreenEvent {
  case reaction(String, ReactionEvent)

  static let cases: [EventCase<ReactionOwnerEvent>] = [
    EventCase(part: \ReactionOwnerState.reactions, reaction, "A sign.")
  ]
}
