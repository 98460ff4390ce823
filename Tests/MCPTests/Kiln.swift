import AppTesting
import Foundation
import MCP
import StreamsTesting

/// An app of one screen that can be told something when it is opened: a kiln, in which firing takes a second and fails.
@MainActor func makeKiln(_ scheduler: TestScheduler) -> AppCore {
  AppCore(.test(scheduler: scheduler), AppDefinition(screens: [AnyScreen(.kiln)]))
}

struct KilnParameters: OptionalParameters {
  var glaze: String?
  var degrees: [Int] = []
  var shelves: Int?
  var cone: Double?
  var price: Decimal?
  var start: TimeOfDay?

  static let fields: Fields<KilnParameters> = [
    Field(\.glaze, "The glaze."), Field(\.degrees, "How hot it becomes, one after the other."),
    Field(\.shelves, "How many shelves it has.").bounded(from: 1, to: 9),
    Field(\.cone, "The cone.").bounded(from: 0.5, to: 14.5), Field(\.price, "What it costs.").bounded(from: 0),
    Field(\.start, "When it begins."),
  ]
}

struct KilnState: ScreenState {
  var label = ""
  var glaze: String?
  var degrees: [Int] = []
  var problem: String?
  var isBusy = false

  static let fields: Fields<KilnState> = [
    Field(\.label, "What stands on it."), Field(\.glaze, "The glaze."), Field(\.degrees, "How hot it becomes."),
    Field(\.problem, "Why the firing failed.", as: .failure), Field(\.isBusy, "Whether it burns."),
  ]
}

enum KilnEvent: ScreenEvent {
  case kilnDidAppear
  case labelChanged(String)
  case pinChanged(PIN)
  case fireButtonWasTapped
  case clearButtonWasTapped
  case listButtonWasTapped
  case smashButtonWasTapped
  case doorWasClosed

  static let cases: [EventCase<KilnEvent>] = [
    EventCase(.kilnDidAppear, "The kiln is shown."),
    EventCase(labelChanged, member: "text", "The label's field holds this text."),
    EventCase(pinChanged, member: "text", "Enter the PIN."),
    EventCase(.fireButtonWasTapped, "Fire it.").labelled("Fire"),
    EventCase(.clearButtonWasTapped, "Put the message away."),
    EventCase(.listButtonWasTapped, "Show what is in it.").purpose(.navigate),
    EventCase(.smashButtonWasTapped, "Smash what is in it.").destructive(),
    EventCase(.doorWasClosed, "Close the door.").idempotent(),
  ]
}

final class KilnViewModel: ViewModel {
  typealias Parameters = KilnParameters

  let eventSubject = EventSubject<KilnEvent>()
  @Published private(set) var state = KilnState()
  var statePublisher: Published<KilnState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ parameters: KilnParameters, _ environment: AppEnvironment) {
    state.glaze = parameters.glaze
    state.degrees = parameters.degrees
    eventSubject
      .sink { [unowned self] event in
        switch event {
        case .labelChanged(let text): state.label = text
        case .clearButtonWasTapped: state.problem = nil
        case .fireButtonWasTapped:
          state.problem = nil
          state.isBusy = true
        case .kilnDidAppear: state.isBusy = state.glaze == "slow"
        case .pinChanged, .listButtonWasTapped, .smashButtonWasTapped, .doorWasClosed: break
        }
      }
      .store(in: &cancellables)
    eventSubject.filter { $0 == .fireButtonWasTapped }
      .delay(for: .seconds(3), scheduler: environment.main)
      .sink { [unowned self] _ in
        state.problem = "It has cracked."
        state.isBusy = false
      }
      .store(in: &cancellables)
  }
}

extension Screen<KilnViewModel> {
  static var kiln: Self {
    Screen("kiln", about: "A kiln.", appearance: .kilnDidAppear) { KilnViewModel($0, $1) }
  }
}
