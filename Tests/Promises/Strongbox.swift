import Screens
import Streams

/// What is in the boxes of an app that is made from a seed: a mark, and the texts that are made of it.
struct StrongboxPlan: Sendable {
  /// A word that is in nothing but what is private.
  let mark: String
  private let forms: [Int]

  /// The seed decides on the mark, on how each text is made of it, and on how many rows there are.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    mark = "Q" + String((0..<7).map { _ in letters.randomElement(using: &generator) ?? "Q" })
    forms = (0..<32).map { _ in Int.random(in: 0..<4, using: &generator) }
  }

  var rowCount: Int { 1 + forms[0] }

  /// The text for a place.
  func text(_ place: Int) -> String {
    switch forms[place] {
    case 0: mark
    case 1: "The \(mark) of \(place)."
    case 2: "\(place)-\(mark)-\(place)"
    default: "\(mark)\n\"\(place)\""
    }
  }
}

private enum PlanKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> StrongboxPlan { StrongboxPlan(seed: 0) }
}

extension AppEnvironment {
  var plan: StrongboxPlan {
    get { self[PlanKey.self] }
    set { self[PlanKey.self] = newValue }
  }
}

/// What is in a box. The mark is private.
struct Content: JSONRecord, ScreenOutcome {
  var number: Int
  var mark: String

  static let record = Codec(
    Content.init(number:mark:), Field(\.number), Field(\.mark, "What is kept.", .isPrivate(as: "kept")))
}

/// A result with the content of a box inside.
struct Emptied: JSONRecord, ScreenOutcome {
  var contents: [Content]
  var first: Content?

  static let record = Codec(Emptied.init(contents:first:), \.contents, \.first)
}

extension ServiceOperation<Int, Content> {
  static var content: Self { Self("content").effect(.reads) }
}

/// A value inside of a state.
struct Label: DescribedObject {
  var number = 0
  var owner: String?

  static let fields: Fields<Label> = [
    Field(\.number, "The number."), Field(\.owner, "The owner.", .isPrivate(as: "somebody")),
  ]
}

struct BoxRow: ListRow {
  let id: Int
  var text = ""
  var reason: String?

  static let fields: Fields<BoxRow> = [
    Field(\.id, "The number."), Field(\.text, "What it is.", .isPrivate(as: "•••")),
    Field(\.reason, "Why it cannot be taken.", .isPrivate(as: "It is not possible.")),
  ]
}

// MARK: - The lid

struct LidState: ScreenState {
  var note = ""
  var reason: String?
  var isBusy: Bool { false }

  static let fields: Fields<LidState> = [
    Field(\.note, "What stands on the lid.", .isPrivate(as: "•••")),
    Field(\.reason, "Why it cannot be opened.", .isPrivate(as: "It is not possible.")),
  ]
  static let samples = [LidState()]
}

enum LidEvent: ScreenEvent {
  case openButtonWasTapped
  case scratchButtonWasTapped

  static let cases: [EventCase<LidEvent>] = [
    EventCase(.openButtonWasTapped, "Open the lid.").disabled(by: \LidState.reason).withPrivateReasons(),
    EventCase(.scratchButtonWasTapped, "Scratch the lid."),
  ]
}

final class LidViewModel: ViewModel {
  let eventSubject = EventSubject<LidEvent>()
  @Published private(set) var state = LidState()
  var statePublisher: Published<LidState>.Publisher { $state }

  func fill(_ plan: StrongboxPlan) { state = LidState(note: plan.text(1), reason: plan.text(2)) }
}

// MARK: - The box

struct StrongboxState: ScreenState {
  var number = 0
  var title = ""
  var note: String?
  var label = Label()
  var labels: [Label] = []
  var rows: [BoxRow] = []
  var content: Content?
  var lid = LidState()
  var status = ""
  var reason: String?
  var statusTone = Tone.neutral
  var isBusy = false

  static let fields: Fields<StrongboxState> = [
    Field(\.number, "How often something was done."),
    Field(\.title, "What stands on it.", .isPrivate(as: "•••"), as: .title),
    Field(\.note, "A note.", .isPrivate(as: nil)), Field(\.label, "The label."), Field(\.labels, "More labels."),
    Field(\.rows, "What is in it."), Field(\.content, "What is in it, as the server says it."),
    Field(\.lid, "The lid."),
    Field(\.status, "How it is.", .isPrivate(as: { $0.isEmpty ? "" : "full" })).shownAsStatus(tone: \.statusTone),
    Field(\.statusTone, "The tone."),
    Field(\.reason, "Why it cannot be sold.", .isPrivate(as: "It is not possible.")),
    Field(\.isBusy, "Whether it works."),
  ]
  static let samples = [StrongboxState()]
}

enum StrongboxEvent: ScreenEvent {
  case fillButtonWasTapped
  case contentArrived(Content)
  case lid(LidEvent)
  case sellButtonWasTapped
  case takeButtonWasTapped(Int)
  case shakeButtonWasTapped
  case dropButtonWasTapped
  case askButtonWasTapped
  case noticeButtonWasTapped
  case fileButtonWasTapped
  case copyButtonWasTapped
  case drawerButtonWasTapped
  case closeButtonWasTapped

  static let cases: [EventCase<StrongboxEvent>] = [
    EventCase(.fillButtonWasTapped, "Fill the box."),
    EventCase(contentArrived, member: "content", "The content has arrived.").notForAssistants(),
    EventCase(part: \StrongboxState.lid, lid, "The lid."),
    EventCase(.sellButtonWasTapped, "Sell it.").disabled(by: \StrongboxState.reason).withPrivateReasons(),
    EventCase(takeButtonWasTapped, member: "id", "Take something out.")
      .row(of: \StrongboxState.rows, disabledBy: \.reason).withPrivateReasons(),
    EventCase(.shakeButtonWasTapped, "Shake it.").withPrivateReasons(),
    EventCase(.dropButtonWasTapped, "Drop it.").destructive { (state: StrongboxState, _) in
      EventQuestion("Drop \(state.title)?", message: state.note, confirm: "Drop").withPrivateTexts()
    },
    EventCase(.askButtonWasTapped, "Ask what to do with it."), EventCase(.noticeButtonWasTapped, "Say something."),
    EventCase(.fileButtonWasTapped, "Save what is in it."), EventCase(.copyButtonWasTapped, "Copy what is in it."),
    EventCase(.drawerButtonWasTapped, "Open a drawer."), EventCase(.closeButtonWasTapped, "Close it."),
  ]
}

final class StrongboxViewModel: ViewModel {
  typealias Outcome = Emptied

  let eventSubject = EventSubject<StrongboxEvent>()
  @Published private(set) var state = StrongboxState()
  var statePublisher: Published<StrongboxState>.Publisher { $state }
  private let lid: Part<LidViewModel>
  private let environment: AppEnvironment
  private var plan: StrongboxPlan { environment.plan }
  private var request: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    lid = Part(of: eventSubject, as: StrongboxEvent.lid, in: environment) { _ in LidViewModel() }
    lid.statePublisher.sink { [unowned self] in state.lid = $0 }.store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  func refusal(of event: StrongboxEvent) -> String? {
    if event == .shakeButtonWasTapped, state.content != nil { return plan.text(3) }
    return event.describedRefusal(in: state)
  }

  private func handle(_ event: StrongboxEvent) {
    let front = environment.front
    switch event {
    case .fillButtonWasTapped:
      request = environment.backend.answer(.content, 7).result()
        .sink { [unowned self] in if case .success(let content) = $0 { eventSubject.send(.contentArrived(content)) } }
    case .contentArrived(let content): fill(content)
    case .askButtonWasTapped:
      let choices = [ConfirmChoice("keep", plan.text(4)), .cancel("no", "No")]
      front.tell(.confirm(plan.text(5), message: plan.text(6), choices).withPrivateInput())
    case .noticeButtonWasTapped:
      front.tell(.notify(plan.text(7), action: NoticeAction("undo", plan.text(8))).withPrivateInput())
    case .fileButtonWasTapped:
      front.tell(.saveFile(FileReference(name: plan.mark + ".txt", bytes: Array("empty".utf8))))
    case .copyButtonWasTapped: front.tell(.copy(plan.text(9)).withPrivateInput())
    case .drawerButtonWasTapped:
      try? environment.navigator.open(
        .drawer, DrawerParameters(number: 3, pin: plan.text(10), content: state.content))
    case .closeButtonWasTapped:
      if let content = state.content {
        environment.navigator.close(with: Emptied(contents: [content, content], first: content))
      } else {
        environment.navigator.close()
      }
    case .lid, .sellButtonWasTapped, .takeButtonWasTapped, .shakeButtonWasTapped, .dropButtonWasTapped: break
    }
    state.number += 1
  }

  private func fill(_ content: Content) {
    var next = state
    next.title = plan.text(11)
    next.note = plan.text(12)
    next.label = Label(number: 1, owner: plan.text(13))
    next.labels = [Label(), Label(number: 2, owner: plan.text(14))]
    next.rows = (0..<plan.rowCount).map { BoxRow(id: $0, text: plan.text(15 + $0), reason: plan.text(20 + $0)) }
    next.content = content
    next.status = plan.text(25)
    next.reason = plan.text(26)
    state = next
    lid.model.fill(plan)
  }
}

extension Screen<StrongboxViewModel> {
  static var strongbox: Self { Screen("strongbox", about: "A box.") { StrongboxViewModel($1) } }
}

// MARK: - The drawer

struct DrawerParameters: OptionalParameters {
  var number = 0
  var pin = ""
  var content: Content?

  static let fields: Fields<DrawerParameters> = [
    Field(\.number, "Which one."), Field(\.pin, "How it opens.", .isPrivate(as: "")),
    Field(\.content, "What is in it."),
  ]
}

struct DrawerState: ScreenState {
  var number = 0
  var pin = ""
  var isBusy: Bool { false }

  static let fields: Fields<DrawerState> = [
    Field(\.number, "Which one."), Field(\.pin, "How it opens.", .isPrivate(as: "•••")),
  ]
  static let samples = [DrawerState()]
}

enum DrawerEvent: ScreenEvent {
  case tapped

  static let cases: [EventCase<DrawerEvent>] = [EventCase(.tapped, "Tap it.")]
}

final class DrawerViewModel: ViewModel {
  typealias Parameters = DrawerParameters

  let eventSubject = EventSubject<DrawerEvent>()
  @Published private(set) var state: DrawerState
  var statePublisher: Published<DrawerState>.Publisher { $state }

  init(_ parameters: DrawerParameters) { state = DrawerState(number: parameters.number, pin: parameters.pin) }
}

extension Screen<DrawerViewModel> {
  static var drawer: Self { Screen("drawer", about: "A drawer.") { parameters, _ in DrawerViewModel(parameters) } }
}

// MARK: - The app

struct VaultRoomState: ScreenState {
  var owner: String?
  var isBusy: Bool { false }

  static let fields: Fields<VaultRoomState> = [Field(\.owner, "The owner.", .isPrivate(as: "somebody"))]
  static let samples = [VaultRoomState()]
}

final class VaultRoomModel: ViewModel {
  let eventSubject = EventSubject<DrawerEvent>()
  @Published private(set) var state: VaultRoomState
  var statePublisher: Published<VaultRoomState>.Publisher { $state }

  init(_ environment: AppEnvironment) { state = VaultRoomState(owner: environment.plan.text(27)) }
}

extension AppDefinition {
  static func strongbox(_ plan: StrongboxPlan) -> AppDefinition {
    AppDefinition(
      screens: [AnyScreen(.strongbox), AnyScreen(.drawer)],
      app: AnyScreen(Screen<VaultRoomModel>("app", about: "The room of the boxes.") { VaultRoomModel($1) }),
      links: AppLinks([Route("/box", .strongbox), Route("/drawer/{number}", .drawer)]),
      mock: { _ in Backend.handlers([ServiceHandler(.content) { Content(number: $0, mark: plan.mark) }]) },
      prepare: { $0.plan = plan })
  }
}
