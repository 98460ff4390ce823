import Outbox
import Screens

struct ChatState: ScreenState {
  var account: String?
  var unread = 0
  var connection: String?
  var reconnectHidden = true

  static let fields: Fields<ChatState> = [
    Field(\.account, "Who is signed in.", .isPrivate(as: "•••")).forPrograms(),
    // The tab of the rooms says it.
    Field(\.unread, "How many messages are unread.", as: .badge).forPrograms(),
    Field(\.connection, "Why what is shown may be old.", as: .note),
    Field(\.reconnectHidden, "Whether connecting again would change nothing.").forPrograms(),
  ]

  static let samples = [ChatState()]
}

enum ChatEvent: ScreenEvent {
  case reconnectButtonWasTapped

  static let cases: [EventCase<ChatEvent>] = [
    EventCase(.reconnectButtonWasTapped, "Load the rooms again.").purpose(.refresh)
      .hidden(by: \ChatState.reconnectHidden)
  ]
}

/// What belongs to no screen: who is signed in, what is unread, the connection, and notices of what others write.
final class ChatModel: ViewModel {
  let eventSubject = EventSubject<ChatEvent>()
  @Published private(set) var state = ChatState()
  var statePublisher: Published<ChatState>.Publisher { $state }

  private let environment: AppEnvironment
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    let inbox = environment.inbox
    state.account = environment.account.isEmpty ? nil : environment.account
    environment.applyStoredLanguage()
    environment.isOffline.publisher.sink { environment.isOutboxPaused = $0 }.store(in: &cancellables)
    eventSubject.sink { _ in inbox.load() }.store(in: &cancellables)
    environment.renewSession(presenting: .signIn).store(in: &cancellables)
    environment.accountChanges
      .sink { [unowned self] in state.account = $0.isEmpty ? nil : $0 }
      .store(in: &cancellables)
    inbox.$rooms.map { $0.reduce(0) { $0 + $1.unread } }.removeDuplicates()
      .sink { [unowned self] in state.unread = $0 }
      .store(in: &cancellables)
    inbox.$condition.combineLatest(
      inbox.$failure, environment.isOffline.publisher, environment.presentationChanges.prepend(())
    )
    .sink { [unowned self] condition, failure, isOffline, _ in
      var state = state
      state.connection = environment.connectionText(condition, failure, isOffline: isOffline)
      // Who is offline has chosen that, and what connects does so by itself.
      state.reconnectHidden = isOffline || failure == nil && [nil, .open, .connecting].contains(condition)
      self.state = state
    }
    .store(in: &cancellables)
    inbox.changes.sink { [unowned self] in notify($0) }.store(in: &cancellables)
    // Before any screen, since they tell of the files of the last session.
    _ = environment.drafts
    environment.noticeAnswers
      .filter { $0.action.name == Drafts.openRoom && $0.answer == .answered(.action) }
      .compactMap { $0.action.value.flatMap { Int($0) } }
      .sink { try? environment.navigator.open(.room, RoomParameters(room: $0)) }
      .store(in: &cancellables)
    inbox.load()
  }

  /// Tells of a message of another person, unless its room is open.
  private func notify(_ change: Change) {
    guard let message = change.message, message.author != environment.account,
      let room = environment.inbox.room(change.room), room.unread > 0,
      environment.notifications.value.includes(message, for: environment.account)
    else { return }
    environment.front.tell(.notify(environment.words.text("\(message.author) in \(room.name): \(message.text)")))
  }
}

extension Screen<ChatModel> {
  static var chat: Self { Screen("app", about: "The chat.") { ChatModel($1) } }
}

extension AppEnvironment {
  /// Why what is shown may be old; `nil` if it is not.
  func connectionText(_ condition: FeedCondition?, _ failure: ServiceError?, isOffline: Bool) -> String? {
    if isOffline { return words.text("You are offline. What you write is sent later.") }
    if let failure { return words.string(failure.text) }
    return switch condition {
    case .interrupted: words.text("Not connected. What you write is sent later.")
    case .connecting: words.text("Connecting…")
    case .open, nil: nil
    }
  }
}
