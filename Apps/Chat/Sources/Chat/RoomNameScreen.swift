import Screens

struct RoomNameParameters: ScreenParameters {
  var room: Int?

  static let defaults = RoomNameParameters()
  static let fields: Fields<RoomNameParameters> = [Field(\.room, "The room's number; a new room if it is empty.")]
}

struct RoomNameFacts {
  var room: Room?
  var name = ""
  var saved = Loading<Room>.idle
}

struct RoomNameState: RequestState {
  var name: String
  var saveDisabledReason: String?
  var requests: RequestStatus

  init(_ facts: RoomNameFacts, _ environment: AppEnvironment) {
    let words = environment.words
    name = facts.name
    requests = RequestStatus(environment, facts.saved)
    if isBusy {
      saveDisabledReason = words.text("The service is asked.")
    } else if name.allSatisfy(\.isWhitespace) {
      saveDisabledReason = words.text("The name is missing.")
    } else if name == facts.room?.name {
      saveDisabledReason = words.text("The room has this name.")
    }
  }

  static let fields: Fields<RoomNameState> = [
    Field(\.name, "The name of the room."), Field(\.saveDisabledReason, "Why it cannot be saved."),
    .requests("Why it was not saved."),
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
final class RoomNameViewModel: FactsViewModel<RoomNameFacts, RoomNameState, RoomNameEvent>, ViewModel {
  typealias Parameters = RoomNameParameters
  typealias Outcome = Room

  private let id: Int?

  init(_ id: Int?, _ environment: AppEnvironment) {
    self.id = id
    let room = id.flatMap(environment.inbox.room)
    super.init(RoomNameFacts(room: room, name: room?.name ?? ""), environment, RoomNameState.init)
  }

  override func handle(_ event: RoomNameEvent) {
    switch event {
    case .nameChanged(let name): facts.name = name
    case .saveButtonWasTapped: if state.saveDisabledReason == nil { save(facts.name) }
    }
  }

  /// A form with changes asks first.
  func canLeave() -> Bool { environment.canLeave(discarding: facts.name != facts.room?.name ?? "") }

  private func save(_ name: String) {
    let backend = environment.backend
    let room =
      if let id {
        backend.answer(.rename, RoomName(room: id, name: name)).map { Room(id: id, name: name) }.eraseToAnyPublisher()
      } else {
        backend.answer(.createRoom, NewRoom(name: name))
      }
    load(\.saved, room) { [environment] in environment.navigator.close(with: $0) }
  }
}

extension Screen<RoomNameViewModel> {
  static var roomName: Self { Screen("roomName", about: "Names a room.") { RoomNameViewModel($0.room, $1) } }
}
