import Screens

struct RoomParameters: ScreenParameters {
  var room: Int
  /// The message that the room begins with.
  var message: Int?

  static let defaults = RoomParameters(room: 0)
  static let fields: Fields<RoomParameters> = [
    Field(required: \.room, "The room's number."), Field(\.message, "The message to show; the newest if it is empty."),
  ]
}

/// What the screen knows of its room.
struct RoomFacts {
  var room: Room?
  var account = ""
  var timeline = Timeline()
  var entries: [PostEntry] = []
  /// The keys of the entries that the server has named. Their place is that in the timeline, or among the earlier messages.
  private(set) var named: Set<IdempotencyKey> = []
  /// What is about to be deleted.
  var hidden: Set<Int> = []
  var typing: [String] = []
  var condition: FeedCondition?
  var failure: ServiceError?
  /// Why the outbox did not do what it was asked.
  var outboxFailure: OutboxError?
  var isLoading = false

  /// The entries that the server has not named yet.
  var waiting: [PostEntry] {
    entries.filter { !named.contains($0.key) && $0.answer.map { !hidden.contains($0.id) } ?? true }
  }

  /// Looks for the entries in the timeline.
  mutating func findEntries() {
    named = entries.isEmpty ? [] : named.union(timeline.keys).intersection(entries.map(\.key))
  }
}

struct RoomState: ScreenState {
  var name: String
  var connection: String?
  var message: String?
  var earlierDisabledReason: String?
  var messages: [MessageRow]
  var typing: String?
  var composer: ComposerState
  var renameHidden: Bool
  var isBusy: Bool

  init(_ facts: RoomFacts, _ composer: ComposerState, _ rows: MessageRows, _ environment: AppEnvironment) {
    let words = environment.words
    let rights = facts.room?.rights ?? []
    name = facts.room?.name ?? ""
    connection = environment.connectionText(facts.condition, nil)
    message = (facts.failure?.text ?? facts.outboxFailure?.text).map(words.string)
    if facts.isLoading {
      earlierDisabledReason = words.text("The messages are being loaded.")
    } else if !facts.timeline.hasEarlier {
      earlierDisabledReason = words.text("These are all messages.")
    }
    let shown =
      facts.hidden.isEmpty
      ? facts.timeline.messages : facts.timeline.messages.filter { !facts.hidden.contains($0.id) }
    messages =
      rows.rows(of: shown, account: facts.account, mayDeleteAny: rights.contains(.deleteAny), environment)
      + facts.waiting.map { MessageRow($0, author: facts.account, environment) }
    switch facts.typing.count {
    case 0: typing = nil
    case 1: typing = words.text("\(facts.typing[0]) is typing…")
    default: typing = words.text("\(count: facts.typing.count) people are typing…")
    }
    self.composer = composer
    renameHidden = !rights.contains(.rename)
    isBusy = facts.isLoading
  }

  static let fields: Fields<RoomState> = [
    Field(\.name, "The name of the room.").shown(as: .title),
    Field(\.connection, "Why what is shown may be old.").shown(as: .note),
    Field(\.message, "What went wrong.").shown(as: .failure),
    Field(\.earlierDisabledReason, "Why no earlier messages can be loaded."),
    Field(\.messages, "The messages, the newest last.")
      .shownAsList(
        emptyText: "No messages.", columns: [\MessageRow.author, \.status], anchoredAt: .end),
    Field(\.typing, "Who is typing.").shown(as: .note),
    Field(\.composer, "The message that is being written."),
    Field(\.renameHidden, "Whether the room cannot be renamed.").forPrograms(),
    Field(\.isBusy, "Whether messages are being loaded."),
  ]
}

enum RoomEvent: ScreenEvent {
  case viewDidAppear
  case composer(ComposerEvent)
  case earlierButtonWasTapped
  case retryButtonWasTapped(String)
  case dropButtonWasTapped(String)
  case deleteButtonWasTapped(String)
  case deleteSelectedButtonWasTapped([String])
  case copyLinkButtonWasTapped(String)
  case activityButtonWasTapped
  case renameButtonWasTapped

  static let cases: [EventCase<RoomEvent>] = [
    EventCase(.viewDidAppear, "The room is shown."),
    EventCase(part: \RoomState.composer, composer, "The message that is being written."),
    EventCase(.earlierButtonWasTapped, "Load earlier messages.").purpose(.loadEarlier)
      .disabled(by: \RoomState.earlierDisabledReason),
    EventCase(retryButtonWasTapped, member: "id", "Send the message again.")
      .row(of: \RoomState.messages, disabledBy: \.retryDisabledReason),
    EventCase(dropButtonWasTapped, member: "id", "Do not send the message.").destructive()
      .row(of: \RoomState.messages, disabledBy: \.dropDisabledReason),
    EventCase(deleteButtonWasTapped, member: "id", "Delete the message.").destructive().notForAssistants()
      .row(of: \RoomState.messages, disabledBy: \.deleteDisabledReason),
    EventCase(deleteSelectedButtonWasTapped, member: "ids", "Delete the messages that are selected.").destructive()
      .notForAssistants().rows(of: \RoomState.messages),
    EventCase(copyLinkButtonWasTapped, member: "id", "Copy a link to the message.")
      .row(of: \RoomState.messages, disabledBy: \.linkDisabledReason),
    EventCase(.activityButtonWasTapped, "Show how many messages there are a day.").purpose(.navigate),
    EventCase(.renameButtonWasTapped, "Rename the room.").purpose(.navigate).hidden(by: \RoomState.renameHidden),
  ]
}
