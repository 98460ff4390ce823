import AppTesting
import ExpectSupport
import Foundation
import Models
import Services
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct BalanceViewModelTests {
  let world = TestWorld()
  let model: BalanceViewModel

  init() {
    model = BalanceViewModel(world.environment)
  }

  private func refresh(_ event: BalanceViewEvent = .refreshButtonWasTapped, cents: Int, ago: TimeInterval = 0) {
    model.eventSubject.send(event)
    world.backend.last(.balance).succeed(.cents(cents, ago: ago))
    world.scheduler.advance()
  }

  @Test func `starts without a value`() {
    #expect(model.state.value == nil)
    expectEqual(model.state.valueText, "--")
    expectEqual(model.state.infoText, "")
    expectEqual(model.state.infoTone, .regular)
    #expect(!model.state.isRefreshing)
    #expect(!model.state.isRedacted)
    #expect(world.backend.calls(.balance).isEmpty)
  }

  @Test(arguments: BalanceViewEvent.allCases)
  func `refreshes at every event`(_ event: BalanceViewEvent) {
    model.eventSubject.send(event)
    #expect(model.state.isRefreshing)
    #expect(model.state.isBusy)
    expectEqual(model.state.infoText, "Loading...")
    expectEqual(world.backend.pendingCount(.balance), 1)
  }

  @Test func `shows an answer with its date`() {
    refresh(cents: 123_456)
    expectEqual(model.state.value, Money(amount: Decimal(123_456) / 100))
    expectEqual(model.state.valueText, "$1,234.56")
    expectEqual(model.state.lastUpdate, Date.fixed)
    expectEqual(model.state.infoText, "Last update: Today at 3:04:05 PM.")
    #expect(!model.state.isRefreshing)
    expectEqual(world.backend.pendingCount(.balance), 0)
  }

  @Test func `receives an answer on the main scheduler`() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).succeed(.cents(1))
    #expect(model.state.isRefreshing)
    world.scheduler.advance()
    #expect(!model.state.isRefreshing)
  }

  @Test func `keeps the date of the last answer during a refresh`() {
    refresh(cents: 100, ago: 86_400)
    model.eventSubject.send(.refreshButtonWasTapped)
    expectEqual(model.state.infoText, "Loading... Last update: Yesterday at 3:04:05 PM.")
    expectEqual(model.state.valueText, "$1.00")
  }

  @Test func `shows a failure without a value`() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).fail(.timeout)
    world.scheduler.advance()
    expectEqual(model.state.infoText, "Failed to update.")
    expectEqual(model.state.infoTone, .failure)
    #expect(model.state.didFail)
    expectEqual(model.state.valueText, "--")
    #expect(!model.state.isBusy)
  }

  @Test func `keeps the value after a failure until the next refresh`() {
    refresh(cents: 123_456)
    model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).fail()
    world.scheduler.advance()
    expectEqual(model.state.valueText, "$1,234.56")
    expectEqual(model.state.infoText, "Failed to update. Last update: Today at 3:04:05 PM.")
    expectEqual(model.state.infoTone, .failure)

    model.eventSubject.send(.refreshButtonWasTapped)
    expectEqual(model.state.infoText, "Loading... Last update: Today at 3:04:05 PM.")
    expectEqual(model.state.infoTone, .regular)
  }

  @Test(
    arguments: [
      (.unknownHost, "There is no such server."), (.connectionRefused, "The server refuses connections."),
      (.noSecureConnection, "There is no secure connection to the server."),
      (.timeout, "The backend took too long to answer."), (.decoding, "The backend's answer cannot be understood."),
      (.tooLarge, "The backend's answer is too long."),
      (.problem(status: 503, detail: "Come back later."), "Come back later."),
    ] as [(ServiceError, String)])
  func `says why a refresh failed until the next one`(error: ServiceError, text: String) {
    #expect(model.state.failureText == nil)
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).fail(error)
    world.scheduler.advance()
    expectEqual(model.state.failureText, text)
    expectEqual(model.state.infoText, "Failed to update.")
    model.eventSubject.send(.refreshButtonWasTapped)
    #expect(model.state.failureText == nil)
  }

  @Test func `treats a completion without an answer as a failure`() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).complete()
    world.scheduler.advance()
    expectEqual(model.state.infoText, "Failed to update.")
    #expect(!model.state.isBusy)
  }

  @Test func `ignores the answers of all but the newest refresh`() {
    model.eventSubject.send(.viewDidAppear)
    model.eventSubject.send(.refreshButtonWasTapped)
    let questions = world.backend.calls(.balance)
    expectEqual(world.backend.pendingCount(.balance), 1)

    questions[1].succeed(.cents(200))
    world.scheduler.advance()
    questions[0].succeed(.cents(100))
    world.scheduler.advance()
    expectEqual(model.state.valueText, "$2.00")
    #expect(!model.state.isRefreshing)
  }

  @Test func `drops an answer that waits on the scheduler`() {
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).succeed(.cents(100))
    model.eventSubject.send(.refreshButtonWasTapped)
    world.scheduler.advance()
    #expect(model.state.isRefreshing)
    expectEqual(model.state.valueText, "--")
  }

  @Test func `releases the requests of a thousand refreshes`() {
    for count in 1...1_000 { refresh(cents: count) }
    expectEqual(world.backend.pendingCount(.balance), 0)
    #expect(world.scheduler.isIdle)
    expectEqual(model.state.valueText, "$10.00")
  }

  @Test func `publishes its events to other subscribers`() {
    var heard: [BalanceViewEvent] = []
    let cancellable = model.eventSubject.sink { heard.append($0) }
    model.eventSubject.send(.viewDidAppear)
    model.eventSubject.send(.refreshButtonWasTapped)
    cancellable.cancel()
    expectEqual(heard, [.viewDidAppear, .refreshButtonWasTapped])
  }

  @Test func `publishes the states of a refresh in order`() {
    var heard: [String] = []
    let cancellable = model.$state.sink { heard.append("\($0.valueText)|\($0.infoText)") }
    refresh(cents: 500)
    cancellable.cancel()
    expectEqual(heard, ["--|", "--|Loading...", "$5.00|Last update: Today at 3:04:05 PM."])
  }

  @Test func `releases everything`() {
    let world = TestWorld()
    let alive = leaks { detector in
      let model = detector.watch(BalanceViewModel(world.environment))
      model.eventSubject.send(.viewDidAppear)
      world.backend.last(.balance).succeed(.cents(1))
      world.scheduler.advance()
      model.eventSubject.send(.viewDidAppear)
    }
    expectEqual(alive, [])
    expectEqual(world.backend.pendingCount(.balance), 0)
  }
}
