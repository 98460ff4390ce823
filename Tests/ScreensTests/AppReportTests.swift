import Dispatch
import ExpectSupport
import JSON
import Screens
import StreamsExtras
import StreamsTesting
import Testing

/// What an app reports, and in which order.
@MainActor @Suite struct AppReportTests {
  /// Collects the reports of an app in words.
  @MainActor private final class Log {
    var lines: [String] = []
    var cancellable: AnyCancellable?
    /// Runs when a report was written down.
    var onReport: (AppReport) -> Void = { _ in }

    init(_ app: AppCore) {
      cancellable = app.reports.sink { [unowned self] report in
        lines.append(Self.line(report))
        onReport(report)
      }
    }

    /// The lines since the last call.
    func next() -> [String] {
      defer { lines = [] }
      return lines
    }

    private static func line(_ report: AppReport) -> String {
      let event =
        switch report.event {
        case .opened: "opened"
        case .sent(let event): "\(event)"
        case .refused(_, let reason): "refused: \(reason)"
        case .held(let event, let question): "\(event) held for \(question)"
        case .questionOpened(let question): "\(question.id) opened"
        case .questionDeclined(let question, _): "\(question.id) declined"
        case .questionEnded(let question, let end): "\(question.id) \(end.outcome)"
        case .changed: "changed"
        case .stayed: "stayed"
        case .closed(let reason, _): "closed \(reason.map { "\($0)" } ?? "")"
        case .busy(let isBusy): "busy \(isBusy)"
        case .application(let event): "\(event)"
        case .front(let change): "\(change)"
        case .released: "released"
        case .tabSelected(let tab, _): "tab \(tab)"
        case .localized: "localized"
        case .waitsForChanged: "waits"
        case .accountChanged: "account"
        case .idle: "idle"
        case .fault(let sentence): "fault: \(sentence)"
        }
      let cause =
        switch report.cause {
        case .front: "front"
        case .instance(let id): id
        case .unknown: "unknown"
        }
      return "\(cause): \(report.instance?.id ?? "app") \(event)"
    }
  }

  private let scheduler = TestScheduler()
  private let app: AppCore
  private let log: Log

  init() {
    app = AppCore(
      AppEnvironment(main: scheduler.main),
      AppDefinition(
        screens: [AnyScreen(.step), AnyScreen(.editor), AnyScreen(.tank), AnyScreen(.plainTank)],
        limits: AppLimits(screensOfFront: 8)))
    log = Log(app)
  }

  @Test(arguments: [true, false]) func `an event precedes what comes of it`(isSentToModel: Bool) throws {
    let first = app.open(.step)
    if isSentToModel {
      first.model.eventSubject.send(.editButtonWasTapped)
    } else {
      try first.send(.editButtonWasTapped)
    }
    let editor = try #require(app.instances.last as? ScreenInstance<EditorViewModel>)
    editor.model.eventSubject.send(.starsChanged(2))
    _ = editor.leave()
    first.close()
    // A closed screen has no events.
    first.model.eventSubject.send(.closeButtonWasTapped)
    expectEqual(
      log.next(),
      [
        "front: step-1 opened", "front: step-1 editButtonWasTapped", "step-1: editor-2 opened",
        "front: editor-2 starsChanged(2)", "editor-2: editor-2 changed", "editor-2: editor-2 changed",
        "front: editor-2 stayed", "step-1: editor-2 closed openerClosed", "front: step-1 closed ",
      ])
  }

  @Test func `what a subscriber does to the app is reported after the report that it received`() throws {
    log.onReport = { report in
      if case .opened = report.event, let step = report.instance as? ScreenInstance<StepViewModel> {
        try? step.send(.editButtonWasTapped)
      }
    }
    var other: [String] = []
    let cancellable = app.reports.sink { if case .opened = $0.event { other.append($0.instance?.id ?? "") } }
    _ = app.open(.step)
    expectEqual(log.next(), ["front: step-1 opened", "front: step-1 editButtonWasTapped", "step-1: editor-2 opened"])
    expectEqual(other, ["step-1", "editor-2"])
    cancellable.cancel()
  }

  @Test func `an id is used once`() throws {
    let ids = try (1...3).map { _ in
      let tank = try app.open("tank")
      tank.close()
      return tank.id
    }
    expectEqual(ids, ["tank-1", "tank-2", "tank-3"])
    #expect(app.instance("tank-3") == nil)
  }

  // MARK: - Commands

  @Test func `performs the commands of a front`() throws {
    let tank = try #require(try app.perform(.open(screen: "tank")))
    #expect(app.instance("tank-1") === tank)
    try app.perform(.send(JSONText(scanning: #"{"amount":3,"type":"poured"}"#.utf8), to: "tank-1"))
    expectEqual(tank.snapshot.state.text, #"{"amount":3}"#)
    try app.perform(.application(JSONText(scanning: #"{"type":"willResignActive"}"#.utf8)))
    #expect(!app.isActive)
    try app.perform(.leave("tank-1"))
    #expect(!tank.isOpen)
    try expectEqual(app.perform(.open(screen: "tank"))?.id, "tank-2")
    try app.perform(.close("tank-2"))
    expectEqual(
      log.next(),
      [
        "front: tank-1 opened", "front: tank-1 poured(3)", "tank-1: tank-1 changed", "front: app willResignActive",
        "front: tank-1 closed ", "front: tank-2 opened", "front: tank-2 closed ",
      ])
  }

  @Test func `says why a command is not performed, and changes nothing`() throws {
    let event = try JSONText(scanning: #"{"amount":11,"type":"poured"}"#.utf8)
    for command in [AppCommand.send(event, to: "tank-1"), .close("tank-1"), .leave("tank-1")] {
      #expect(throws: AppCommandError.unknownInstance) { try app.perform(command) }
    }
    #expect(throws: AppCommandError.self) { try app.perform(.open(screen: "pond")) }
    #expect(throws: AppCommandError.self) {
      try app.perform(.open(screen: "tank", parameters: try JSONText(scanning: #"{"size":1}"#.utf8)))
    }
    #expect(throws: AppCommandError.self) {
      try app.perform(.application(try JSONText(scanning: #"{"type":"didSleep"}"#.utf8)))
    }
    expectEqual(log.next(), [])
    try app.perform(.open(screen: "tank"))
    #expect(throws: AppCommandError.refused(reason: "The tank holds 10.")) {
      try app.perform(.send(event, to: "tank-1"))
    }
    expectEqual(log.next(), ["front: tank-1 opened", "front: tank-1 refused: The tank holds 10."])
    for _ in 2...8 { try app.perform(.open(screen: "tank")) }
    #expect(throws: AppCommandError.tooManyScreens(limit: 8)) { try app.perform(.open(screen: "tank")) }
    expectEqual(app.instances.count, 8)
  }

  // MARK: - The events of a view model

  @Test func `what is sent to the view model may be refused, and is applied at once`() {
    let tank = app.open(.tank)
    var received: [TankEvent] = []
    let cancellable = tank.model.eventSubject.sink { received.append($0) }
    tank.model.eventSubject.send(.poured(4))
    expectEqual(tank.model.state.amount, 4)
    tank.model.eventSubject.send(.poured(7))
    expectEqual(tank.model.state.amount, 4)
    expectEqual(received, [.poured(4)])
    expectEqual(
      log.next(),
      [
        "front: tank-1 opened", "front: tank-1 poured(4)", "tank-1: tank-1 changed",
        "front: tank-1 refused: The tank holds 10.",
      ])
    cancellable.cancel()
  }

  @Test func `what is sent while an event is delivered follows, and is decided then`() {
    let tank = app.open(.tank)
    let cancellable = tank.model.eventSubject.sink { event in
      guard event == .poured(4) else { return }
      // Both are possible now, and the second one is not after the first.
      tank.model.eventSubject.send(.poured(5))
      tank.model.eventSubject.send(.poured(3))
    }
    tank.model.eventSubject.send(.poured(4))
    expectEqual(tank.model.state.amount, 9)
    expectEqual(
      log.next().dropFirst(),
      [
        "front: tank-1 poured(4)", "tank-1: tank-1 changed", "tank-1: tank-1 poured(5)", "tank-1: tank-1 changed",
        "tank-1: tank-1 refused: The tank holds 10.",
      ])
    cancellable.cancel()
  }

  @Test func `what the app's own code sends is a consequence`() throws {
    let tank = app.open(.tank)
    let other = app.open(.tank)
    // As an owner and its part: what one hears, it hands to the other.
    let cancellable = tank.model.eventSubject.sink { if $0 == .poured(1) { other.model.eventSubject.send(.poured(2)) } }
    _ = log.next()
    try tank.send(.poured(1))
    try tank.send(.pouredLater)
    scheduler.advance(by: 1)
    expectEqual(
      log.next(),
      [
        "front: tank-1 poured(1)", "tank-1: tank-1 changed", "tank-1: tank-2 poured(2)", "tank-2: tank-2 changed",
        "front: tank-1 pouredLater", "tank-1: tank-1 poured(5)", "tank-1: tank-1 changed",
      ])
    cancellable.cancel()
  }

  @Test func `a job is reported at once, and what a subscriber sends meanwhile follows it`() {
    let tank = app.open(.tank)
    _ = log.next()
    log.onReport = { [log] report in
      guard case .changed = report.event, tank.model.state.amount < 2 else { return }
      tank.model.eventSubject.send(.poured(4))
      log.lines.append("the subscriber has sent")
    }
    app.environment.main.schedule { [log] in
      tank.model.eventSubject.send(.poured(1))
      log.lines.append("the job goes on")
    }
    scheduler.advance()
    expectEqual(
      log.next(),
      [
        "tank-1: tank-1 poured(1)", "tank-1: tank-1 changed", "the subscriber has sent", "the job goes on",
        "front: tank-1 poured(4)", "tank-1: tank-1 changed",
      ])
  }

  @Test func `another publisher can send to the view model`() {
    let tank = app.open(.tank)
    let cancellable = [TankEvent.poured(1), .poured(2), .poured(8)].publisher.subscribe(tank.model.eventSubject)
    expectEqual(tank.model.state.amount, 3)
    cancellable.cancel()
  }

  @Test func `without an app, and after it was closed, the view model has a plain subject`() {
    let model = TankViewModel(AppEnvironment())
    model.eventSubject.send(.poured(11))
    expectEqual(model.state.amount, 11)
    let tank = app.open(.tank)
    tank.close()
    _ = log.next()
    tank.model.eventSubject.send(.poured(11))
    expectEqual(tank.model.state.amount, 11)
    expectEqual(log.next(), [])
  }

  @Test func `a plain subject is reported after it was handled, once, and is not refused`() throws {
    let tank = app.open(.plainTank)
    tank.model.eventSubject.send(.poured(11))
    expectEqual(tank.model.state.amount, 11)
    #expect(throws: EventError.refused(reason: "The tank holds 10.")) { try tank.send(.poured(1)) }
    try tank.send(.emptied)
    expectEqual(
      log.next().dropFirst(),
      [
        "plainTank-1: plainTank-1 changed", "front: plainTank-1 poured(11)",
        "front: plainTank-1 refused: The tank holds 10.",
        "front: plainTank-1 emptied", "plainTank-1: plainTank-1 changed",
      ])
  }

  @Test(.exitTest) func `an event that is sent off the main actor stops, and names the remedy`() async {
    await #expect(processExitsWith: .failure) {
      let app = await AppCore(AppEnvironment(), AppDefinition(screens: []))
      let subject = await MainActor.run { Box(app.open(.tank).model.eventSubject) }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
          subject.value.send(.emptied)
          continuation.resume()
        }
      }
    }
  }
}

/// Carries a subject to another thread, which is what the test is about: the program stops there.
private struct Box: @unchecked Sendable {
  let value: EventSubject<TankEvent>

  init(_ value: EventSubject<TankEvent>) { self.value = value }
}

/// A tank that holds ten.
private enum TankEvent: ScreenEvent {
  case poured(Int)
  case pouredLater
  case emptied

  static let cases: [EventCase<TankEvent>] = [
    EventCase(poured, member: "amount", "So much was poured in."),
    EventCase(.pouredLater, "Five are poured in a second later."),
    EventCase(.emptied, "The tank was emptied."),
  ]
}

private struct TankState: ScreenState {
  var amount = 0
  var isBusy: Bool { false }

  static let fields: Fields<TankState> = [Field(\.amount, "How much it holds.")]
  static var samples: [TankState] { [TankState()] }

  func refusal(of event: TankEvent) -> String? {
    if case .poured(let more) = event, amount + more > 10 { "The tank holds 10." } else { nil }
  }

  mutating func apply(_ event: TankEvent) {
    switch event {
    case .poured(let more): amount += more
    case .pouredLater: break
    case .emptied: amount = 0
    }
  }
}

private final class TankViewModel: ViewModel {
  let eventSubject = EventSubject<TankEvent>()
  @Published private(set) var state = TankState()
  var statePublisher: Published<TankState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject
      .sink { [weak self] event in
        if event != .pouredLater { self?.state.apply(event) }
      }
      .store(in: &cancellables)
    eventSubject
      .filter { $0 == .pouredLater }
      .delay(for: .seconds(1), scheduler: environment.main)
      .map { _ in TankEvent.poured(5) }
      .sink { [weak self] in self?.eventSubject.send($0) }
      .store(in: &cancellables)
  }

  func refusal(of event: TankEvent) -> String? { state.refusal(of: event) }
}

private final class PlainTankViewModel: ViewModel {
  let eventSubject = PassthroughSubject<TankEvent, Never>()
  @Published private(set) var state = TankState()
  var statePublisher: Published<TankState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [weak self] in self?.state.apply($0) }.store(in: &cancellables)
  }

  func refusal(of event: TankEvent) -> String? { state.refusal(of: event) }
}

extension Screen<TankViewModel> {
  fileprivate static var tank: Self { Screen("tank", about: "A tank.") { TankViewModel($1) } }
}

extension Screen<PlainTankViewModel> {
  fileprivate static var plainTank: Self { Screen("plainTank", about: "A tank.") { PlainTankViewModel($1) } }
}
