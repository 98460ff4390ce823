public import Screens

/// A screen for tests of what parts ask of their front and of the app: a house with a desk and a room of the club, which may be
/// missing.
public enum HouseEvent: ScreenEvent {
  case deskButtonWasTapped
  case deskCloseButtonWasTapped
  case roomButtonWasTapped(Int)
  case roomCloseButtonWasTapped
  case desk(DeskEvent)
  case room(RoomEvent)

  public static let cases: [EventCase<HouseEvent>] = [
    EventCase(.deskButtonWasTapped, "Put a desk into the house."),
    EventCase(.deskCloseButtonWasTapped, "Take the desk away."),
    EventCase(roomButtonWasTapped, member: "id", "Open a room in the house."),
    EventCase(.roomCloseButtonWasTapped, "Close the room."),
    EventCase(part: \HouseState.desk, desk, "The desk."),
    EventCase(part: \HouseState.room, room, "The room.", appearance: .roomDidAppear),
  ]
}

/// What a house shows.
public struct HouseState: ScreenState {
  public var desk: DeskState?
  public var room: RoomState?
  public var isBusy: Bool { false }

  public static let fields: Fields<HouseState> = [Field(\.desk, "The desk."), Field(\.room, "The room.")]
  public static var samples: [HouseState] { [HouseState()] }
}

/// A house.
public final class HouseViewModel: ViewModel {
  public let eventSubject = EventSubject<HouseEvent>()
  @Published public private(set) var state = HouseState()
  public var statePublisher: Published<HouseState>.Publisher { $state }

  /// The desk.
  public let desk: OptionalPart<DeskViewModel>
  /// The room.
  public let room: OptionalPart<RoomModel>
  private var cancellables: [AnyCancellable] = []

  public init(_ environment: AppEnvironment) {
    desk = OptionalPart(of: eventSubject, as: HouseEvent.desk, in: environment)
    room = OptionalPart(of: eventSubject, as: HouseEvent.room, in: environment)
    desk.statePublisher.combineLatest(room.statePublisher) { HouseState(desk: $0, room: $1) }.assign(to: &$state)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: HouseEvent) {
    switch event {
    case .deskButtonWasTapped: desk.open { DeskViewModel($0) }
    case .deskCloseButtonWasTapped: desk.close()
    case .roomButtonWasTapped(let id): room.open { RoomModel(RoomParameters(id: id), $0) }
    case .roomCloseButtonWasTapped: room.close()
    case .desk, .room: break
    }
  }
}

extension Screen<HouseViewModel> {
  /// A house.
  public static var house: Self { Screen("house", about: "A house.") { HouseViewModel($1) } }
}
