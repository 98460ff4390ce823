import Screens

struct RenameParameters: ScreenParameters {
  var room: Int

  static let defaults = RenameParameters(room: 0)
  static let fields: Fields<RenameParameters> = [Field(required: \.room, "The room's number.")]
}

struct RenameFacts {
  var room: Room?
  var name = ""
  var failure: ServiceError?
  var isBusy = false
}

struct RenameState: ScreenState {
  var name: String
  var saveDisabledReason: String?
  var message: String?
  var isBusy: Bool

  init(_ facts: RenameFacts, _ environment: AppEnvironment) {
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

  static let fields: Fields<RenameState> = [
    Field(\.name, "The new name."), Field(\.saveDisabledReason, "Why it cannot be saved."),
    Field(\.message, "Why it was not saved.").shown(as: .failure), Field(\.isBusy, "Whether it is being saved."),
  ]
}

enum RenameEvent: ScreenEvent {
  case nameChanged(String)
  case saveButtonWasTapped

  static let cases: [EventCase<RenameEvent>] = [
    EventCase(nameChanged, member: "text", "The name's field holds this text."),
    EventCase(.saveButtonWasTapped, "Save the name.").purpose(.submit).disabled(by: \RenameState.saveDisabledReason),
  ]
}

/// Renames a room. Whether the person may, the server says.
final class RenameViewModel: ViewModel {
  typealias Parameters = RenameParameters

  let eventSubject = EventSubject<RenameEvent>()
  @Published private(set) var state: RenameState
  var statePublisher: Published<RenameState>.Publisher { $state }

  @Published private var facts: RenameFacts
  private var request: AnyCancellable?
  private var cancellable: AnyCancellable?
  private let environment: AppEnvironment

  init(_ id: Int, _ environment: AppEnvironment) {
    self.environment = environment
    let room = environment.inbox.room(id)
    let facts = RenameFacts(room: room, name: room?.name ?? "")
    self.facts = facts
    state = RenameState(facts, environment)
    environment.states(of: $facts, RenameState.init).assign(to: &$state)
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .nameChanged(let name): self.facts.name = name
      case .saveButtonWasTapped: if state.saveDisabledReason == nil { save(RoomName(room: id, name: self.facts.name)) }
      }
    }
  }

  private func save(_ name: RoomName) {
    facts.failure = nil
    facts.isBusy = true
    request = environment.backend.answer(.rename, name).result().sink { [unowned self] result in
      facts.isBusy = false
      switch result {
      case .success: environment.navigator.close()
      case .failure(let error): facts.failure = error
      }
    }
  }
}

extension Screen<RenameViewModel> {
  static var rename: Self { Screen("rename", about: "Renames a room.") { RenameViewModel($0.room, $1) } }
}
