import AppTesting
import Foundation
import Models
import Streams
import StreamsTesting
import Testing

@testable import ViewModels

@MainActor @Suite struct BalanceStateTests {
  let world = TestWorld()
  let model: BalanceViewModel

  init() {
    model = BalanceViewModel(world.environment)
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).succeed(.cents(123_456))
    world.scheduler.advance()
  }

  @Test func `hides the value while the application is inactive`() {
    world.environment.application.send(.willResignActive)
    #expect(model.state.isRedacted)
    #expect(model.state.value == nil)
    #expect(model.state.valueText == "••••••")
    #expect(model.state.infoText == "Last update: Today at 3:04:05 PM.")

    world.environment.application.send(.didBecomeActive)
    #expect(!model.state.isRedacted)
    #expect(model.state.valueText == "$1,234.56")
  }

  @Test func `contains a hidden value in no form`() throws {
    world.environment.application.send(.willResignActive)
    for text in [
      model.state.text, revealed(model.state), revealed(model), revealed(Mirror(reflecting: model).children.map { $0 }),
    ] {
      for trace in ["1234", "1,234", "234.56", "USD", "$"] { #expect(!text.contains(trace), "\(trace) in \(text)") }
    }
  }

  @Test func `contains a visible value`() throws {
    #expect(model.state.text.contains(#""value":{"amount":"1234.56","currency":"USD"}"#))
    #expect(revealed(model.state).contains("1,234.56"))
  }

  @Test func `hides an answer that arrives while the application is inactive`() {
    world.environment.application.send(.willResignActive)
    model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).succeed(.cents(999))
    world.scheduler.advance()
    #expect(model.state.valueText == "••••••")
    #expect(model.state.value == nil)
    world.environment.application.send(.didBecomeActive)
    #expect(model.state.valueText == "$9.99")
  }

  @Test func `hides the backend's words, which may name an amount`() {
    model.eventSubject.send(.refreshButtonWasTapped)
    world.backend.last(.balance).fail(.problem(status: 503, detail: "$1,234.56 cannot be confirmed."))
    world.scheduler.advance()
    #expect(model.state.failureText == "$1,234.56 cannot be confirmed.")
    world.environment.application.send(.willResignActive)
    #expect(model.state.failureText == nil)
    #expect(model.state.infoText.hasPrefix("Failed to update."))
    #expect(!revealed(model.state).contains("1,234"))
    world.environment.application.send(.didBecomeActive)
    #expect(model.state.failureText == "$1,234.56 cannot be confirmed.")
  }

  @Test func `is redacted from the start in an inactive application`() {
    world.environment.application.send(.willResignActive)
    let late = BalanceViewModel(world.environment)
    #expect(late.state.isRedacted)
    #expect(late.state.valueText == "--")
  }

  @Test func `never publishes the value while the application is inactive`() {
    var heard: [BalanceState] = []
    world.environment.application.send(.willResignActive)
    let cancellable = model.$state.sink { heard.append($0) }
    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).fail()
    world.scheduler.advance()
    cancellable.cancel()
    #expect(heard.count == 3)
    #expect(heard.allSatisfy { $0.value == nil && $0.valueText == "••••••" })
  }
}
