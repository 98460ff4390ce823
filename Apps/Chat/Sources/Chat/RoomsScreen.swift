import Screens

struct RoomRow: ListRow {
  let id: Int
  var name: String
  var lastText: String?
  var unread: Int
  var draft: String?

  static let fields: Fields<RoomRow> = [
    Field(\.id, "The room's number."), Field(\.name, "The name.", as: .title),
    Field(\.lastText, "The last message.", as: .subtitle),
    Field(\.draft, "What was written and not sent.", .isPrivate(as: "•••")),
    Field(\.unread, "How many messages are unread.", as: .badge),
  ]
}

struct RoomsFacts {
  var rooms: [Room] = []
  var drafts: [Draft] = []
  var condition: FeedCondition?
  var failure: ServiceError?
  var isLoading = false
  var isOffline = false
}

struct RoomsState: ScreenState {
  var message: String?
  var connection: String?
  var rooms: [RoomRow]
  var refreshDisabledReason: String?
  var isBusy: Bool

  init(_ facts: RoomsFacts, _ environment: AppEnvironment) {
    message = facts.isOffline ? nil : (facts.failure?.text).map(environment.words.string)
    connection = environment.connectionText(facts.condition, nil, isOffline: facts.isOffline)
    rooms = facts.rooms.map { room in
      RoomRow(
        id: room.id, name: room.name, lastText: room.lastText, unread: room.unread,
        draft: facts.drafts.first { $0.room == room.id && !$0.text.isEmpty }?.text)
    }
    refreshDisabledReason = facts.isOffline ? connection : nil
    isBusy = facts.isLoading
  }

  static let fields: Fields<RoomsState> = [
    Field(\.message, "What went wrong.", as: .failure),
    Field(\.connection, "Why what is shown may be old.", as: .note),
    Field(\.rooms, "The rooms.").shownAsList(emptyText: "No rooms.", columns: [\RoomRow.unread]),
    Field(\.refreshDisabledReason, "Why the rooms are not loaded again."),
    Field(\.isBusy, "Whether the rooms are being loaded."),
  ]
}

enum RoomsEvent: ScreenEvent {
  case refreshButtonWasTapped
  case openButtonWasTapped(Int)
  case newRoomButtonWasTapped

  static let cases: [EventCase<RoomsEvent>] = [
    EventCase(.refreshButtonWasTapped, "Load the rooms again.").purpose(.refresh).idempotent()
      .disabled(by: \RoomsState.refreshDisabledReason),
    EventCase(openButtonWasTapped, member: "id", "Open a room.").purpose(.navigate).row(of: \RoomsState.rooms),
    EventCase(.newRoomButtonWasTapped, "Make a room.").purpose(.navigate),
  ]
}

/// The rooms, with what is unread.
final class RoomsViewModel: FactsViewModel<RoomsFacts, RoomsState, RoomsEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(RoomsFacts(), environment, RoomsState.init)
    let inbox = environment.inbox
    inbox.$rooms.sink { [unowned self] in facts.rooms = $0 }.store(in: &cancellables)
    environment.drafts.$drafts.sink { [unowned self] in facts.drafts = $0 }.store(in: &cancellables)
    inbox.$condition.sink { [unowned self] in facts.condition = $0 }.store(in: &cancellables)
    inbox.$failure.sink { [unowned self] in facts.failure = $0 }.store(in: &cancellables)
    environment.isOffline.publisher.sink { [unowned self] in facts.isOffline = $0 }.store(in: &cancellables)
    inbox.$isLoading.sink { [unowned self] in facts.isLoading = $0 }.store(in: &cancellables)
  }

  override func handle(_ event: RoomsEvent) {
    switch event {
    case .refreshButtonWasTapped: environment.inbox.load()
    case .openButtonWasTapped(let id): open(id)
    case .newRoomButtonWasTapped:
      try? environment.navigator.open(.roomName, RoomNameParameters()) { [weak self] room in
        guard let self, let room else { return }
        environment.inbox.add(room)
        open(room.id)
      }
    }
  }

  private func open(_ room: Int) { try? environment.navigator.open(.room, RoomParameters(room: room)) }
}

extension Screen<RoomsViewModel> {
  static var rooms: Self {
    Screen("rooms", about: "The rooms.") { RoomsViewModel($1) }
  }
}
