import Outbox
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
  /// How many messages may arrive behind a page before the oldest ones go. They can be loaded again.
  static let limit = 200

  var room: Room?
  var account = ""
  var timeline = Timeline()
  /// What is about to be deleted.
  var hidden: Set<Int> = []
  var typing: [String] = []
  var condition: FeedCondition?
  var failure: ServiceError?
  /// Why the outbox did not do what it was asked.
  var outboxFailure: OutboxError?
  var isLoading = false
  var isOffline = false
  /// How many messages are kept; `nil` before the first page.
  private(set) var size: Int?

  /// Takes a page: the newest messages, or those before the ones that are here.
  mutating func receive(_ page: MessagePage, askedAt revision: Int? = nil) {
    timeline.receive(page: page.messages, hasEarlier: page.hasEarlier, askedAt: revision)
    size = timeline.elements.count + Self.limit
  }

  /// Takes a message that has arrived. The oldest ones go in one step, half as many as may arrive, unless a page is on its way, which
  /// would be behind a gap, or is missing.
  mutating func receive(_ message: Message) {
    timeline.receive(message)
    guard let size, timeline.elements.count > size, timeline.isCurrent, !isLoading else { return }
    timeline.removeFirst(timeline.elements.count - size + Self.limit / 2)
  }
}

struct RoomState: ScreenState {
  var name: String
  var connection: String?
  var message: String?
  var earlierDisabledReason: String?
  var earlierHidden: Bool
  var refreshHidden: Bool
  var messages: [MessageRow]
  var typing: String?
  var download: DownloadState?
  var composer: ComposerState
  var renameHidden: Bool
  var isBusy: Bool

  init(
    _ facts: RoomFacts, _ composer: ComposerState, _ download: DownloadState?, _ rows: MessageRows,
    _ environment: AppEnvironment
  ) {
    let words = environment.words
    let rights = facts.room?.rights ?? []
    name = facts.room?.name ?? ""
    connection = environment.connectionText(facts.condition, nil, isOffline: facts.isOffline)
    message = (facts.failure?.text ?? facts.outboxFailure?.text).map(words.string)
    // Without a connection the messages cannot be loaded either: that is said once, for the app as a whole.
    if case .interrupted = facts.condition, facts.failure != nil { message = connection }
    if facts.isLoading {
      earlierDisabledReason = words.text("The messages are being loaded.")
    } else if facts.isOffline {
      earlierDisabledReason = connection
    }
    // What stands before the newest messages is known when these are there.
    let mustRefresh = facts.failure != nil && !facts.timeline.isCurrent && !facts.isLoading && !facts.isOffline
    refreshHidden = !mustRefresh
    earlierHidden = mustRefresh || !facts.timeline.hasEarlier && !facts.isLoading && !facts.isOffline
    let shown =
      facts.hidden.isEmpty
      ? facts.timeline.elements : facts.timeline.elements.filter { !facts.hidden.contains($0.id) }
    messages =
      rows.rows(of: shown, account: facts.account, mayDeleteAny: rights.contains(.deleteAny), environment)
      + facts.timeline.waiting.map { MessageRow($0, author: facts.account, environment) }
    switch facts.typing.count {
    case 0: typing = nil
    case 1: typing = words.text("\(facts.typing[0]) is typing…")
    default: typing = words.text("\(count: facts.typing.count) people are typing…")
    }
    self.composer = composer
    self.download = download
    renameHidden = !rights.contains(.rename)
    isBusy = facts.isLoading
  }

  static let fields: Fields<RoomState> = [
    Field(\.name, "The name of the room.", as: .title),
    Field(\.connection, "Why what is shown may be old.", as: .note),
    Field(\.message, "What went wrong.", as: .failure),
    Field(\.earlierDisabledReason, "Why no earlier messages can be loaded."),
    Field(\.earlierHidden, "Whether there are no earlier messages.").forPrograms(),
    Field(\.refreshHidden, "Whether there is nothing to load again.").forPrograms(),
    Field(\.messages, "The messages, the newest last.")
      .shownAsList(
        emptyText: "No messages.", columns: [\MessageRow.status], anchoredAt: .end, own: \MessageRow.isOwn),
    Field(\.typing, "Who is typing.", as: .note),
    Field(\.download, "The file that comes."),
    Field(\.composer, "The message that is being written."),
    Field(\.renameHidden, "Whether the room cannot be renamed.").forPrograms(),
    Field(\.isBusy, "Whether messages are being loaded."),
  ]
}

enum RoomEvent: ScreenEvent {
  case viewDidAppear
  case composer(ComposerEvent)
  case earlierButtonWasTapped
  case refreshButtonWasTapped
  case retryButtonWasTapped(String)
  case dropButtonWasTapped(String)
  case deleteButtonWasTapped(String)
  case deleteSelectedButtonWasTapped([String])
  case copyLinkButtonWasTapped(String)
  case downloadButtonWasTapped(String)
  case download(DownloadEvent)
  case activityButtonWasTapped
  case renameButtonWasTapped

  static let cases: [EventCase<RoomEvent>] = [
    EventCase(.viewDidAppear, "The room is shown."),
    EventCase(part: \RoomState.composer, composer, "The message that is being written."),
    EventCase(.earlierButtonWasTapped, "Load earlier messages.").purpose(.loadEarlier)
      .disabled(by: \RoomState.earlierDisabledReason).hidden(by: \RoomState.earlierHidden),
    EventCase(.refreshButtonWasTapped, "Load the messages again.").labelled("Try again").purpose(.refresh).idempotent()
      .hidden(by: \RoomState.refreshHidden),
    EventCase(retryButtonWasTapped, member: "id", "Send the message again.")
      .row(of: \RoomState.messages, disabledBy: \.retryDisabledReason, hiddenBy: \.isSent),
    EventCase(dropButtonWasTapped, member: "id", "Do not send the message.").destructive()
      .row(of: \RoomState.messages, disabledBy: \.dropDisabledReason, hiddenBy: \.isSent),
    EventCase(deleteButtonWasTapped, member: "id", "Delete the message.").destructive().notForAssistants()
      .row(of: \RoomState.messages, hiddenBy: \.deleteHidden),
    EventCase(deleteSelectedButtonWasTapped, member: "ids", "Delete the messages that are selected.").destructive()
      .notForAssistants().rows(of: \RoomState.messages),
    EventCase(copyLinkButtonWasTapped, member: "id", "Copy a link to the message.")
      .row(of: \RoomState.messages, hiddenBy: \.isWaiting),
    EventCase(downloadButtonWasTapped, member: "id", "Download the file of the message.").notForAssistants()
      .row(of: \RoomState.messages, hiddenBy: \.downloadHidden),
    EventCase(part: \RoomState.download, download, "The file that comes."),
    EventCase(.activityButtonWasTapped, "Show how many messages there are a day.").purpose(.navigate),
    EventCase(.renameButtonWasTapped, "Rename the room.").purpose(.navigate).hidden(by: \RoomState.renameHidden),
  ]
}
