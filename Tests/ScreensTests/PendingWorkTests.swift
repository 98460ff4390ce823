import Dispatch
import ExpectSupport
import Screens
import StreamsTesting
import Testing

/// A search that begins half a second after the last keystroke, and a list that is polled.
struct SearchState: ScreenState {
  var text = ""
  var results: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<SearchState> = [Field(\.text, "The text."), Field(\.results, "What was found.")]
  static let samples = [SearchState()]
}

enum SearchEvent: ScreenEvent {
  case textChanged(String)

  static let cases: [EventCase<SearchEvent>] = [EventCase(textChanged, member: "text", "The text.")]
}

final class SearchViewModel: ViewModel {
  let eventSubject = EventSubject<SearchEvent>()
  @Published private(set) var state = SearchState()
  var statePublisher: Published<SearchState>.Publisher { $state }

  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject
      .map { event in
        guard case .textChanged(let text) = event else { return "" }
        return text
      }
      .handleEvents(receiveOutput: { [weak self] in self?.state.text = $0 })
      .debounce(for: .milliseconds(500), scheduler: environment.main, countedBy: environment.pendingWork)
      .sink { [weak self] in self?.state.results.append($0) }
      .store(in: &cancellables)
    // Polling is no work that the user waits for.
    environment.main.schedule(after: environment.main.now.advanced(by: .seconds(60)), interval: .seconds(60)) {}
      .store(in: &cancellables)
  }
}

extension Screen<SearchViewModel> {
  static var search: Self { Screen("search", about: "A search.") { SearchViewModel($1) } }
}

@MainActor @Suite struct PendingWorkTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() { app = AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.search)])) }

  @Test func `keeps the app busy until the debounced element was received`() throws {
    let search = app.open(.search)
    var idle: [[String]] = []
    let cancellable = app.idle.sink { idle.append(search.state.results) }
    #expect(!app.isBusy)
    try search.send(.textChanged("E"))
    #expect(app.isBusy)
    #expect(search.isBusy)
    expectEqual(search.snapshot.revision, 2)
    scheduler.advance(by: 0.4)
    try search.send(.textChanged("Em"))
    scheduler.advance(by: 0.4)
    #expect(app.isBusy)
    expectEqual(idle, [])
    scheduler.advance(by: 0.1)
    #expect(!app.isBusy)
    expectEqual(idle, [["Em"]])
    cancellable.cancel()
  }

  @Test func `is reported when it begins and ends`() throws {
    let search = app.open(.search)
    try search.send(.textChanged("E"))
    scheduler.advance(by: 0.5)
    var seen: [Bool] = []
    let cancellable = app.reports.sink { [app] report in
      guard case .busy(let isBusy) = report.event else { return }
      #expect(report.instance === search && app.isBusy == isBusy)
      seen.append(isBusy)
    }
    try search.send(.textChanged("Em"))
    expectEqual(seen, [true])
    scheduler.advance(by: 0.5)
    expectEqual(seen, [true, false])
    cancellable.cancel()
  }

  @Test func `is not part of the state`() throws {
    let search = app.open(.search)
    try search.send(.textChanged("Em"))
    expectEqual(search.snapshot.state.text, #"{"results":[],"text":"Em"}"#)
    #expect(!search.snapshot.state.isBusy)
    scheduler.advance(by: 1)
    // Two changes of the state, and no frame for the wait.
    expectEqual(search.snapshot.revision, 3)
  }

  @Test func `ends with the screen`() throws {
    let search = app.open(.search)
    try search.send(.textChanged("Em"))
    var count = 0
    let cancellable = app.idle.sink { count += 1 }
    search.close()
    #expect(!app.isBusy)
    scheduler.advance()
    expectEqual(count, 1)
    cancellable.cancel()
  }

  @Test func `counts each piece of work once`() {
    let work = PendingWork()
    let one = work.begin()
    let other = work.begin()
    one.cancel()
    one.cancel()
    #expect(work.isPending)
    other.cancel()
    #expect(!work.isPending)
    do {
      let released = work.begin()
      #expect(work.isPending)
      _ = released
    }
    #expect(!work.isPending)
  }

  @Test func `ends what another thread releases`() async {
    let work = PendingWork()
    nonisolated(unsafe) var piece: AnyCancellable? = work.begin()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        piece.take()?.cancel()
        DispatchQueue.main.async { continuation.resume() }
      }
    }
    #expect(!work.isPending)
  }

  @Test(arguments: [false, true])
  func `ends with a completion and a cancellation`(isCancelled: Bool) {
    let work = PendingWork()
    let input = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let cancellable = input.debounce(for: .seconds(1), scheduler: scheduler, countedBy: work)
      .sink { received.append($0) }
    input.send(1)
    #expect(work.isPending)
    if isCancelled { cancellable.cancel() } else { input.send(completion: .finished) }
    scheduler.advance(by: 2)
    #expect(!work.isPending)
    cancellable.cancel()
  }

  @Test func `goes on when a subscriber sends the next element`() {
    let work = PendingWork()
    let input = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let cancellable = input.debounce(for: .seconds(1), scheduler: scheduler, countedBy: work).sink {
      received.append($0)
      #expect(work.isPending)
      if $0 == 1 { input.send(2) }
    }
    input.send(1)
    scheduler.advance(by: 1)
    expectEqual(received, [1])
    #expect(work.isPending)
    scheduler.advance(by: 1)
    expectEqual(received, [1, 2])
    #expect(!work.isPending)
    cancellable.cancel()
  }

  @Test func `counts each subscription of a publisher for itself`() {
    let work = PendingWork()
    let input = PassthroughSubject<Int, Never>()
    let publisher = input.debounce(for: .seconds(1), scheduler: scheduler, countedBy: work)
    let cancellables = [publisher.sink { _ in }, publisher.sink { _ in }]
    input.send(1)
    cancellables[0].cancel()
    #expect(work.isPending)
    scheduler.advance(by: 1)
    #expect(!work.isPending)
    cancellables[1].cancel()
  }
}

extension ServiceFeed<Void, String> {
  fileprivate static var tides: Self { Self("tides") }
}

private enum HarbourEvent: ScreenEvent {
  case followButtonWasTapped

  static let cases: [EventCase<HarbourEvent>] = [
    EventCase(.followButtonWasTapped, "Follow the tides.")
  ]
}

private final class HarbourViewModel: ViewModel {
  let eventSubject = EventSubject<HarbourEvent>()
  @Published private(set) var state = SearchState()
  var statePublisher: Published<SearchState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    eventSubject.sink { [unowned self] event in
      switch event {
      case .followButtonWasTapped:
        environment.backend.follow(.tides).elements()
          .sink { [unowned self] in
            if case .failure = $0 { state.text = "failed" }
          } receiveValue: { [unowned self] in
            state.text = $0
          }
          .store(in: &cancellables)
      }
    }
    .store(in: &cancellables)
  }
}

/// What comes of an event is waited for, though no state says that it works.
@MainActor @Suite struct AwaitedWorkTests {
  private let scheduler = TestScheduler()
  private let tides = PassthroughSubject<String, ServiceError>()
  private let app: AppCore
  private let harbour: ScreenInstance<HarbourViewModel>

  init() throws {
    var environment = AppEnvironment(main: scheduler.main)
    environment.backend = Backend.handlers([
      ServiceHandler(publishing: .tides) { [tides] in tides.eraseToAnyPublisher() }
    ])
    let screen = Screen<HarbourViewModel>("harbour", about: "A harbour.") { HarbourViewModel($1) }
    app = AppCore(environment, AppDefinition(screens: [AnyScreen(screen)]))
    harbour = app.open(screen)
  }

  /// The texts at the moments at which the app became idle.
  private func idleTexts(_ body: () throws -> Void) rethrows -> [String] {
    var texts: [String] = []
    let cancellable = app.idle.sink { [harbour] in texts.append(harbour.state.text) }
    try body()
    cancellable.cancel()
    return texts
  }

  @Test func `a screen is busy until a feed has its first element`() throws {
    try expectEqual(
      idleTexts {
        try harbour.send(.followButtonWasTapped)
        #expect(harbour.isBusy)
        scheduler.advance(by: 0.5)
        #expect(harbour.isBusy)
        tides.send("high")
        scheduler.advance(by: 0)
        tides.send("low")
        scheduler.advance(by: 2)
      }, ["high"])
  }

  @Test func `or until the feed fails`() throws {
    try expectEqual(
      idleTexts {
        try harbour.send(.followButtonWasTapped)
        tides.send(completion: .failure(.timeout))
        scheduler.advance(by: 0)
      }, ["failed"])
  }

  @Test func `or for a second, if nothing comes`() throws {
    try expectEqual(
      idleTexts {
        try harbour.send(.followButtonWasTapped)
        scheduler.advance(by: 0.9)
        #expect(harbour.isBusy)
        scheduler.advance(by: 0.1)
      }, [""])
  }
}
