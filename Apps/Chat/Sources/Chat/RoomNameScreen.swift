import Screens

struct RoomNameParameters: ScreenParameters {
  var room: Int?

  static let defaults = RoomNameParameters()
  static let fields: Fields<RoomNameParameters> = [Field(\.room, "The room's number; a new room if it is empty.")]
}

struct RoomNameFacts {
  var room: Room?
  var name = ""
  var failure: ServiceError?
  var isBusy = false
}

struct RoomNameState: ScreenState {
  var name: String
  var saveDisabledReason: String?
  var message: String?
  var isBusy: Bool

  init(_ facts: RoomNameFacts, _ environment: AppEnvironment) {
    let words = environment.words
    name = facts.name
    message = (facts.failure?.text).map(words.string)
    isBusy = facts.isBusy
    if facts.isBusy {
      saveDisabledReason = words.text("The service is asked.")
    } else if name.allSatisfy(\.isWhitespace) {
      saveDisabledReason = words.text("The name is missing.")
    } else if name == facts.room?.name {
      saveDisabledReason = words.text("The room has this name.")
    }
  }

  static let fields: Fields<RoomNameState> = [
    Field(\.name, "The name of the room."), Field(\.saveDisabledReason, "Why it cannot be saved."),
    Field(\.message, "Why it was not saved.").shown(as: .failure), Field(\.isBusy, "Whether it is being saved."),
  ]
}

enum RoomNameEvent: ScreenEvent {
  case nameChanged(String)
  case saveButtonWasTapped

  static let cases: [EventCase<RoomNameEvent>] = [
    EventCase(nameChanged, member: "text", "Enter the name of the room."),
    EventCase(.saveButtonWasTapped, "Save the name.").purpose(.submit).disabled(by: \RoomNameState.saveDisabledReason),
  ]
}

/// Names a room: one that is there, if the server lets the person, or a new one. It closes with the room.
final class RoomNameViewModel: ViewModel {
  typealias Parameters = RoomNameParameters
  typealias Outcome = Room

  let eventSubject = EventSubject<RoomNameEvent>()
  @Published private(set) var state: RoomNameState
  var statePublisher: Published<RoomNameState>.Publisher { $state }

  @Published private var facts: RoomNameFacts
  private var request: AnyCancellable?
  private var question: AnyCancellable?
  private var cancellable: AnyCancellable?
  private let environment: AppEnvironment

  init(_ id: Int?, _ environment: AppEnvironment) {
    self.environment = environment
    let room = id.flatMap(environment.inbox.room)
    let facts = RoomNameFacts(room: room, name: room?.name ?? "")
    self.facts = facts
    state = RoomNameState(facts, environment)
    environment.states(of: $facts, RoomNameState.init).assign(to: &$state)
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .nameChanged(let name): self.facts.name = name
      case .saveButtonWasTapped: if state.saveDisabledReason == nil { save(id) }
      }
    }
  }

  /// A form with changes asks first.
  func canLeave() -> Bool {
    guard facts.name != facts.room?.name ?? "" else { return true }
    question = environment.askToDiscard()
    return false
  }

  private func save(_ id: Int?) {
    let name = facts.name
    let backend = environment.backend
    facts.failure = nil
    facts.isBusy = true
    let room: AnyPublisher<Room, ServiceError>
    if let id {
      room = backend.answer(.rename, RoomName(room: id, name: name)).map { Room(id: id, name: name) }
        .eraseToAnyPublisher()
    } else {
      room = backend.answer(.createRoom, NewRoom(name: name))
    }
    request = room.result().sink { [unowned self] result in
      facts.isBusy = false
      switch result {
      case .success(let room): environment.navigator.close(with: room)
      case .failure(let error): facts.failure = error
      }
    }
  }
}

extension Screen<RoomNameViewModel> {
  static var roomName: Self { Screen("roomName", about: "Names a room.") { RoomNameViewModel($0.room, $1) } }
}
