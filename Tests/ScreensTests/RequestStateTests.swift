import AppTesting
import ExpectSupport
import Testing

@testable import Screens

/// How requests stand, as three members of a state.
@MainActor @Suite struct RequestStateTests {
  private let world = TestWorld()

  private func app() -> AppCore { AppCore(world.environment, AppDefinition(screens: [AnyScreen(.news)])) }

  @Test func `shows what is on its way, why it has failed, and what came`() throws {
    let app = app()
    let screen = app.open(.news)
    screen.viewDidAppear()
    expectEqual(screen.json, #"{"headlines":[],"isBusy":true,"message":null,"retryHidden":true}"#)
    world.backend.last(.headlines).fail(.timeout)
    world.scheduler.advance()
    expectEqual(
      screen.json,
      #"{"headlines":[],"isBusy":false,"message":"The backend took too long to answer.","retryHidden":false}"#)
    try screen.send(.retryButtonWasTapped)
    #expect(screen.state.isBusy && screen.state.message == nil)
    world.backend.last(.headlines).succeed(["Rain"])
    world.scheduler.advance()
    expectEqual(screen.json, #"{"headlines":["Rain"],"isBusy":false,"message":null,"retryHidden":true}"#)
  }

  @Test func `refuses a retry while nothing has failed`() {
    let app = app()
    let screen = app.open(.news)
    screen.viewDidAppear()
    #expect(throws: EventError.self) { try screen.send(.retryButtonWasTapped) }
    expectEqual(world.backend.calls(.headlines).count, 1)
  }

  @Test func `describes the members and the button`() throws {
    expectEqual(AnyScreen.check([AnyScreen(.news)]), [])
    expectEqual(NewsState.fields.members.map(\.name), ["message", "isBusy", "retryHidden", "headlines"])
    let retry = try #require(NewsEvent.cases.first { $0.name == "retryButtonWasTapped" }).shape
    expectEqual(retry.hidden, "retryHidden")
    expectEqual(retry.label, "Try again")
    expectEqual(NewsState.fields.members[0].role, .failure)
  }

  @Test func `has the first failure of several requests, and waits for all`() {
    let failed = Loading<Int>.failed(.timeout, last: 1)
    let status = RequestStatus(world.environment, Loading<String>.loading(last: nil), failed)
    #expect(status.isBusy && status.message == ServiceError.timeout.message && !status.retryHidden)
    let other = RequestStatus(world.environment, Loading<String>.failed(.closed, last: nil), failed)
    #expect(other.message == ServiceError.closed.message && !other.isBusy)
  }

  @Test func `a feed keeps its newest element, and says why no more come`() {
    let model = NewsViewModel(world.environment)
    model.eventSubject.send(.followButtonWasTapped)
    #expect(!model.state.isBusy)
    let feed = world.backend.last(.ticker)
    feed.send("One")
    feed.send("Two")
    world.scheduler.advance()
    expectEqual(model.facts.ticker.value, "Two")
    expectEqual(model.facts.condition, .open)
    feed.fail(.timeout)
    world.scheduler.advance()
    #expect(model.facts.ticker.error == .timeout && model.facts.ticker.value == "Two" && model.facts.condition == nil)
    model.eventSubject.send(.followButtonWasTapped)
    #expect(model.facts.ticker.error == nil && model.facts.ticker.value == "Two")
    expectEqual(world.backend.pendingCount(.ticker), 1)
  }
}

extension ServiceOperation<Void, [String]> {
  fileprivate static var headlines: Self { Self("headlines") }
}

extension ServiceFeed<Void, String> {
  fileprivate static var ticker: Self { Self("ticker") }
}

private struct NewsFacts {
  var headlines = Loading<[String]>.idle
  var ticker = Loading<String>.idle
  var condition: FeedCondition?
}

private struct NewsState: RequestState {
  var headlines: [String]
  var requests: RequestStatus

  init(_ facts: NewsFacts, _ environment: AppEnvironment) {
    headlines = facts.headlines.value ?? []
    requests = RequestStatus(environment, facts.headlines)
  }

  static let fields: Fields<NewsState> = [
    .requests("Why there is no news."), Field(\.headlines, "What has happened."),
  ]
}

private enum NewsEvent: ScreenEvent {
  case viewDidAppear
  case retryButtonWasTapped
  case followButtonWasTapped

  static let cases: [EventCase<NewsEvent>] = [
    EventCase(.viewDidAppear, "The news is shown."),
    EventCase(.retryButtonWasTapped, "Load the news again.").retries(NewsState.self),
    EventCase(.followButtonWasTapped, "Follow the ticker."),
  ]
}

private final class NewsViewModel: FactsViewModel<NewsFacts, NewsState, NewsEvent>, ViewModel {
  init(_ environment: AppEnvironment) { super.init(NewsFacts(), environment, NewsState.init) }

  override func handle(_ event: NewsEvent) {
    switch event {
    case .viewDidAppear, .retryButtonWasTapped: load(\.headlines, environment.backend.answer(.headlines))
    case .followButtonWasTapped: follow(\.ticker, condition: \.condition, environment.backend.follow(.ticker))
    }
  }
}

extension Screen<NewsViewModel> {
  fileprivate static var news: Self {
    Screen("news", about: "The news.", appearance: .viewDidAppear) { NewsViewModel($1) }
  }
}

extension ScreenInstance {
  fileprivate var json: String { String(decoding: state.json, as: UTF8.self) }
}
