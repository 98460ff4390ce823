import Services
import StreamsExtras
import Testing
import TextUI
import ViewModels

@testable import Console

@MainActor @Suite struct BalanceViewTests {
  @Test func `a terminal shows a failure in red and a hidden value as a bar`() async {
    let environment = AppEnvironment.fixed(Backend(MockServices(world: .fixed(), failures: [.balance])))
    let model = BalanceViewModel(environment)
    let view = BalanceView(model)
    var lines: [String] { view.canvas.show().map(Style.terminal.text) }

    model.eventSubject.send(.viewDidAppear)
    for await state in model.$state.values(buffering: .unbounded) where state.didFail { break }
    #expect(lines.contains("info: \u{1B}[31mFailed to update.\u{1B}[0m"))
    #expect(lines.contains("value: --"))
    environment.application.send(.willResignActive)
    #expect(lines.contains("value: ████████"))
  }
}
