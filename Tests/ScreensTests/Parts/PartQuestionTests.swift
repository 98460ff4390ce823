import AppTesting
import ExpectSupport
import ScreensSupport
import StreamsTesting
import Testing

@testable import Screens

/// What a part asks of its front and of the app, and what is asked before its events.
@MainActor @Suite struct PartQuestionTests {
  private let scheduler = TestScheduler()
  private let app: AppCore
  private let page: AppFront
  private let house: ScreenInstance<HouseViewModel>

  init() throws {
    var definition = AppDefinition.club(firstRoom: nil)
    definition.screens.append(AnyScreen(.house))
    app = AppCore(AppEnvironment(main: scheduler.main), definition)
    page = app.attach(.page, isShared: true, answers: [AppFront.anyQuestion])
    house = try page.open(.house)
    try house.send(.deskButtonWasTapped)
    try house.send(.roomButtonWasTapped(7))
  }

  private func text(_ json: String) -> JSONText { JSONText(scanned: Array(json.utf8)[...]) }

  @Test func `a destructive event of a part is held until a person has confirmed it`() throws {
    let id = try #require(try house.sendOrHold(.desk(.clearButtonWasTapped)))
    expectEqual(house.state.desk?.rows, [1, 2, 3])
    expectEqual(page.openQuestions.first?.input(of: .confirm, for: page)?.title, "Delete all rows?")
    try page.answer(id, of: .confirm, with: "yes")
    #expect(house.state.desk?.rows.isEmpty == true)
  }

  @Test func `the question about an event of a part knows the state of the part`() throws {
    let id = try #require(try house.sendOrHold(.desk(.deleteButtonWasTapped(2))))
    expectEqual(page.openQuestions.first?.input(of: .confirm, for: page)?.title, "Delete row 2?")
    try house.send(.deskCloseButtonWasTapped)
    try page.answer(id, of: .confirm, with: "yes")
    #expect(house.state.desk == nil)
    #expect(try house.sendOrHold(.roomCloseButtonWasTapped) == nil)
  }

  @Test func `an event that is confirmed after its part has gone is refused`() throws {
    let id = try #require(try house.sendOrHold(.desk(.clearButtonWasTapped)))
    var ends: [QuestionEnd.HeldEvent?] = []
    let cancellable = app.reports.sink { if case .questionEnded(_, let end) = $0.event { ends.append(end.heldEvent) } }
    try house.send(.deskCloseButtonWasTapped)
    try page.answer(id, of: .confirm, with: "yes")
    expectEqual(ends, [.refused(Outgoing("This is not there at the moment."))])
    cancellable.cancel()
  }

  @Test func `what a part asks ends with the part, and its notice stays`() throws {
    try house.send(.desk(.toldButtonWasTapped))
    try house.send(.desk(.chooseButtonWasTapped))
    expectEqual(app.openQuestions.map(\.name), ["notify", "confirm"])
    try house.send(.deskCloseButtonWasTapped)
    expectEqual(app.openQuestions.map(\.name), ["notify"])
  }

  @Test func `what a part asks is answered`() throws {
    try house.send(.desk(.chooseButtonWasTapped))
    try page.answer(app.openQuestions[0].id, of: .confirm, with: "apple")
    expectEqual(house.state.desk?.answers, ["confirm: apple"])
  }

  @Test func `a part waits for a screen that is presented until the part ends`() throws {
    try house.send(.room(.enterButtonWasTapped))
    let login = try #require(page.screens.first { $0.name == "login" })
    try login.send(text(#"{"type":"nameChanged","name":"Ada"}"#))
    try login.send(text(#"{"type":"signInButtonWasTapped"}"#))
    expectEqual(house.state.room?.notes.last, "Ada")
    try house.send(.room(.enterButtonWasTapped))
    let model = try #require(house.model.room.model)
    try house.send(.roomCloseButtonWasTapped)
    #expect(app.instances.contains { $0.name == "login" })
    page.screens.first { $0.name == "login" }?.close()
    expectEqual(model.state.notes.last, "Ada")
  }

  @Test func `a clock of a part stops when the part ends, or its screen is closed`() throws {
    try house.send(.room(.clockButtonWasTapped))
    let first = try #require(house.model.room.model)
    scheduler.advance(by: .seconds(2))
    expectEqual(first.state.seconds, 2)
    try house.send(.roomCloseButtonWasTapped)
    scheduler.advance(by: .seconds(2))
    expectEqual(first.state.seconds, 2)
    try house.send(.roomButtonWasTapped(8))
    try house.send(.room(.clockButtonWasTapped))
    let second = try #require(house.model.room.model)
    house.close()
    scheduler.advance(by: .seconds(2))
    expectEqual(second.state.seconds, 0)
  }

  // MARK: - Rights

  private struct SafeState: ScreenState {
    var isLocked = false
    var isBusy: Bool { false }
    static let fields: Fields<SafeState> = [Field(\.isLocked, "Whether it is locked.")]
  }

  private enum SafeEvent: ScreenEvent {
    case openButtonWasTapped
    case codeChanged(Code)
    case lockButtonWasTapped
    static let cases: [EventCase<SafeEvent>] = [
      EventCase(.openButtonWasTapped, "Open it.").notForAssistants(),
      EventCase(codeChanged, member: "code", "The code."), EventCase(.lockButtonWasTapped, "Lock it."),
    ]
  }

  private struct BankState: ScreenState {
    var safe = SafeState()
    var isBusy: Bool { false }
    static let fields: Fields<BankState> = [Field(\.safe, "The safe.")]
  }

  private enum BankEvent: ScreenEvent {
    case safe(SafeEvent)
    static let cases: [EventCase<BankEvent>] = [EventCase(part: \BankState.safe, safe, "The safe.")]
  }

  private final class SafeModel: ViewModel {
    let eventSubject = EventSubject<SafeEvent>()
    @Published private(set) var state = SafeState()
    var statePublisher: Published<SafeState>.Publisher { $state }
    let navigator: Navigator

    init(_ environment: AppEnvironment) { navigator = environment.navigator }
  }

  private final class BankModel: ViewModel {
    let eventSubject = EventSubject<BankEvent>()
    @Published private(set) var state = BankState()
    var statePublisher: Published<BankState>.Publisher { $state }
    let safe: Part<SafeModel>

    init(_ environment: AppEnvironment) {
      safe = Part(of: eventSubject, as: BankEvent.safe, in: environment) { SafeModel($0) }
    }
  }

  private static let bank = Screen<BankModel>("bank", about: "A bank.") { BankModel($1) }

  @Test func `an assistant sends no event of a part that is for a person, or takes a secret`() throws {
    let assistant = app.attach(.assistant, isShared: true)
    let bank = try assistant.open(Self.bank)
    #expect(throws: EventError.self) { try bank.send(.safe(.openButtonWasTapped)) }
    #expect(throws: EventError.self) { try bank.send(.safe(.codeChanged(Code("1234")))) }
    try bank.send(.safe(.lockButtonWasTapped))
  }

  @Test func `a part selects a tab of the app until it ends`() throws {
    let bank = try page.open(Self.bank)
    var tabs: [String] = []
    let cancellable = app.reports.sink { if case .tabSelected(let tab, _) = $0.event { tabs.append(tab) } }
    let navigator = bank.model.safe.model.navigator
    app.handle { navigator.select(tab: "desk") }
    expectEqual(tabs, ["desk"])
    bank.close()
    app.handle { navigator.select(tab: "door") }
    expectEqual(tabs, ["desk"])
    cancellable.cancel()
  }
}
