import AppTesting
import MCP
import StreamsTesting

/// An app of two screens: a bench with work that takes time, and a drawer that the bench opens.
@MainActor func makeWorkshop(_ scheduler: TestScheduler, instanceLimit: Int = 256) -> AppCore {
  AppCore(
    .test(scheduler: scheduler),
    AppDefinition(screens: [AnyScreen(.bench), AnyScreen(.drawer)], limits: AppLimits(screensOfFront: instanceLimit)))
}

struct PIN: Secret {
  private let text: String

  init(_ text: String) { self.text = text }

  func withRevealedText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(text)
  }
}

struct BenchState: ScreenState {
  var label = ""
  var count = 0
  var owner: String?
  var cutDisabledReason: String? = "The saw is not ready."
  var isBusy = false

  static let fields: Fields<BenchState> = [
    Field(\.label, "The label of the bench."), Field(\.count, "How many planks were cut."),
    Field(\.owner, "Whose bench it is.", .isPrivate(as: "somebody")),
    Field(\.cutDisabledReason, "Why no plank can be cut."), Field(\.isBusy, "Whether the saw runs."),
  ]
}

enum BenchEvent: ScreenEvent {
  case labelChanged(String)
  case pinChanged(PIN)
  case cutButtonWasTapped
  case sharpenButtonWasTapped
  case readyButtonWasTapped
  case drawerButtonWasTapped
  case sawWasBorrowed

  static let cases: [EventCase<BenchEvent>] = [
    EventCase(labelChanged, member: "text", "The label's field holds this text."),
    EventCase(pinChanged, member: "text", "The lock's field holds this secret."),
    EventCase(.cutButtonWasTapped, "Cut a plank."),
    EventCase(.sharpenButtonWasTapped, "Sharpen the saw."),
    EventCase(.readyButtonWasTapped, "Get the saw ready."),
    EventCase(.drawerButtonWasTapped, "Open the drawer."),
    EventCase(.sawWasBorrowed, "Take the saw away: a person does that.").notForAssistants(),
  ]
}

/// Cutting takes a second, and sharpening the saw a minute.
final class BenchViewModel: ViewModel {
  let eventSubject = EventSubject<BenchEvent>()
  @Published private(set) var state = BenchState(owner: "Ada")
  var statePublisher: Published<BenchState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  func refusal(of event: BenchEvent) -> String? { event == .cutButtonWasTapped ? state.cutDisabledReason : nil }

  init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    eventSubject
      .sink { [unowned self] event in
        switch event {
        case .labelChanged(let text): state.label = text
        case .pinChanged, .sawWasBorrowed: break
        case .cutButtonWasTapped, .sharpenButtonWasTapped: state.isBusy = true
        case .readyButtonWasTapped: state.cutDisabledReason = nil
        case .drawerButtonWasTapped:
          try? navigator.open(.drawer, NoParameters()) { [unowned self] in state.count += $0?.planks ?? 0 }
        }
      }
      .store(in: &cancellables)
    eventSubject.filter { $0 == .sharpenButtonWasTapped }
      .delay(for: .seconds(60), scheduler: environment.main)
      .sink { [unowned self] _ in state.isBusy = false }
      .store(in: &cancellables)
    eventSubject.filter { $0 == .cutButtonWasTapped }
      .delay(for: .seconds(1), scheduler: environment.main)
      .sink { [unowned self] _ in
        state.count += 1
        state.isBusy = false
      }
      .store(in: &cancellables)
  }
}

extension Screen<BenchViewModel> {
  static var bench: Self { Screen("bench", about: "A bench with a saw.") { BenchViewModel($1) } }
}

struct DrawerState: ScreenState {
  var isOpen = true
  var isBusy: Bool { false }

  static let fields: Fields<DrawerState> = [Field(\.isOpen, "Whether the drawer is open.")]
}

enum DrawerEvent: ScreenEvent {
  case planksWereTaken(Int)

  static let cases: [EventCase<DrawerEvent>] = [
    EventCase(planksWereTaken, member: "count", "Planks were taken out, and the drawer closes.")
  ]
}

struct Planks: ScreenOutcome, JSONRecord {
  var planks: Int

  static let record = Codec(Planks.init(planks:), \.planks)
}

final class DrawerViewModel: ViewModel {
  typealias Outcome = Planks

  let eventSubject = EventSubject<DrawerEvent>()
  @Published private(set) var state = DrawerState()
  var statePublisher: Published<DrawerState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    eventSubject
      .sink { event in
        if case .planksWereTaken(let count) = event { navigator.close(with: Planks(planks: count)) }
      }
      .store(in: &cancellables)
  }
}

extension Screen<DrawerViewModel> {
  static var drawer: Self { Screen("drawer", about: "A drawer with planks.") { DrawerViewModel($1) } }
}
