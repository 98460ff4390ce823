import Screens

struct RoomRow: ListRow {
  let id: Int
  var name: String
  var lastText: String?
  var unread: Int
  var draft: String?

  static let fields: Fields<RoomRow> = [
    Field(\.id, "The room's number."), Field(\.name, "The name.").shown(as: .title),
    Field(\.lastText, "The last message.", .isPrivate(as: "•••")).shown(as: .subtitle),
    Field(\.draft, "What was written and not sent.", .isPrivate(as: "•••")),
    Field(\.unread, "How many messages are unread.").shown(as: .badge),
  ]
}

struct RoomsFacts {
  var rooms: [Room] = []
  var drafts: [Int: String] = [:]
  var condition: FeedCondition?
  var failure: ServiceError?
  var isLoading = false
}

struct RoomsState: ScreenState {
  var connection: String?
  var rooms: [RoomRow]
  var isBusy: Bool

  init(_ facts: RoomsFacts, _ environment: AppEnvironment) {
    connection = environment.connectionText(facts.condition, facts.failure)
    rooms = facts.rooms.map { room in
      RoomRow(
        id: room.id, name: room.name, lastText: room.lastText, unread: room.unread, draft: facts.drafts[room.id])
    }
    isBusy = facts.isLoading
  }

  static let fields: Fields<RoomsState> = [
    Field(\.connection, "Why what is shown may be old.").shown(as: .note),
    Field(\.rooms, "The rooms.").shownAsList(emptyText: "No rooms.", columns: [\RoomRow.lastText, \.unread]),
    Field(\.isBusy, "Whether the rooms are being loaded."),
  ]
}

enum RoomsEvent: ScreenEvent {
  case viewDidAppear
  case refreshButtonWasTapped
  case openButtonWasTapped(Int)

  static let cases: [EventCase<RoomsEvent>] = [
    EventCase(.viewDidAppear, "The rooms are shown."),
    EventCase(.refreshButtonWasTapped, "Load the rooms again.").purpose(.refresh).idempotent(),
    EventCase(openButtonWasTapped, member: "id", "Open a room.").purpose(.navigate).row(of: \RoomsState.rooms),
  ]
}

/// The rooms, with what is unread.
final class RoomsViewModel: ViewModel {
  let eventSubject = EventSubject<RoomsEvent>()
  @Published private(set) var state: RoomsState
  var statePublisher: Published<RoomsState>.Publisher { $state }

  @Published private var facts = RoomsFacts()
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    self.environment = environment
    state = RoomsState(RoomsFacts(), environment)
    environment.states(of: $facts, RoomsState.init).assign(to: &$state)
    let inbox = environment.inbox
    inbox.$rooms.sink { [unowned self] in show($0) }.store(in: &cancellables)
    inbox.$condition.sink { [unowned self] in facts.condition = $0 }.store(in: &cancellables)
    inbox.$failure.sink { [unowned self] in facts.failure = $0 }.store(in: &cancellables)
    inbox.$isLoading.sink { [unowned self] in facts.isLoading = $0 }.store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func show(_ rooms: [Room]) {
    facts.rooms = rooms
    let drafts = rooms.map { environment.drafts.draft(for: $0.id) }.filter { !$0.text.isEmpty }
    facts.drafts = Dictionary(drafts.map { ($0.room, $0.text) }) { first, _ in first }
  }

  private func handle(_ event: RoomsEvent) {
    switch event {
    case .viewDidAppear: show(facts.rooms)
    case .refreshButtonWasTapped: environment.inbox.load()
    case .openButtonWasTapped(let id): try? environment.navigator.open(.room, RoomParameters(room: id))
    }
  }
}

extension Screen<RoomsViewModel> {
  static var rooms: Self {
    Screen("rooms", about: "The rooms.", appearance: .viewDidAppear) { RoomsViewModel($1) }
  }
}
