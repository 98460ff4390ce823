import AppTesting
import ExpectSupport
import StreamsTesting
import Testing

/// A view model whose state follows from its facts, and from what it loads.
@MainActor @Suite struct FactsViewModelTests {
  private let world = TestWorld()

  @Test func `an event changes the facts, and the state is the new one in the next line`() {
    let model = LevelViewModel(world.environment)
    expectEqual(model.state.text, "- + 0")
    model.eventSubject.send(.raised(2))
    expectEqual(model.state.text, "- + 2")
  }

  @Test func `follows what the environment shows`() {
    let model = LevelViewModel(world.environment)
    world.environment.application.send(.willResignActive)
    #expect(!model.state.isActive)
  }

  @Test func `what is loaded is in the facts when its receiver is called`() {
    let model = LevelViewModel(world.environment)
    model.eventSubject.send(.loadButtonWasTapped)
    #expect(model.state.isBusy)
    world.backend.last(.level).succeed(7)
    world.scheduler.advance()
    expectEqual(model.state.text, "7 + 0")
    #expect(!model.state.isBusy)
    expectEqual(model.received, ["7 + 0"])
  }

  @Test func `an error keeps what was loaded before`() {
    let model = LevelViewModel(world.environment)
    model.eventSubject.send(.loadButtonWasTapped)
    world.backend.last(.level).succeed(7)
    world.scheduler.advance()
    model.eventSubject.send(.loadButtonWasTapped)
    world.backend.last(.level).fail(.timeout)
    world.scheduler.advance()
    expectEqual(model.state.text, "7 + 0")
    expectEqual(model.state.message, ServiceError.timeout.message)
    expectEqual(model.received, ["7 + 0"])
  }

  @Test func `a request takes the place of the one before it`() {
    let model = LevelViewModel(world.environment)
    model.eventSubject.send(.loadButtonWasTapped)
    let first = world.backend.last(.level)
    model.eventSubject.send(.loadButtonWasTapped)
    #expect(!first.isPending)
    world.backend.last(.level).succeed(8)
    world.scheduler.advance()
    expectEqual(model.state.text, "8 + 0")
  }

  @Test func `what is forgotten is not received any more`() {
    let model = LevelViewModel(world.environment)
    model.eventSubject.send(.loadButtonWasTapped)
    world.backend.last(.level).succeed(7)
    world.scheduler.advance()
    model.eventSubject.send(.loadButtonWasTapped)
    model.eventSubject.send(.forgetButtonWasTapped)
    #expect(!world.backend.last(.level).isPending)
    expectEqual(model.state.text, "- + 0")
    #expect(!model.state.isBusy)
  }

  @Test func `requests for two members do not touch one another`() {
    let model = LevelViewModel(world.environment)
    model.eventSubject.send(.loadButtonWasTapped)
    model.eventSubject.send(.bonusButtonWasTapped)
    #expect(world.backend.last(.level).isPending)
    world.backend.last(.bonus).succeed(3)
    world.backend.last(.level).succeed(7)
    world.scheduler.advance()
    expectEqual(model.state.text, "7 + 3")
  }

  @Test func `a request and its view model end together`() {
    weak var model: LevelViewModel?
    do {
      let level = LevelViewModel(world.environment)
      level.eventSubject.send(.loadButtonWasTapped)
      model = level
    }
    #expect(model == nil)
    #expect(!world.backend.last(.level).isPending)
  }

  @Test func `a next page stands behind what is loaded, without what is there already, and an error keeps it`() {
    let model = TracksViewModel(world.environment)
    func answer(_ event: TracksEvent, _ ids: [Int]?) {
      model.eventSubject.send(event)
      let call = world.backend.last(.tracks)
      if let ids { call.succeed(ids.map { Track(id: $0) }) } else { call.fail(.timeout) }
      world.scheduler.advance()
    }
    answer(.nextPageWasAsked, [1, 2])
    answer(.nextPageWasAsked, [2, 3])
    expectEqual(model.state.ids, [1, 2, 3])
    answer(.nextPageWasAsked, nil)
    expectEqual(model.state.ids, [1, 2, 3])
    #expect(model.facts.tracks.error == .timeout)
    answer(.firstPageWasAsked, [4])
    expectEqual(model.state.ids, [4])
  }

  @Test func `is a screen as each other one`() throws {
    let level = AppCore(world.environment, AppDefinition(screens: [])).open(.level)
    try level.send(.raised(2))
    expectEqual(level.state.text, "- + 2")
    #expect(throws: EventError.self) { try level.send(.raised(-1)) }
    expectEqual(level.state.text, "- + 2")
  }
}

private struct Track: JSONRecord, Identifiable, Sendable {
  var id: Int

  static let record = Codec(Track.init(id:), \.id)
}

extension ServiceOperation<Void, [Track]> {
  fileprivate static var tracks: Self { Self("tracks") }
}

private struct TracksFacts {
  var tracks = Loading<[Track]>.idle
}

private struct TracksState: ScreenState {
  var ids: [Int]
  var isBusy: Bool

  init(_ facts: TracksFacts, _ environment: AppEnvironment) {
    ids = (facts.tracks.value ?? []).map(\.id)
    isBusy = facts.tracks.isLoading
  }

  static let fields: Fields<TracksState> = [
    Field(\.ids, "The tracks."), Field(\.isBusy, "Whether tracks are loaded."),
  ]
}

private enum TracksEvent: ScreenEvent {
  case firstPageWasAsked
  case nextPageWasAsked

  static let cases: [EventCase<TracksEvent>] = [
    EventCase(.firstPageWasAsked, "Load the tracks."), EventCase(.nextPageWasAsked, "Load more.").purpose(.loadMore),
  ]
}

private final class TracksViewModel: FactsViewModel<TracksFacts, TracksState, TracksEvent>, ViewModel {
  init(_ environment: AppEnvironment) { super.init(TracksFacts(), environment, TracksState.init) }

  override func handle(_ event: TracksEvent) {
    let page = environment.backend.answer(.tracks)
    switch event {
    case .firstPageWasAsked: load(\.tracks, page)
    case .nextPageWasAsked: loadMore(\.tracks, of: \.self, page)
    }
  }
}

extension ServiceOperation<Void, Int> {
  fileprivate static var level: Self { Self("level") }
  fileprivate static var bonus: Self { Self("bonus") }
}

private struct LevelFacts {
  var raise = 0
  var level = Loading<Int>.idle
  var bonus = Loading<Int>.idle
}

private struct LevelState: ScreenState {
  var text: String
  var message: String?
  var isActive: Bool
  var isBusy: Bool

  init(_ facts: LevelFacts, _ environment: AppEnvironment) {
    text = "\(facts.level.value.map(String.init) ?? "-") + \(facts.raise + (facts.bonus.value ?? 0))"
    message = facts.level.error?.message
    isActive = environment.isActive
    isBusy = facts.level.isLoading
  }

  static let fields: Fields<LevelState> = [
    Field(\.text, "The level, and what is added to it."), Field(\.message, "Why it is not known."),
    Field(\.isActive, "Whether it is shown."), Field(\.isBusy, "Whether it is being loaded."),
  ]
}

private enum LevelEvent: ScreenEvent {
  case raised(Int)
  case loadButtonWasTapped
  case bonusButtonWasTapped
  case forgetButtonWasTapped

  static let cases: [EventCase<LevelEvent>] = [
    EventCase(raised, member: "by", "The level was raised."), EventCase(.loadButtonWasTapped, "Load the level."),
    EventCase(.bonusButtonWasTapped, "Load what is added."), EventCase(.forgetButtonWasTapped, "Forget the level."),
  ]
}

private final class LevelViewModel: FactsViewModel<LevelFacts, LevelState, LevelEvent>, ViewModel {
  /// The state at each answer.
  private(set) var received: [String] = []

  init(_ environment: AppEnvironment) { super.init(LevelFacts(), environment, LevelState.init) }

  override func handle(_ event: LevelEvent) {
    switch event {
    case .raised(let number): facts.raise += number
    case .loadButtonWasTapped:
      load(\.level, environment.backend.answer(.level)) { [unowned self] _ in received.append(state.text) }
    case .bonusButtonWasTapped: load(\.bonus, environment.backend.answer(.bonus))
    case .forgetButtonWasTapped: forget(\.level)
    }
  }

  func refusal(of event: LevelEvent) -> String? {
    if case .raised(let number) = event, number < 0 { "A level is not lowered." } else { nil }
  }
}

extension Screen<LevelViewModel> {
  fileprivate static var level: Self { Screen("level", about: "A level.") { LevelViewModel($1) } }
}
