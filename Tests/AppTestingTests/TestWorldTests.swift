import AppTesting
import ExpectSupport
import Foundation
import Requests
import Screens
import Testing

struct LengthState: ScreenState {
  var text = ""
  var isBusy = false

  static let fields: Fields<LengthState> = [Field(\.text, "The answer."), Field(\.isBusy, "Whether it is asked for.")]
}

enum LengthEvent: ScreenEvent {
  case askButtonWasTapped

  static let cases: [EventCase<LengthEvent>] = [EventCase(.askButtonWasTapped, "The user asked.")]
}

/// A screen of another package: it asks how long a word is.
@MainActor final class LengthViewModel: ViewModel {
  let eventSubject = EventSubject<LengthEvent>()
  @Published private(set) var state = LengthState()
  var statePublisher: Published<LengthState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    let backend = environment.backend
    eventSubject
      .map { _ in
        backend.answer(.length, "broomstick").result()
          .map { result in
            switch result {
            case .success(let length): LengthState(text: "\(length)")
            case .failure(let error): LengthState(text: error.message)
            }
          }
          .prepend(LengthState(isBusy: true))
      }
      .switchToLatest()
      .assign(to: &$state)
  }
}

/// The environments for tests, used as a user of the layers uses them.
@MainActor @Suite struct TestWorldTests {
  @Test func `answers when the test says so`() {
    let world = TestWorld()
    let model = LengthViewModel(world.environment)
    model.eventSubject.send(.askButtonWasTapped)
    #expect(model.state.isBusy)
    expectEqual(world.backend.last(.length).input, "broomstick")
    world.backend.last(.length).succeed(10)
    #expect(model.state.isBusy)
    world.scheduler.advance()
    expectEqual(model.state, LengthState(text: "10"))
    model.eventSubject.send(.askButtonWasTapped)
    world.backend.last(.length).fail(.timeout)
    world.scheduler.advance()
    expectEqual(model.state.text, "The backend took too long to answer.")
  }

  @Test func `has the plurals of an app`() {
    let one =
      #"{"variations":{"plural":{"one":{"stringUnit":{"value":"One book"}},"other":{"stringUnit":{"value":"%lld books"}}}}}"#
    let world = TestWorld(catalogs: [StringCatalog(embedded: ["en": #"{"%lld books":\#(one)}"#])])
    expectEqual(world.environment.words.text("\(count: 1) books"), "One book")
    expectEqual(TestWorld().environment.words.text("\(count: 1) books"), "1 books")
  }

  @Test func `cancels what the view model does not wait for any more`() {
    let world = TestWorld()
    let model = LengthViewModel(world.environment)
    for _ in 1...2 { model.eventSubject.send(.askButtonWasTapped) }
    expectEqual(world.backend.calls(.length).map(\.isCancelled), [true, false])
  }

  @Test func `publishes the day changes of the test`() {
    let world = TestWorld()
    var count = 0
    let cancellable = world.environment.dayChanges.sink { count += 1 }
    world.dayChanges.send()
    expectEqual(count, 1)
    cancellable.cancel()
  }

  @Test func `repeats the random numbers of a seed`() {
    func numbers(_ seed: UInt64) -> [UInt64] {
      let random = AppEnvironment.test(seed: seed).random
      return (1...10).map { _ in random.next() }
    }
    expectEqual(numbers(7), numbers(7))
    #expect(numbers(7) != numbers(8))
  }

  @Test func `stands still in time and zone`() {
    let environment = AppEnvironment.test()
    expectEqual(environment.now(), .fixed)
    expectEqual(environment.timeZone, .gmt)
  }

  @Test func `fails every request without a backend`() {
    let scheduler = TestScheduler()
    let model = LengthViewModel(.test(scheduler: scheduler))
    model.eventSubject.send(.askButtonWasTapped)
    scheduler.advance()
    expectEqual(model.state.text, "The backend has no operation \"length\".")
    #expect(scheduler.isIdle)
  }
}
