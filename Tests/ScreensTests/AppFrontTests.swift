import ExpectSupport
import ScreensSupport
import StreamsTesting
import Testing

@testable import Screens

@MainActor @Suite struct AppFrontTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() { app = AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.vault)])) }

  @Test func `has a kind and a number, and the app knows the kinds`() {
    var kinds: [[FrontKind]] = []
    let cancellable = app.environment.fronts.sink { kinds.append($0) }
    let page = app.attach(.page)
    let assistant = app.attach(.assistant)
    expectEqual([page.id, assistant.id].map(\.description), ["page-1", "assistant-2"])
    page.leave()
    expectEqual(app.attach(.client).id, FrontID(.client, 3))
    expectEqual(kinds, [[], [.page], [.page, .assistant], [.assistant], [.assistant, .client]])
    expectEqual(app.fronts.map(\.id.number), [2, 3])
    cancellable.cancel()
  }

  @Test(arguments: ["page-2", "host-0"]) func `is read from its description`(text: String) {
    expectEqual(FrontID(parsing: text)?.description, text)
  }

  @Test(arguments: ["page", "page--1", "-2", "pages-2", "page-2-3", ""]) func `is read from no other text`(text: String)
  {
    #expect(FrontID(parsing: text) == nil)
  }

  @Test func `sees its own screens and what they open`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page))
    let vault = try one.open(.vault)
    _ = app.open(.vault)
    try vault.send(.openButtonWasTapped)
    expectEqual(one.screens.map(\.id), ["vault-1", "vault-3"])
    #expect(other.screens.isEmpty)
    #expect(throws: AppCommandError.unknownInstance) { try other.perform(.close("vault-1")) }
    #expect(throws: AppCommandError.unknownInstance) { try other.perform(.show("vault-1")) }
  }

  @Test func `sees all if it is shared, with a count of its own`() throws {
    let one = app.attach(.page)
    let vault = try one.open(.vault)
    try vault.send(.counted(1))
    try vault.send(.counted(2))
    let shared = app.attach(.page, isShared: true)
    let same = try #require(shared.screen("vault-1"))
    expectEqual(same.revision, 1)
    expectEqual(vault.revision, 3)
    try same.send(JSONText(scanning: #"{"type":"counted","number":5}"#.utf8))
    expectEqual([vault.revision, same.revision], [4, 2])
    expectEqual(vault.state.number, 5)
    _ = app.open(.vault)
    expectEqual(shared.screens.map(\.id), ["vault-1", "vault-2"])
    expectEqual(one.screens.map(\.id), ["vault-1"])
  }

  @Test func `is the cause of what it does, and gets its refusals alone`() throws {
    let (one, other) = (app.attach(.page, isShared: true), app.attach(.client, isShared: true))
    let log = Log(app.reports)
    let (ones, others) = (Log(one.reports), Log(other.reports))
    let vault = try one.open(.vault)
    #expect(throws: EventError.refused(reason: "Not below zero.")) { try vault.send(.counted(-1)) }
    try other.screen("vault-1")?.send(JSONText(scanning: #"{"type":"counted","number":2}"#.utf8))
    app.open(.vault).model.eventSubject.send(.counted(3))
    expectEqual(
      log.lines,
      [
        "page-1 vault-1 opened", "page-1 vault-1 refused", "client-2 vault-1 sent", "- vault-1 changed",
        "host-0 vault-2 opened", "host-0 vault-2 sent", "- vault-2 changed",
      ])
    expectEqual(vault.changer, other.id)
    expectEqual(
      ones.lines,
      [
        "page-1 vault-1 opened", "page-1 vault-1 refused", "- vault-1 changed", "host-0 vault-2 opened",
        "- vault-2 changed",
      ])
    expectEqual(others.lines, ones.lines.filter { !$0.hasSuffix("refused") })
  }

  @Test func `waits for what it sees alone`() throws {
    let (one, other) = (app.attach(.page), app.attach(.page))
    let log = Log(one.reports)
    let (vault, unseen) = (try one.open(.vault), try other.open(.vault))
    try unseen.send(.workBegan)
    expectEqual([one.isBusy, other.isBusy, app.isBusy], [false, true, true])
    try vault.send(.workBegan)
    try vault.send(.workEnded)
    scheduler.advance()
    expectEqual(log.lines.last, "page-1 - idle")
    #expect(other.isBusy)
    other.leave()
    #expect(!app.isBusy)
  }

  @Test func `releases all with the app`() throws {
    var app: AppCore? = AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: []))
    weak var front: AppFront?
    weak var vault: VaultViewModel?
    do {
      let page = try #require(app?.attach(.page))
      front = page
      vault = try page.open(.vault).model
    }
    #expect(vault != nil)
    app = nil
    #expect(front == nil)
    #expect(vault == nil)
  }

  @Test func `a screen of a view sends the events of its subject for the front`() throws {
    let front = app.attach(.prompt)
    let vault = try front.open(.vault)
    let log = Log(app.reports)
    Just(VaultEvent.counted(4)).subscribe(vault.eventSubject).cancel()
    vault.eventSubject.send(.counted(-4))
    expectEqual(log.lines, ["prompt-1 vault-1 sent", "- vault-1 changed", "prompt-1 vault-1 refused"])
  }

  @Test func `reports an account that changes, also in another core`() {
    let other = AppCore(app.environment, AppDefinition(screens: []))
    let logs = [Log(app.reports), Log(other.reports)]
    app.environment.account = "ada"
    app.environment.account = "ada"
    app.environment.account = ""
    expectEqual(logs.map(\.lines), Array(repeating: ["host-0 - account", "host-0 - account"], count: 2))
  }

  @Test func `what happens to a front alone is told to no other`() throws {
    let others = (0..<50).map { _ in Log(app.attach(.page).reports) } + [Log(app.attach(.page, isShared: true).reports)]
    let front = app.attach(.page)
    front.send(.willResignActive)
    front.send(.didBecomeActive)
    front.disconnect(canReturn: true)
    #expect(app.attach(.page, returningBy: front.returnName) === front)
    front.leave()
    expectEqual(others.flatMap(\.lines), [])
  }

  @Test func `an assistant hears that what is private is hidden from it because of another front`() throws {
    let (page, other) = (app.attach(.page), app.attach(.page))
    let vault = try page.open(.vault)
    try vault.send(.noted("gold"))
    let (assistant, another) = (Log(app.attach(.assistant, isShared: true).reports), Log(other.reports))
    page.send(.willResignActive)
    expectEqual(assistant.next(), [])
    other.send(.willResignActive)
    expectEqual(assistant.next(), ["page-2 - willResignActive", "- vault-1 changed"])
    page.leave()
    other.leave()
    expectEqual(assistant.next(), ["- vault-1 closed: released"])
    expectEqual(another.lines, ["page-2 - willResignActive"])
  }

  @Test func `a front that does not look at a screen is not asked`() throws {
    let one = app.attach(.page)
    let vault = try one.open(.vault)
    var count = 0
    let cancellables = (0..<50).map { _ in app.attach(.page).reports.sink { _ in count += 1 } }
    count = 0
    try vault.send(.counted(1))
    try vault.send(.workBegan)
    try vault.send(.openButtonWasTapped)
    expectEqual(count, 0)
    expectEqual(vault.screen.views.attached.count, 1)
    for cancellable in cancellables { cancellable.cancel() }
  }
}

/// What was reported, in words.
@MainActor final class Log {
  private(set) var lines: [String] = []
  private var cancellable: AnyCancellable?

  init(_ reports: AnyPublisher<AppReport, Never>) {
    cancellable = reports.sink { [unowned self] report in
      let cause = report.cause.front?.description ?? "-"
      lines.append("\(cause) \(report.instance?.id ?? "-") \(Self.word(for: report.event))")
    }
  }

  /// The lines since the last call.
  func next() -> [String] {
    defer { lines = [] }
    return lines
  }

  private static func word(for event: AppReport.Event) -> String {
    switch event {
    case .opened: "opened"
    case .sent: "sent"
    case .refused: "refused"
    case .held: "held"
    case .questionOpened: "question"
    case .questionDeclined: "declined"
    case .questionEnded: "answered"
    case .changed: "changed"
    case .stayed: "stayed"
    case .released: "released"
    case .closed(let reason, _): reason.map { "closed: \($0.rawValue)" } ?? "closed"
    case .busy(let isBusy): isBusy ? "busy" : "not busy"
    case .application(let event): "\(event)"
    case .front(let change):
      switch change {
      case .attached: "attached"
      case .away: "away"
      case .returned: "returned"
      case .followed: "followed"
      case .left: "left"
      case .shown: "shown"
      }
    case .tabSelected(let tab, let front): "tab \(tab) for \(front?.description ?? "all")"
    case .localized: "localized"
    case .waitsForChanged: "waits"
    case .accountChanged: "account"
    case .fault: "fault"
    case .idle: "idle"
    }
  }
}
