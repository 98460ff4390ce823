import AppTesting
import ExpectSupport
import Foundation
import ScreensSupport
import Storage
import StreamsTesting
import Support
import Testing

@testable import Requests
@testable import Screens

extension ServiceOperation<Int, String> {
  fileprivate static var balance: Self { Self("balance") }
}

extension ServiceOperation<Int, FileReference> {
  fileprivate static var statement: Self { Self("statement") }
}

extension ServiceFeed<Void, Int> {
  fileprivate static var messages: Self { Self("messages") }
}

extension StorageKey<String> {
  fileprivate static let draft = StorageKey("draft")
  fileprivate static let theme = StorageKey("theme").device
}

private struct WaitState: ScreenState {
  var isBusy = false

  static let fields: Fields<WaitState> = [Field(\.isBusy, "Whether it waits.")]
}

private enum WaitEvent: ScreenEvent {
  case busyChanged(Bool)

  static let cases: [EventCase<WaitEvent>] = [EventCase(busyChanged, member: "isBusy", "It waits, or not.")]
}

/// A screen that asks for a balance, and one on which a person signs in.
private final class WaitViewModel: ViewModel {
  let eventSubject = EventSubject<WaitEvent>()
  @Published private(set) var state = WaitState()
  var statePublisher: Published<WaitState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(asking environment: AppEnvironment? = nil) {
    eventSubject.sink { [weak self] event in
      if case .busyChanged(let isBusy) = event { self?.state.isBusy = isBusy }
    }
    .store(in: &cancellables)
    guard let environment else { return }
    environment.renewSession(presenting: .gate).store(in: &cancellables)
    state.isBusy = true
    environment.backend.answer(.balance, 1).result().sink { [weak self] _ in self?.state.isBusy = false }
      .store(in: &cancellables)
  }
}

extension Screen<WaitViewModel> {
  fileprivate static var gate: Self { Screen("gate", about: "A sign-in.") { _, _ in WaitViewModel() } }
  fileprivate static var yard: Self { Screen("yard", about: "A balance.") { WaitViewModel(asking: $1) } }
}

/// What is left of an account when the user signs out, or another one signs in.
@MainActor @Suite struct SigningOutTests {
  private let world = TestWorld()
  private let environment: AppEnvironment

  init() { environment = world.environment }

  private func app(_ storage: Storage? = nil, _ backend: Backend? = nil) -> AppCore {
    var environment = world.environment
    if let storage { environment.storage = storage }
    if let backend { environment.backend = backend }
    return AppCore(environment, AppDefinition(screens: [AnyScreen(.vault), AnyScreen(.book)]))
  }

  // MARK: - What ends

  @Test func `requests and feeds of the account end first`() {
    let app = app()
    app.environment.account = "ada"
    let backend = app.environment.backend
    let balance = backend.answer(.balance, 1).record()
    let messages = backend.follow(.messages).elements().record()
    world.backend.last(.messages).send(1)
    world.scheduler.advance()
    // On their way to the app.
    world.backend.last(.balance).succeed("of Ada")
    world.backend.last(.messages).send(2)
    var account = ""
    let ending = backend.answer(.balance, 2).result().sink { _ in account = app.environment.account }
    app.environment.signOut(unsent: .keep)
    world.scheduler.advance()
    #expect(balance.values.isEmpty)
    expectEqual(balance.completion, .failure(.signedOut))
    expectEqual(messages.values, [1])
    expectEqual(messages.completion, .failure(.signedOut))
    expectEqual(account, "ada")
    #expect(app.environment.account.isEmpty)
    #expect(world.backend.calls.allSatisfy { !$0.isPending })
    ending.cancel()
  }

  @Test func `a transfer of the account ends first, and leaves no file`() throws {
    let app = app()
    app.environment.account = "ada"
    let upload = app.environment.backend.transfer(.balance, 1).record()
    let download = app.environment.backend.transfer(.statement, 1).record()
    world.backend.last(.balance).report(TransferProgress(.sent, 1, of: 2))
    world.scheduler.advance()
    // On its way to the app.
    let folder = TemporaryFolder()
    let unfinished = try FileFolder(folder.path).begin()
    try unfinished.write(Array("of Ada".utf8))
    let content = try unfinished.finish(as: "statement", isKept: false)
    world.backend.last(.statement).succeed(FileReference(name: "statement", mediaType: nil, content: content))
    app.environment.signOut(unsent: .keep)
    world.scheduler.advance()
    expectEqual(upload.values, [.progress(TransferProgress(.sent, 1, of: 2))])
    expectEqual(upload.completion, .failure(.signedOut))
    #expect(download.values.isEmpty && download.completion == .failure(.signedOut))
    #expect(world.backend.calls.allSatisfy { !$0.isPending })
    #expect(folder.files.isEmpty)
    #expect(app.environment.backend.transfer(.balance, 2).record().completion == nil)
  }

  @Test func `the answer of a transfer with which another account signs in is followed by no failure`() {
    let app = app()
    app.environment.account = "ada"
    var texts: [String] = []
    let transfer = app.environment.backend.transfer(.balance, 1).sink { completion in
      texts.append("\(completion)")
    } receiveValue: { update in
      texts.append(update.answer ?? "progress")
      if update.answer != nil { app.environment.account = "eve" }
    }
    world.backend.last(.balance).report(TransferProgress(.sent, 1, of: 1))
    world.scheduler.advance()
    world.backend.last(.balance).succeed("eve")
    world.scheduler.advance()
    expectEqual(texts, ["progress", "eve", "finished"])
    transfer.cancel()
  }

  @Test func `what is asked while the account ends fails`() {
    let app = app()
    app.environment.account = "ada"
    let backend = app.environment.backend
    var second: RecordingSubscriber<String, ServiceError>?
    let first = backend.answer(.balance, 1).result().sink { _ in second = backend.answer(.balance, 2).record() }
    app.environment.signOut(unsent: .keep)
    expectEqual(second?.completion, .failure(.signedOut))
    expectEqual(world.backend.calls(.balance).map(\.input), [1])
    first.cancel()
  }

  @Test func `another account that signs in ends what was asked for the first one`() {
    let app = app()
    let early = app.environment.backend.answer(.balance, 0).record()
    app.environment.account = "ada"
    let adas = app.environment.backend.answer(.balance, 1).record()
    app.environment.account = "eve"
    expectEqual(adas.completion, .failure(.otherAccount))
    // It may have waited for the sign-in of Ada.
    expectEqual(early.completion, .failure(.otherAccount))
  }

  @Test func `the answer with which another account signs in is followed by no failure`() {
    let app = app()
    app.environment.account = "ada"
    var results: [Result<String, ServiceError>] = []
    let signIn = app.environment.backend.answer(.balance, 1).result().sink { result in
      results.append(result)
      app.environment.account = "eve"
    }
    world.backend.last(.balance).succeed("eve")
    world.scheduler.advance()
    expectEqual(results, [.success("eve")])
    signIn.cancel()
  }

  @Test func `a wish keeps its key for the account`() throws {
    let app = app()
    var keys: [IdempotencyKey] = []
    func ask() -> AnyCancellable {
      app.environment.request(.balance, for: "wand") { key in
        keys.append(key)
        return app.environment.backend.answer(.balance, 1)
      }
      .result().sink { _ in }
    }
    app.environment.account = "ada"
    let first = ask()
    app.environment.signOut(unsent: .keep)
    app.environment.account = "eve"
    let second = ask()
    app.environment.signOut(unsent: .keep)
    app.environment.account = "ada"
    let third = ask()
    #expect(keys.count == 3 && keys[0] == keys[2] && keys[0] != keys[1])
    for request in [first, second, third] { request.cancel() }
  }

  @Test func `an answer whose mark is being written when the user signs out is dropped, and its key stays`() throws {
    let folder = TemporaryFolder()
    let storage = try Storage(folder: folder.path)
    let app = app(storage)
    var keys: [IdempotencyKey] = []
    var results: [Result<IdempotentAnswer<String>, ServiceError>] = []
    func ask() -> AnyCancellable {
      let request = app.environment.request(.balance, for: "wand") { key in
        keys.append(key)
        return app.environment.backend.answer(.balance, 1)
      }
      .result()
      .sink { results.append($0) }
      storage.flush()
      world.scheduler.advance()
      return request
    }
    app.environment.account = "ada"
    let first = ask()
    // The mark waits for the storage until the user has signed out.
    let hasSignedOut = DispatchSemaphore(value: 0)
    storage.perform { hasSignedOut.wait() }
    world.backend.last(.balance).succeed("of Ada")
    world.scheduler.advance()
    app.environment.signOut(unsent: .keep)
    hasSignedOut.signal()
    storage.flush()
    world.scheduler.advance()
    expectEqual(results, [.failure(.signedOut)])
    app.environment.account = "ada"
    let second = ask()
    #expect(keys.count == 2 && keys[0] == keys[1])
    for request in [first, second] { request.cancel() }
  }

  // MARK: - What is forgotten

  @Test func `tokens and stored values go, those of the machine stay`() throws {
    let folder = TemporaryFolder()
    let storage = try Storage(folder: folder.path)
    let url = try #require(URL(string: "http://example.org"))
    let credentials = ServerCredentials(for: url, in: storage)
    let app = app(storage, Backend.handlers([], session: credentials))
    credentials.setSession(ServerSession(account: "ada@example.org", token: BearerToken("xyzzy"))) { _ in }
    app.environment.account = "ada@example.org"
    storage.set("of Ada", for: .draft) { _ in }
    storage.set("dark", for: .theme) { _ in }
    storage.flush()
    try expectEqual(app.environment.storage.value(for: .draft), "of Ada")
    app.environment.signOut(unsent: .keep)
    // In memory at once.
    #expect(!credentials.hasToken)
    #expect(try app.environment.storage.value(for: .draft) == nil)
    storage.flush()
    try expectEqual(storage.value(for: .theme), "dark")
    storage.close()
    let texts = folder.contents.map { "\($0.key) " + String(decoding: $0.value, as: UTF8.self) }.joined()
    for word in ["ada", "of Ada", "xyzzy"] { #expect(!texts.contains(word), "\(texts)") }
    let later = AppCore(
      .live(backend: Backend.handlers([]), storage: try Storage(folder: folder.path)), AppDefinition(screens: []))
    #expect(later.environment.account.isEmpty)
  }

  @Test func `the account is that of the process before`() throws {
    let storage = Storage()
    let first = app(storage)
    first.environment.account = "ada"
    storage.set("of Ada", for: .draft) { _ in }
    storage.flush()
    storage.use(scope: "", isLaunch: false)
    var environment = AppEnvironment.test()
    environment.storage = storage
    let second = AppCore(environment, AppDefinition(screens: []))
    expectEqual(second.environment.account, "ada")
    try expectEqual(second.environment.storage.value(for: .draft), "of Ada")
  }

  @Test func `an app that has kept the name itself goes on`() throws {
    let folder = TemporaryFolder()
    let early = try Storage(folder: folder.path)
    early.set("of Ada", for: .draft) { _ in }
    early.close()
    var environment = AppEnvironment.test()
    environment.storage = try Storage(folder: folder.path)
    // As `prepare` does.
    environment.account = "ada"
    let app = AppCore(environment, AppDefinition(screens: []))
    try expectEqual(app.environment.storage.value(for: .draft), "of Ada")
    app.environment.signOut(unsent: .keep)
    app.environment.account = "eve"
    #expect(try app.environment.storage.value(for: .draft) == nil)
  }

  @Test func `another account does not see what was stored, without a sign-out either`() throws {
    let app = app()
    app.environment.account = "ada"
    app.environment.storage.set("of Ada", for: .draft) { _ in }
    app.environment.storage.flush()
    app.environment.account = "eve"
    #expect(try app.environment.storage.value(for: .draft) == nil)
  }

  // MARK: - What is open

  @Test func `screens close as the app says, in every core`() throws {
    let app = app()
    let other = AppCore(app.environment, AppDefinition(screens: [AnyScreen(.vault), AnyScreen(.book)]))
    for core in [app, other] {
      _ = core.open(.vault)
      _ = core.open(.book)
    }
    app.environment.account = "ada"
    app.environment.signOut(unsent: .keep, closing: .none)
    expectEqual(app.instances.count, 2)
    app.environment.account = "ada"
    other.environment.signOut(unsent: .keep, closing: .allBut("vault"))
    expectEqual(app.instances.map(\.name), ["vault"])
    expectEqual(other.instances.map(\.name), ["vault"])
    app.environment.account = "ada"
    app.environment.signOut(unsent: .discard)
    #expect(app.instances.isEmpty && other.instances.isEmpty)
  }

  @Test func `questions are withdrawn, notices too`() throws {
    let environment = AppEnvironment.test()
    environment.account = "ada"
    let app = AppCore(environment, AppDefinition(screens: []))
    let front = app.attach(.page, answers: [AppFront.anyQuestion])
    let answer = app.environment.front.ask(.confirm("Delete?", [.destructive("delete", "Delete")])).record()
    app.environment.front.tell(.notify("Lunch of Ada was deleted.", action: NoticeAction("undo", "Undo")))
    expectEqual(front.openQuestions.count, 2)
    app.environment.signOut(unsent: .keep)
    #expect(front.openQuestions.isEmpty)
    expectEqual(answer.values, [.cancelled])
  }

  // MARK: - A session that ends

  @Test func `while a person is asked to sign in, no screen is busy but the one on which they do`() throws {
    let credentials = ServerCredentials(for: try #require(URL(string: "http://example.org")))
    let handler = ServiceHandler(.balance) { _ in
      guard credentials.hasToken else { throw ServiceError.status(401) }
      return "ada"
    }
    let app = app(nil, Backend.handlers([handler], session: credentials))
    var idleCount = 0
    let idle = app.idle.sink { idleCount += 1 }
    let yard = app.open(.yard)
    world.scheduler.advance()
    let gate = try #require(app.instances.last as? ScreenInstance<WaitViewModel>)
    #expect(gate.name == "gate" && yard.state.isBusy)
    #expect(!yard.isBusy && !app.isBusy && idleCount == 1)
    try gate.send(.busyChanged(true))
    #expect(gate.isBusy && app.isBusy)
    credentials.setToken(BearerToken("token")) { _ in }
    gate.close()
    #expect(yard.isBusy && app.isBusy)
    world.scheduler.advance()
    #expect(!yard.state.isBusy && !app.isBusy && idleCount == 2)
    idle.cancel()
  }

  @Test func `a person signs in again, and what waits goes on`() throws {
    let credentials = ServerCredentials(for: try #require(URL(string: "http://example.org")))
    let handlers = [
      ServiceHandler(.balance) { _ in
        guard credentials.secrets != ["1"] else { throw ServiceError.status(401) }
        return credentials.account ?? ""
      }
    ]
    let app = app(nil, Backend.handlers(handlers, session: credentials))
    credentials.setSession(ServerSession(account: "ada", token: BearerToken("1"))) { _ in }
    app.environment.account = "ada"
    var ends = 0
    let asking = app.environment.sessionEnds.sink { ends += 1 }
    let (one, other) = (
      app.environment.backend.answer(.balance, 1).record(), app.environment.backend.answer(.balance, 2).record()
    )
    world.scheduler.advance()
    expectEqual(ends, 1)
    app.environment.refuseSession()
    world.scheduler.advance()
    #expect(one.completion == .failure(.sessionEnded) && other.completion == .failure(.sessionEnded))
    let third = app.environment.backend.answer(.balance, 3).record()
    world.scheduler.advance()
    expectEqual(ends, 2)
    credentials.setSession(ServerSession(account: "ada", token: BearerToken("2"))) { _ in }
    world.scheduler.advance()
    expectEqual(third.values, ["ada"])
    asking.cancel()
  }
}
