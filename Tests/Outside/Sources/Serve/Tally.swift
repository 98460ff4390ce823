import ViewModels

// A screen of the user's own package, which the main program gives to the app.
struct TallyState: ScreenState {
  var count = 0
  var isBusy: Bool { false }

  static let fields: Fields<TallyState> = [Field(\.count, "How many taps.")]
}

enum TallyEvent: ScreenEvent {
  case moreButtonWasTapped

  static let cases: [EventCase<TallyEvent>] = [EventCase(.moreButtonWasTapped, "The user asked for more.")]
}

final class TallyViewModel: ViewModel {
  let eventSubject = EventSubject<TallyEvent>()
  @Published private(set) var state = TallyState()
  var statePublisher: Published<TallyState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    eventSubject.scan(TallyState()) { state, _ in TallyState(count: state.count + 1) }.assign(to: &$state)
  }
}

extension Screen<TallyViewModel> {
  static var tally: Self { Screen("tally", about: "Counts taps.") { TallyViewModel($1) } }
}
