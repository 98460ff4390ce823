import Dispatch
import ExpectSupport
import Foundation
import Screens
import ScreensSupport
import StreamsTesting
import Testing

@MainActor @Suite struct TicksTests {
  private let scheduler = TestScheduler()

  private func makeApp() -> AppCore {
    AppCore(
      AppEnvironment(main: scheduler.main),
      AppDefinition(screens: AppDefinition.club.screens, app: AppDefinition.club.app))
  }

  private func room(in app: AppCore) throws -> ScreenInstance<RoomModel> {
    let room = app.open(.room, RoomParameters(id: 1))
    try room.send(.clockButtonWasTapped)
    return room
  }

  @Test func `publishes the date after each interval`() {
    let date = Date(timeIntervalSince1970: 1_000)
    let start = scheduler.now
    let scheduler = scheduler
    let environment = AppEnvironment(
      main: scheduler.main, now: { date + Double(start.distance(to: scheduler.now).magnitude) / 1e9 })
    var dates: [Date] = []
    let subscription = environment.every(.seconds(60)).sink { dates.append($0) }
    expectEqual(dates, [])
    scheduler.advance(by: .seconds(59))
    expectEqual(dates, [])
    scheduler.advance(by: .seconds(121))
    expectEqual(dates, [date + 60, date + 120, date + 180])
    subscription.cancel()
    scheduler.advance(by: .seconds(120))
    expectEqual(dates.count, 3)
  }

  @Test func `ticks while the screen is open, and makes it not busy`() throws {
    let app = makeApp()
    let room = try room(in: app)
    scheduler.advance(by: .seconds(3))
    expectEqual(room.state.seconds, 3)
    #expect(!app.isBusy)
    room.close()
    scheduler.advance(by: .seconds(3))
    expectEqual(room.model.state.seconds, 3)
  }

  @Test func `completes when the screen closes`() throws {
    let app = makeApp()
    var environment: AppEnvironment?
    let screen = Screen<LoginModel>("probe", about: "A probe.") {
      environment = $1
      return LoginModel($1)
    }
    let probe = app.open(screen)
    var end: Subscribers.Completion<Never>?
    let every = try #require(environment).every(.seconds(1))
    let subscription = every.sink {
      end = $0
    } receiveValue: { _ in
    }
    #expect(end == nil)
    probe.close()
    expectEqual(end, .finished)
    end = nil
    let late = every.sink {
      end = $0
    } receiveValue: { _ in
    }
    expectEqual(end, .finished)
    subscription.cancel()
    late.cancel()
  }

  @Test func `schedules nothing while no screen uses it`() throws {
    let app = makeApp()
    let room = app.open(.room, RoomParameters(id: 1))
    // NB: it would not end while something repeats.
    scheduler.run()
    try room.send(.clockButtonWasTapped)
    room.close()
    scheduler.run()
    expectEqual(room.model.state.seconds, 0)
  }

  @Test func `ends with the app`() throws {
    var app: AppCore? = makeApp()
    let room = try room(in: #require(app))
    let model = room.model
    var end: Subscribers.Completion<Never>?
    let subscription = try #require(app).environment.every(.seconds(1)).sink {
      end = $0
    } receiveValue: { _ in
    }
    scheduler.advance(by: .seconds(1))
    expectEqual(model.state.seconds, 1)
    app = nil
    expectEqual(end, .finished)
    scheduler.run()
    expectEqual(model.state.seconds, 1)
    subscription.cancel()
  }

  @Test(.exitTest) func `has no interval of zero`() async {
    await #expect(processExitsWith: .failure) { _ = AppEnvironment().every(.zero) }
  }
}
