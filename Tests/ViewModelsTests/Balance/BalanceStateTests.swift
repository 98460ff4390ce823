import AppTesting
import ExpectSupport
import Foundation
import Models
import Streams
import StreamsTesting
import Testing

@testable import ViewModels

@MainActor @Suite struct BalanceStateTests {
  let world = TestWorld()
  let app: AppCore
  let screen: ScreenInstance<BalanceViewModel>
  var model: BalanceViewModel { screen.model }

  init() {
    app = AppCore(world.environment, AppDefinition(screens: []))
    screen = app.open(.balance)
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).succeed(.cents(123_456))
    world.scheduler.advance()
  }

  @Test func `hides the value while the application is inactive`() {
    world.environment.application.send(.willResignActive)
    #expect(screen.state.isRedacted)
    #expect(screen.state.value == nil)
    expectEqual(screen.state.valueText, "••••••")
    expectEqual(screen.state.infoText, "Last update: Today at 3:04:05 PM.")

    world.environment.application.send(.didBecomeActive)
    #expect(!screen.state.isRedacted)
    expectEqual(screen.state.valueText, "$1,234.56")
  }

  @Test func `contains a hidden value in no form`() throws {
    world.environment.application.send(.willResignActive)
    let properties = Mirror(reflecting: model).children.map { $0 }
    for text in [screen.state.text, revealed(screen.state), revealed(model), revealed(properties)] {
      for trace in ["1234", "1,234", "234.56", "USD", "$"] { #expect(!text.contains(trace), "\(trace) in \(text)") }
    }
  }

  @Test func `contains a visible value`() throws {
    #expect(screen.state.text.contains(#""value":{"amount":"1234.56","currency":"USD"}"#))
    #expect(revealed(screen.state).contains("1,234.56"))
  }

  @Test func `hides an answer that arrives while the application is inactive`() {
    world.environment.application.send(.willResignActive)
    model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).succeed(.cents(999))
    world.scheduler.advance()
    expectEqual(screen.state.valueText, "••••••")
    #expect(screen.state.value == nil)
    world.environment.application.send(.didBecomeActive)
    expectEqual(screen.state.valueText, "$9.99")
  }

  @Test func `hides the backend's words, which may name an amount`() {
    model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).fail(.problem(status: 503, detail: "$1,234.56 cannot be confirmed."))
    world.scheduler.advance()
    expectEqual(screen.state.failureText, "$1,234.56 cannot be confirmed.")
    world.environment.application.send(.willResignActive)
    #expect(screen.state.failureText == nil)
    #expect(screen.state.infoText.hasPrefix("Failed to update."))
    #expect(!revealed(screen.state).contains("1,234"))
    world.environment.application.send(.didBecomeActive)
    expectEqual(screen.state.failureText, "$1,234.56 cannot be confirmed.")
  }

  @Test func `is redacted from the start in an inactive application`() {
    world.environment.application.send(.willResignActive)
    let late = app.open(.balance)
    #expect(late.state.isRedacted)
    expectEqual(late.state.valueText, "--")
  }

  @Test func `never shows the value while the application is inactive`() {
    var heard: [BalanceState] = []
    world.environment.application.send(.willResignActive)
    let cancellable = screen.statePublisher.sink { heard.append($0) }
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).fail()
    world.scheduler.advance()
    cancellable.cancel()
    expectEqual(heard.count, 3)
    #expect(heard.allSatisfy { $0.value == nil && $0.valueText == "••••••" })
  }

  @Test func `only the view model's own state has the value meanwhile`() {
    app.send(.willResignActive)
    expectEqual(model.state.valueText, "$1,234.56")
    #expect(!model.state.isRedacted)
  }
}
