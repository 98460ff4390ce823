import AppTesting
import Testing
import TextUI
import ViewModels

@testable import Console

@MainActor @Suite struct BalanceViewTests {
  @Test func `a terminal shows a failure in red and a hidden value as a bar`() {
    let world = TestWorld()
    let model = BalanceViewModel(world.environment)
    let view = BalanceView(model)
    var lines: [String] { view.canvas.show().map(Style.terminal.text) }

    model.eventSubject.send(.viewDidAppear)
    world.backend.last(.balance).fail()
    world.scheduler.advance()
    #expect(lines.contains("info: \u{1B}[31mFailed to update.\u{1B}[0m"))
    #expect(lines.contains("value: --"))
    world.environment.application.send(.willResignActive)
    #expect(lines.contains("value: ████████"))
  }
}
