import AppTesting
import ExpectSupport
import Formatting
import Foundation
import Locking
import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

/// A clock that follows a scheduler's time and can be set.
final class SettableClock: Sendable {
  private let scheduler: TestScheduler
  private let offset: LockedValue<TimeInterval>
  private let start: Date

  init(_ start: Date, _ scheduler: TestScheduler) {
    self.start = start
    self.scheduler = scheduler
    offset = LockedValue(0)
  }

  var now: Date {
    start.addingTimeInterval(Double(scheduler.now.sinceStart.magnitude) / 1e9 + offset.withLock { $0 })
  }

  /// Sets the clock forward, or back.
  func set(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}

/// The timer that a live environment has: "Today" becomes "Yesterday" without an event.
@MainActor @Suite struct DayTimerTests {
  let backend = ScriptedBackend()
  let scheduler = TestScheduler()
  let clock: SettableClock
  let environment: AppEnvironment

  init() throws {
    // Saturday, 7 March 2026, 23:00 in New York. The next day has 23 hours.
    clock = SettableClock(try Date("2026-03-07T23:00:00-05:00", strategy: .iso8601), scheduler)
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    environment = .test(
      backend: backend.backend, scheduler: scheduler, now: { [clock] in clock.now }, timeZone: zone, dayChanges: nil)
  }

  private func loadedBalance() -> BalanceViewModel {
    let model = BalanceViewModel(environment)
    model.eventSubject.send(.viewDidAppear)
    backend.last(.balance).succeed(Balance(value: Money(amount: 5), date: clock.now))
    scheduler.advance()
    return model
  }

  private func submittedTerms() -> TermsViewModel {
    let terms = TermsViewModel(environment)
    let events =
      [
        .acceptedTermsChanged(true), .acceptedPrivacyChanged(true), .nameChanged("Ada"), .submitButtonWasTapped,
      ] as [TermsEvent]
    for event in events { terms.eventSubject.send(event) }
    return terms
  }

  @Test func `writes a balance date again at midnight`() {
    let model = loadedBalance()
    scheduler.advance(by: 3_599)
    expectEqual(model.state.infoText, "Last update: Today at 11:00:00 PM.")
    scheduler.advance(by: 1)
    expectEqual(model.state.infoText, "Last update: Yesterday at 11:00:00 PM.")
    scheduler.advance(by: .seconds(23 * 3_600 - 1))
    expectEqual(model.state.infoText, "Last update: Yesterday at 11:00:00 PM.")
    scheduler.advance(by: 1)
    expectEqual(model.state.infoText, "Last update: 3/7/26, 11:00:00 PM.")
  }

  @Test func `writes the dates of a purchase and a form again at midnight`() {
    let product = ProductViewModel(id: "wand", environment)
    product.eventSubject.send(.viewDidAppear)
    backend.last(.product).succeed(.wand)
    scheduler.advance()
    product.eventSubject.send(.purchase)
    backend.last(.purchase).succeed(
      Receipt(id: "R-1", productID: "wand", price: Money(amount: 199), date: clock.now))
    scheduler.advance()
    let terms = submittedTerms()
    expectEqual(product.state.receiptText, "Purchased for $199.00. Today at 11:00:00 PM.")
    scheduler.advance(by: 3_600)
    expectEqual(product.state.receiptText, "Purchased for $199.00. Yesterday at 11:00:00 PM.")
    expectEqual(
      terms.state.acceptanceText, "Ada accepted the terms and the privacy statement. Yesterday at 11:00:00 PM.")
  }

  @Test func `publishes no state before midnight, and makes no app busy`() {
    let app = AppCore(environment)
    let screen = app.open(.balance)
    screen.viewDidAppear()
    backend.last(.balance).succeed(Balance(value: Money(amount: 5), date: clock.now))
    scheduler.advance()
    let revision = screen.snapshot.revision
    #expect(!app.isBusy)
    scheduler.advance(by: 3_599)
    #expect(!app.isBusy)
    expectEqual(screen.snapshot.revision, revision)
    scheduler.advance(by: 1)
    #expect(!app.isBusy)
    expectEqual(screen.snapshot.revision, revision + 1)
  }

  @Test func `keeps a hidden balance hidden at midnight`() {
    let app = AppCore(environment)
    let screen = app.open(.balance)
    screen.viewDidAppear()
    backend.last(.balance).succeed(Balance(value: Money(amount: 5), date: clock.now))
    scheduler.advance()
    app.send(.willResignActive)
    scheduler.advance(by: 3_600)
    expectEqual(screen.state.infoText, "Last update: Yesterday at 11:00:00 PM.")
    #expect(screen.state.value == nil)
    expectEqual(screen.state.valueText, "••••••")
  }

  @Test func `follows the time zone of formats that are set later`() throws {
    var environment = environment
    _ = environment.dayChanges
    // In Honolulu it is 18:00.
    let zone = try #require(TimeZone(identifier: "Pacific/Honolulu"))
    environment.formats = Formats(timeZone: zone, now: environment.now)
    var days = 0
    let cancellable = environment.dayChanges.sink { days += 1 }
    scheduler.advance(by: .seconds(6 * 3_600 - 1))
    expectEqual(days, 0)
    scheduler.advance(by: 1)
    expectEqual(days, 1)
    cancellable.cancel()
  }

  @Test(arguments: [3_600.0, -86_400])
  func `reads the clock when the app becomes active`(seconds: Double) {
    let (model, terms) = (loadedBalance(), submittedTerms())
    environment.application.send(.willResignActive)
    clock.set(by: seconds)
    environment.application.send(.didBecomeActive)
    #expect(!model.state.infoText.contains("Today"))
    #expect(terms.state.acceptanceText?.contains("Today") == false)
  }

  @Test func `does not show a balance when the app resigns`() {
    let app = AppCore(environment)
    let screens = [app.open(.balance), app.open(.balance)]
    for screen in screens {
      screen.viewDidAppear()
      backend.last(.balance).succeed(Balance(value: Money(amount: 5), date: clock.now))
      scheduler.advance()
    }
    clock.set(by: 3_600)
    var shown: [BalanceState] = []
    let cancellables = screens.map { $0.statePublisher.dropFirst().sink { shown.append($0) } }
    app.send(.willResignActive)
    for cancellable in cancellables { cancellable.cancel() }
    expectEqual(shown.count, 2)
    #expect(shown.allSatisfy { $0.value == nil })
  }

  @Test(arguments: [3_600.0, -86_400])
  func `reads the clock every five minutes`(seconds: Double) {
    let model = loadedBalance()
    clock.set(by: seconds)
    scheduler.advance(by: 300)
    #expect(!model.state.infoText.contains("Today"))
  }

  @Test func `sets the timer again when the app becomes active`() {
    let model = loadedBalance()
    // The scheduler's time stood still while the machine slept: until a second before midnight.
    clock.set(by: 3_599)
    environment.application.send(.didBecomeActive)
    expectEqual(model.state.infoText, "Last update: Today at 11:00:00 PM.")
    scheduler.advance(by: 1)
    expectEqual(model.state.infoText, "Last update: Yesterday at 11:00:00 PM.")
    expectEqual(scheduler.pendingCount, 1)
  }

  @Test func `reads a clock that stands still once a second at most`() throws {
    let date = try Date(
      "2026-03-07T23:59:59.999-05:00",
      strategy: .iso8601.year().month().day().timeZone(separator: .colon).time(includingFractionalSeconds: true))
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let reads = LockedValue(0)
    let environment = AppEnvironment.test(
      scheduler: scheduler,
      now: {
        reads.withLock { $0 += 1 }
        return date
      }, timeZone: zone, dayChanges: nil)
    let cancellable = environment.dayChanges.sink { Issue.record("The day has not changed.") }
    let before = reads.withLock { $0 }
    scheduler.advance(by: 10)
    #expect((1...30).contains(reads.withLock { $0 } - before))
    cancellable.cancel()
  }

  @Test func `shares one timer between all screens`() {
    let app = AppCore(environment)
    #expect(scheduler.isIdle)
    let screens = [app.open(.balance), app.open(.balance)].map { detach($0) }
    expectEqual(scheduler.pendingCount, 1)
    for screen in screens { screen() }
    #expect(scheduler.isIdle)
  }

  /// Closes the screen and lets go of it when it is called.
  private func detach(_ screen: AnyScreenInstance) -> () -> Void {
    var screen: AnyScreenInstance? = screen
    return {
      screen?.close()
      screen = nil
    }
  }

  @Test func `releases everything`() {
    let scheduler = TestScheduler()
    let clock = SettableClock(Date.fixed, scheduler)
    let alive = leaks { detector in
      let environment = AppEnvironment.test(
        scheduler: detector.watch(scheduler), now: { clock.now }, dayChanges: nil)
      detector.watch(environment.application)
      detector.watch(BalanceViewModel(environment))
      detector.watch(TermsViewModel(environment))
    }
    expectEqual(alive, ["TestScheduler"])
    #expect(scheduler.isIdle)
  }

  @Test func `looks at the clock a few times in an hour`() {
    let looks = LockedValue(0)
    let environment = AppEnvironment.test(
      backend: backend.backend, scheduler: scheduler,
      now: { [clock] in
        looks.withLock { $0 += 1 }
        return clock.now
      }, timeZone: environment.calendar.timeZone, dayChanges: nil)
    let changes = LockedValue(0)
    let cancellable = environment.presentationChanges.sink { changes.withLock { $0 += 1 } }
    let before = looks.withLock { $0 }
    scheduler.advance(by: 3_500)
    expectEqual(changes.withLock { $0 }, 0)
    #expect(looks.withLock { $0 } - before < 20)
    cancellable.cancel()
  }
}
