import AppTesting
import Testing
import TextUI
import ViewModels

@testable import Console

@MainActor @Suite struct BalanceViewTests {
  @Test func `a terminal shows a failure in red and a hidden value as a bar`() throws {
    let world = TestWorld()
    let app = AppCore(world.environment, AppDefinition(screens: []))
    let front = app.attach(.prompt)
    let screen = try front.open(.balance)
    let view = BalanceView(screen)
    var lines: [String] { view.canvas.show().map(Style.terminal.text) }

    screen.viewDidAppear()
    world.backend.last(.balance).fail()
    world.scheduler.advance()
    #expect(lines.contains("info: \u{1B}[31mFailed to update.\u{1B}[0m"))
    #expect(lines.contains("value: --"))
    front.send(.willResignActive)
    #expect(lines.contains("value: ████████"))
  }
}
