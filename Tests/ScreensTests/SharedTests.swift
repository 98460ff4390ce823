import AppTesting
import ExpectSupport
import Testing

@testable import Screens

/// What screens share, what a form asks before it is left, and what can be undone in place.
@MainActor @Suite struct SharedTests {
  private let world = TestWorld()

  @Test func `one object is there for all copies of an environment, made when it is first asked for`() {
    var copy = world.environment
    copy.isMock = true
    #expect(world.environment.shelf === copy.shelf)
    copy.shelf.books.append("Emma")
    expectEqual(world.environment.shelf.books, ["Emma"])
    #expect(TestWorld().environment.shelf.books.isEmpty)
  }

  @Test func `what was removed comes back once, if the person chooses it`() {
    let shelf = world.environment.shelf
    shelf.books = ["Emma", "Persuasion"]
    shelf.removeLast()
    shelf.removeLast()
    expectEqual(shelf.books, [])
    let notices = world.front.questions(.notify)
    expectEqual(notices.map(\.input.text), ["Removed: Persuasion", "Removed: Emma"])
    #expect(notices[0].input.action != notices[1].input.action)
    notices[0].answer(.action)
    expectEqual(shelf.books, ["Persuasion"])
    notices[1].answer(.dismissed)
    expectEqual(shelf.books, ["Persuasion"])
  }

  @Test func `the next account cannot undo what the one before has done`() {
    let shelf = world.environment.shelf
    shelf.books = ["Emma"]
    shelf.removeLast()
    world.environment.account = "bob"
    world.front.last(.notify).answer(.action)
    expectEqual(shelf.books, [])
  }

  @Test func `a form with changes asks once at a time, and is lost if the person discards it`() {
    var discarded = 0
    #expect(world.environment.canLeave(discarding: false) { discarded += 1 })
    #expect(!world.environment.canLeave(discarding: true) { discarded += 1 })
    expectEqual(world.front.last(.confirm).input.title, "Discard what was entered?")
    world.front.last(.confirm).answer("keep")
    expectEqual(discarded, 0)
    #expect(!world.environment.canLeave(discarding: true) { discarded += 1 })
    world.front.last(.confirm).answer("discard")
    expectEqual(discarded, 1)
  }

  @Test func `a session that the server has ended is renewed by a sign-in, and what waits is asked again`() throws {
    let world = TestWorld(account: "Ada")
    let app = AppCore(world.environment, AppDefinition(screens: [AnyScreen(.signIn()), AnyScreen(.till)]))
    let till = app.open(.till)
    try till.send(.askButtonWasTapped)
    world.backend.last(.price).fail(.status(401))
    world.scheduler.advance()
    #expect(app.instances.map(\.name).contains("signIn"))
    world.signIn("Ada")
    world.scheduler.advance()
    expectEqual(world.backend.calls(.price).count, 2)
    world.backend.last(.price).succeed(7)
    world.scheduler.advance()
    expectEqual(till.state.price, 7)
  }
}

@MainActor private final class Shelf {
  var books: [String] = []
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) { self.environment = environment }

  func removeLast() {
    let book = books.removeLast()
    environment.offerUndo("Removed: \(book)") { [unowned self] in books.append(book) }
  }
}

extension AppEnvironment {
  @MainActor fileprivate var shelf: Shelf { shared(Shelf.init) }
}

extension ServiceOperation<Void, Int> {
  fileprivate static var price: Self { Self("price") }
}

private struct TillFacts {
  var price = Loading<Int>.idle
}

private struct TillState: RequestState {
  var price: Int?
  var requests: RequestStatus

  init(_ facts: TillFacts, _ environment: AppEnvironment) {
    price = facts.price.value
    requests = RequestStatus(environment, facts.price)
  }

  static let fields: Fields<TillState> = [.requests("Why there is no price."), Field(\.price, "What it costs.")]
}

private enum TillEvent: ScreenEvent {
  case askButtonWasTapped

  static let cases: [EventCase<TillEvent>] = [EventCase(.askButtonWasTapped, "Ask for the price.")]
}

private final class TillViewModel: FactsViewModel<TillFacts, TillState, TillEvent>, ViewModel {
  init(_ environment: AppEnvironment) {
    super.init(TillFacts(), environment, TillState.init)
    environment.renewSession(presenting: .signIn()).store(in: &cancellables)
  }

  override func handle(_ event: TillEvent) { load(\.price, environment.backend.answer(.price)) }
}

extension Screen<TillViewModel> {
  fileprivate static var till: Self { Screen("till", about: "Says a price.") { TillViewModel($1) } }
}
