import Screens

enum MessageOrder: String, Choice {
  case oldest, largest
}

struct MessageRow: ListRow {
  let id: Int
  var author: String
  var title: String
  var note: String?
  var sent: Double?
  var size: Int
  var state: String
  var tone = Tone.neutral
  var problem: String?
  var resendReason: String?

  static let fields: Fields<MessageRow> = [
    Field(\.id, "The number."), Field(\.author, "Who has written."),
    Field(\.title, "What it is about.", as: .title),
    Field(\.note, "What else there is.", as: .subtitle), Field(\.sent, "How much is sent.", as: .progress),
    Field(\.size, "How large it is."), Field(\.state, "How it stands.").shownAsStatus(tone: \.tone),
    Field(\.tone, "How good that is."), Field(\.problem, "Why it was not sent.", as: .failure),
    Field(\.resendReason, "Why it is not sent again."),
  ]
}

/// A list with all that can be said of one.
struct MessagesState: ScreenState {
  var order = MessageOrder.oldest
  var messages: [MessageRow] = []
  var moreReason: String?
  var isBusy: Bool { false }

  static let fields: Fields<MessagesState> = [
    Field(\.order, "The order of the messages."),
    Field(\.messages, "What was written.")
      .shownAsList(
        emptyText: "Nothing was written yet.", columns: [\MessageRow.author, \.size], anchoredAt: .end,
        orderedBy: \.order),
    Field(\.moreReason, "Why there are no more."),
  ]

  static let samples = [MessagesState()]
}

enum MessagesEvent: ScreenEvent {
  case orderChanged(MessageOrder)
  case earlierButtonWasTapped
  case moreButtonWasTapped
  case openButtonWasTapped(Int)
  case resendButtonWasTapped(Int)
  case noteWasWritten(id: Int, text: String)
  case messagesWereDeleted([Int])

  static let cases: [EventCase<MessagesEvent>] = [
    EventCase(orderChanged, member: "order", "Sort them."),
    EventCase(.earlierButtonWasTapped, "Show earlier messages.").purpose(.loadEarlier),
    EventCase(.moreButtonWasTapped, "Show later messages.").purpose(.loadMore).disabled(by: \MessagesState.moreReason),
    EventCase(openButtonWasTapped, member: "id", "Open it.").purpose(.navigate).row(of: \MessagesState.messages),
    EventCase(resendButtonWasTapped, member: "id", "Send it again.").labelled("Send again")
      .row(of: \MessagesState.messages, disabledBy: \.resendReason),
    EventCase(noteWasWritten, members: ("id", "text"), "Write a note beside it.").row(of: \MessagesState.messages),
    EventCase(messagesWereDeleted, member: "ids", "Delete them.").labelled("Delete").destructive()
      .rows(of: \MessagesState.messages),
  ]
}

final class MessagesViewModel: ViewModel {
  let eventSubject = EventSubject<MessagesEvent>()
  @Published private(set) var state = MessagesState()
  var statePublisher: Published<MessagesState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init() { cancellable = eventSubject.sink { [unowned self] in handle($0) } }

  private func handle(_ event: MessagesEvent) {
    switch event {
    case .orderChanged(let order):
      state.order = order
      state.messages.sort { order == .oldest ? $0.id < $1.id : $0.size > $1.size }
    case .earlierButtonWasTapped:
      let first = state.messages.map(\.id).min() ?? 1
      state.messages.insert(contentsOf: (first - 3..<first).map(Self.message), at: 0)
    case .moreButtonWasTapped:
      let last = state.messages.map(\.id).max() ?? 0
      state.messages += (last + 1...last + 2).map(Self.message)
      state.moreReason = "These are all messages."
    case .openButtonWasTapped: break
    case .resendButtonWasTapped(let id):
      change(id) { message in
        message.problem = nil
        message.resendReason = "It is on its way."
      }
    case .noteWasWritten(let id, let text): change(id) { $0.note = text }
    case .messagesWereDeleted(let ids): state.messages.removeAll { ids.contains($0.id) }
    }
  }

  private func change(_ id: Int, _ body: (inout MessageRow) -> Void) {
    if let index = state.messages.firstIndex(where: { $0.id == id }) { body(&state.messages[index]) }
  }

  private static func message(_ number: Int) -> MessageRow {
    let isBroken = number % 3 == 0
    return MessageRow(
      id: number, author: number % 2 == 0 ? "Ada" : "Eve", title: "Message \(number)", sent: isBroken ? 0.5 : nil,
      size: abs(number) * 7_919 % 5_000,
      state: isBroken ? "stopped" : "sent", tone: isBroken ? .negative : .positive,
      problem: isBroken ? "The server is away." : nil, resendReason: isBroken ? nil : "It was sent.")
  }
}

extension Screen<MessagesViewModel> {
  static var messages: Self {
    Screen("messages", about: "What can be said of a list.") { _, _ in MessagesViewModel() }
  }
}
