import AppTesting
import ExpectSupport
import Foundation
import ScreensSupport
import Storage
import StreamsTesting
import Support
import Testing

@testable import Outbox
@testable import Requests
@testable import Screens

extension ServiceOperation<String, String> {
  fileprivate static var ask: Self { Self("ask").effect(.reads) }
}

extension ServiceFeed<Void, String> {
  fileprivate static var letters: Self { Self("letters") }
}

extension StorageKey<[String]> {
  fileprivate static let notes = StorageKey("notes")
}

extension StorageKey<String> {
  fileprivate static let note = StorageKey("note")
}

private enum ClerkEvent: ScreenEvent {
  case signedOut
  case doorWasOpened

  static let cases: [EventCase<ClerkEvent>] = [
    EventCase(.signedOut, "Sign out."), EventCase(.doorWasOpened, "Go to the door."),
  ]
}

private struct ClerkState: ScreenState {
  var text = ""
  var isBusy: Bool { false }

  static let fields: Fields<ClerkState> = [Field(\.text, "What the account has written.")]
}

/// A careless screen: whatever it hears, it stores what the account has written, and asks with it.
private final class ClerkViewModel: ViewModel {
  let eventSubject = EventSubject<ClerkEvent>()
  @Published private(set) var state = ClerkState()
  var statePublisher: Published<ClerkState>.Publisher { $state }
  private(set) var heard: [String] = []
  private var hasOrdered = false
  private var cancellables: Set<AnyCancellable> = []
  private let environment: AppEnvironment

  /// - Parameter forgets: Whether it forgets what it shows when the account changes. A careful screen does so that stays open.
  init(_ environment: AppEnvironment, forgets: Bool) {
    self.environment = environment
    state.text = environment.account.isEmpty ? "" : "of \(environment.account)"
    environment.backend.follow(.letters).elements().sink { [weak self] _ in
      self?.receive("end")
    } receiveValue: { [weak self] in
      self?.receive("letter \($0)")
    }
    .store(in: &cancellables)
    environment.stored(.notes, default: []).publisher.sink { [weak self] _ in self?.receive("stored") }
      .store(in: &cancellables)
    environment.outbox(.deskOrder).entries.sink { [weak self] _ in self?.receive("entries") }.store(in: &cancellables)
    environment.deskBell.sink { [weak self] in self?.receive("bell") }.store(in: &cancellables)
    if forgets {
      environment.accountChanges.sink { [weak self] in
        self?.keep()
        self?.state.text = ""
        self?.receive("account \($0)")
      }
      .store(in: &cancellables)
    }
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func receive(_ news: String) {
    heard.append(news)
    keep()
    if news == "end" { environment.deskBoard.texts.append(state.text) }
  }

  /// Stores, asks and orders.
  private func keep() {
    let text = state.text
    guard !text.isEmpty else { return }
    let notes = environment.stored(.notes, default: [])
    if !notes.value.contains(text) { notes.value.append(text) }
    environment.storage.set(text, for: .note) { _ in }
    environment.backend.answer(.ask, text).result().sink { _ in }.store(in: &cancellables)
    guard !hasOrdered else { return }
    hasOrdered = true
    environment.outbox(.deskOrder).add { DeskOrder(text: text, key: $0) }.sink { _ in }.store(in: &cancellables)
  }

  private func handle(_ event: ClerkEvent) {
    switch event {
    case .signedOut:
      environment.signOut(unsent: .keep, closing: .allBut("lobby"))
      environment.deskBell.send()
      keep()
    case .doorWasOpened: try? environment.navigator.present(.deskDoor)
    }
  }
}

private struct DeskOrder: JSONRecord {
  var text: String
  var key: IdempotencyKey

  static let record = Codec(DeskOrder.init(text:key:), \.text, \.key)
}

extension OutboxOperation<DeskOrder, String> {
  fileprivate static var deskOrder: Self {
    Self(ServiceOperation<DeskOrder, String>("deskOrder").effect(.changes), key: \.key)
  }
}

/// What screens share: a bell, and a board that it stores at each change.
private final class Board {
  @Published var texts: [String] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let stored = environment.stored(.notes, default: [])
    $texts.dropFirst().sink { stored.value = $0 }.store(in: &cancellables)
    environment.accountChanges.sink { [weak self] _ in self?.texts = stored.value }.store(in: &cancellables)
  }
}

private enum BoardKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> Board { Board(environment) }
}

private enum BellKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> PassthroughSubject<Void, Never> { PassthroughSubject() }
}

extension AppEnvironment {
  fileprivate var deskBoard: Board { self[BoardKey.self] }
  fileprivate var deskBell: PassthroughSubject<Void, Never> { self[BellKey.self] }
}

extension Screen<ClerkViewModel> {
  fileprivate static var office: Self { Screen("office", about: "An office.") { ClerkViewModel($1, forgets: false) } }
  fileprivate static var lobby: Self { Screen("lobby", about: "A lobby.") { ClerkViewModel($1, forgets: true) } }
  fileprivate static var deskDoor: Self { Screen("door", about: "A door.") { ClerkViewModel($1, forgets: false) } }
}

/// The end of an account: nothing that it has written reaches the next one, however careless the screens are.
@MainActor @Suite struct AccountEndTests {
  private let world = TestWorld()
  private let folder = TemporaryFolder()
  private let storage: Storage
  private let app: AppCore

  init() throws {
    storage = try Storage(folder: folder.path)
    var environment = world.environment
    environment.storage = storage
    app = AppCore(environment, AppDefinition(screens: [AnyScreen(.office), AnyScreen(.lobby), AnyScreen(.deskDoor)]))
    app.environment.account = "ada"
  }

  /// Lets everything happen that is on its way.
  private func settle() {
    for _ in 0..<3 {
      storage.flush()
      world.scheduler.advance(by: .seconds(5))
    }
    storage.flush()
  }

  /// What the state folder has of Ada outside of her own files, and what of her was asked after the end.
  private func traces() -> [String] {
    let own = KeyOwner.scope(of: "ada")
    return folder.contents.filter {
      !$0.key.contains(own) && String(decoding: $0.value, as: UTF8.self).contains("of ada")
    }
    .map(\.key).sorted()
  }

  @Test func `the screen whose handler signs out leaves nothing for the next person`() throws {
    let office = app.open(.office)
    office.model.eventSubject.send(.signedOut)
    settle()
    #expect(app.instances.isEmpty)
    expectEqual(traces(), [])
    expectEqual(app.environment.stored(.notes, default: []).value, [])
    app.environment.stored(.notes, default: []).value = ["of a guest"]
    settle()
    try expectEqual(storage.value(for: .notes), ["of a guest"])
    app.environment.account = "eve"
    settle()
    expectEqual(app.environment.stored(.notes, default: []).value, [])
    #expect(try storage.value(for: .note) == nil)
  }

  @Test func `a screen that is closed by a sign-out hears of it no more, also while its model is retained`() throws {
    let (office, lobby) = (app.open(.office), app.open(.lobby))
    world.scheduler.advance()
    let model = office.model
    lobby.model.eventSubject.send(.signedOut)
    expectEqual(app.instances.map(\.name), ["lobby"])
    #expect(lobby.model.heard.contains("account "))
    let heard = model.heard.count
    let calls = world.backend.calls(.ask).count
    // What others publish it hears: that reaches nothing.
    app.environment.deskBell.send()
    expectEqual(Array(model.heard[heard...]), ["bell"])
    app.environment.account = "eve"
    // Nor does it end the next account.
    model.eventSubject.send(.signedOut)
    expectEqual(app.environment.account, "eve")
    app.environment.stored(.notes, default: []).value = ["of Eve"]
    app.environment.deskBell.send()
    settle()
    expectEqual(Array(model.heard[heard...]), ["bell", "bell", "bell"])
    expectEqual(world.backend.calls(.ask).count, calls)
    expectEqual(traces(), [])
    expectEqual(app.environment.stored(.notes, default: []).value, ["of Eve"])
  }

  @Test func `a screen that stays stores nothing in reaction to the end`() throws {
    let lobby = app.open(.lobby)
    _ = app.open(.office)
    world.scheduler.advance()
    lobby.model.eventSubject.send(.signedOut)
    settle()
    expectEqual(traces(), [])
    #expect(lobby.state.text.isEmpty)
    app.environment.stored(.notes, default: []).value = ["of a guest"]
    storage.flush()
    try expectEqual(storage.value(for: .notes), ["of a guest"])
  }

  @Test func `another account that signs in closes the screens that do not follow the account`() throws {
    let (lobby, office) = (app.open(.lobby), app.open(.office))
    office.model.eventSubject.send(.doorWasOpened)
    world.scheduler.advance()
    expectEqual(app.instances.map(\.name), ["lobby", "office", "door"])
    app.environment.account = "eve"
    // What is presented is where a person signs in: it closes with its result.
    expectEqual(app.instances.map(\.name), ["lobby", "door"])
    #expect(lobby.state.text.isEmpty)
    settle()
    expectEqual(traces(), [])
  }

  @Test func `once the app says who is there, no report has anything of the one before`() {
    let lobby = app.open(.lobby)
    let second = app.open(.lobby)
    world.scheduler.advance()
    var texts: [String] = []
    let reports = app.reports.sink { _ in
      guard self.app.environment.account != "ada" else { return }
      texts += [lobby.state.text, second.state.text]
    }
    app.environment.account = "eve"
    app.environment.account = "ada"
    app.environment.signOut(unsent: .keep, closing: .none)
    expectEqual(texts.filter { !$0.isEmpty }, [])
    reports.cancel()
  }

  @Test func `the app's own view model that signs out stores nothing, and nor does a part`() throws {
    let world = TestWorld()
    var environment = world.environment
    let place = TemporaryFolder()
    let own = try Storage(folder: place.path)
    environment.storage = own
    environment.account = "ada"
    var parts: [ClerkViewModel] = []
    let screen = Screen("app", about: "The app.") { (_: NoParameters, environment: AppEnvironment) in
      // As a part has it.
      let part = environment.ofScreen(
        environment.navigator, PendingWork(), Lifetime(environment.session, owner: environment.lifetime))
      parts.append(ClerkViewModel(part, forgets: true))
      return ClerkViewModel(environment, forgets: true)
    }
    let core = AppCore(environment, AppDefinition(screens: [], app: AnyScreen(screen)))
    world.scheduler.advance()
    let model = try #require(core.appInstance(of: ClerkViewModel.self)?.model)
    model.eventSubject.send(.signedOut)
    for _ in 0..<3 {
      own.flush()
      world.scheduler.advance(by: .seconds(5))
    }
    expectEqual(core.environment.stored(.notes, default: []).value, [])
    #expect(try own.value(for: .note) == nil && own.value(for: .notes) == nil)
    #expect(!place.contents.keys.contains { $0.hasPrefix("note") })
    #expect(parts.count == 1 && parts[0].state.text.isEmpty && model.state.text.isEmpty)
  }

  @Test func `what was begun for an account sets nothing after its end, however late it is`() {
    let notes = app.environment.stored(.notes, default: [])
    let texts = PassthroughSubject<String, Never>()
    let main = app.environment.main
    let late = texts.debounce(for: .seconds(1), scheduler: main).receive(on: main).sink { text in
      notes.value.append(text)
      self.storage.set(text, for: .note) { _ in }
    }
    // A timer that goes on, each time anew.
    var ticks: [String] = []
    func tick() {
      let account = app.environment.account
      notes.value = ["tick"]
      ticks.append("\(account) \(notes.value)")
      main.schedule(after: main.now.advanced(by: .seconds(2))) { tick() }
    }
    for next in ["", "eve"] {
      app.environment.account = "ada"
      notes.value = []
      texts.send("of ada")
      if next.isEmpty { app.environment.signOut(unsent: .keep) } else { app.environment.account = next }
      settle()
      #expect(notes.value == [] && traces() == [])
      texts.send("of the next")
      settle()
      expectEqual(notes.value, ["of the next"])
    }
    tick()
    app.environment.signOut(unsent: .keep)
    world.scheduler.advance(by: .seconds(4))
    expectEqual(ticks, ["eve [\"tick\"]", " [\"of the next\"]", " [\"tick\"]"])
    late.cancel()
  }

  @Test func `what is set and asked while the account ends is dropped, and reported`() throws {
    var faults: [String] = []
    app.onFault = { faults.append($0) }
    let notes = app.environment.stored(.notes, default: [])
    var account = ""
    let change = app.environment.accountChanges.sink { _ in
      account = app.environment.account
      notes.value = ["too late"]
    }
    app.environment.account = "eve"
    #expect(notes.value.isEmpty && account == "eve")
    notes.value = ["of Eve"]
    storage.flush()
    try expectEqual(storage.value(for: .notes), ["of Eve"])
    #if DEBUG
      expectEqual(faults, ["\"notes\" was set while an account ended: it is not stored."])
    #endif
    change.cancel()
  }
}
