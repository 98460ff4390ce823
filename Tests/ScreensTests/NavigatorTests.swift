import ExpectSupport
import Screens
import Testing

@MainActor @Suite struct NavigatorTests {
  private let app = AppCore(
    AppEnvironment(),
    AppDefinition(screens: [AnyScreen(.step), AnyScreen(.editor)], limits: AppLimits(screensOfFront: 8)))
  private let log: NavigationLog

  init() { log = NavigationLog(app) }

  private func step(_ title: String) throws -> ScreenInstance<StepViewModel> {
    let steps = app.instances.compactMap { $0 as? ScreenInstance<StepViewModel> }
    return try #require(steps.last { $0.state.title == title })
  }

  @Test func `opens a screen with typed parameters`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    expectEqual(log.next(), ["first opens second"])
    expectEqual(app.instances.count, 2)
    #expect(app.instances[1].opener === first)
    #expect(first.opener == nil)
    expectEqual(app.instances[1].snapshot.revision, 1)
  }

  @Test func `opens a screen without parameters`() throws {
    let first = app.open(.step)
    var results: [String?] = []
    try first.model.navigator.open(.step) { results.append($0?.text) }
    expectEqual(app.instances.count, 2)
    #expect(app.instances[1].opener === first)
    try step(StepParameters.defaults.title).send(.answerButtonWasTapped("yes"))
    expectEqual(results, ["yes"])
    let subscription = first.model.navigator.result(of: .step)
      .sink(receiveCompletion: { _ in }, receiveValue: { results.append($0.text) })
    try step(StepParameters.defaults.title).send(.answerButtonWasTapped("no"))
    expectEqual(results, ["yes", "no"])
    subscription.cancel()
  }

  @Test func `closes with a typed result, which the opener gets once`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    let second = try step("second")
    try second.send(.answerButtonWasTapped("yes"))
    expectEqual(log.next(), ["first opens second", #"second completed "yes""#])
    expectEqual(first.state.results, ["second: yes"])
    #expect(!second.isOpen)
    expectEqual(app.instances.count, 1)
  }

  @Test func `gives the opener no result when a screen is left`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    _ = log.next()
    #expect(app.instances[1].leave() == .left)
    expectEqual(log.next(), [])
    expectEqual(first.state.results, ["second was left"])
  }

  @Test func `ignores a result that comes after the close`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    let second = try step("second")
    second.close()
    second.model.navigator.close(with: Answer("late"))
    second.model.navigator.close()
    expectEqual(log.next(), ["first opens second"])
    expectEqual(first.state.results, ["second was left"])
  }

  #if DEBUG
    @Test(.exitTest) func `stops a debug build that closes with a wrong type`() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let step = AppCore(AppEnvironment(), AppDefinition(screens: [])).open(.step)
          step.model.eventSubject.send(.wrongAnswerButtonWasTapped)
        }
      }
    }
  #endif

  @Test func `publishes the result`() throws {
    let first = app.open(.step)
    try first.send(.editButtonWasTapped)
    let editor = try #require(app.instances.last as? ScreenInstance<EditorViewModel>)
    try editor.send(.starsChanged(4))
    try editor.send(.saveButtonWasTapped)
    expectEqual(first.state.results, ["4 stars", "finished"])
    try first.send(.editButtonWasTapped)
    app.instances[1].close()
    expectEqual(first.state.results, ["4 stars", "finished", "finished"])
  }

  @Test func `closes what a screen has opened before it, the innermost first`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    try step("second").send(.openButtonWasTapped("third"))
    try step("second").send(.openButtonWasTapped("fourth"))
    let second = try step("second")
    _ = log.next()
    first.close()
    expectEqual(log.next(), ["fourth openerClosed", "third openerClosed", "second openerClosed"])
    expectEqual(first.state.results, [])
    expectEqual(second.state.results, [])
    #expect(app.instances.isEmpty)
  }

  @Test func `replaces a screen by one that inherits its opener and its result handler`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    try step("second").send(.openButtonWasTapped("third"))
    _ = log.next()
    try step("second").send(.replaceButtonWasTapped)
    expectEqual(log.next(), ["third openerClosed", "second replaced", "first opens second'"])
    expectEqual(first.state.results, [])
    try step("second'").send(.answerButtonWasTapped("yes"))
    expectEqual(first.state.results, ["second: yes"])
  }

  @Test func `replaces the first screen`() throws {
    try app.open(.step).send(.replaceButtonWasTapped)
    expectEqual(log.next(), ["first replaced", "nothing opens first'"])
    expectEqual(app.instances.count, 1)
  }

  @Test func `delivers no result of a successor with another type`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    try step("second").send(.editInsteadButtonWasTapped)
    let editor = try #require(app.instances.last as? ScreenInstance<EditorViewModel>)
    #expect(editor.opener === first)
    try editor.send(.starsChanged(4))
    try editor.send(.saveButtonWasTapped)
    expectEqual(log.next(), ["first opens second", "second replaced", "first opens editor", "editor completed 4"])
    expectEqual(first.state.results, ["second was left"])
  }

  @Test func `goes back to the first screen`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    try first.send(.openButtonWasTapped("aside"))
    try step("second").send(.openButtonWasTapped("third"))
    _ = log.next()
    try step("third").send(.firstButtonWasTapped)
    expectEqual(log.next(), ["aside closedByApp", "third openerClosed", "second closedByApp"])
    expectEqual(first.state.results, ["aside was left", "second was left"])
    expectEqual(app.instances.count, 1)
  }

  @Test func `closes what it has opened`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    try first.send(.openButtonWasTapped("second"))
    _ = log.next()
    try first.send(.closeOpenedButtonWasTapped)
    expectEqual(log.next(), ["second closedByApp", "second closedByApp"])
    expectEqual(first.state.results, ["second was left", "second was left"])
  }

  @Test func `opens the same screen twice`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    try first.send(.openButtonWasTapped("second"))
    expectEqual(log.next(), ["first opens second", "first opens second"])
    try step("second").send(.answerButtonWasTapped("newer"))
    try step("second").send(.answerButtonWasTapped("older"))
    expectEqual(first.state.results, ["second: newer", "second: older"])
  }

  @Test func `opens nothing beyond the limit`() throws {
    let first = app.open(.step)
    for number in 2...8 { try first.send(.openButtonWasTapped("\(number)")) }
    _ = log.next()
    #expect(throws: NavigationError.tooManyScreens(limit: 8)) { try first.model.open("9") }
    expectEqual(log.next(), [])
    expectEqual(app.instances.count, 8)
    try step("8").send(.replaceButtonWasTapped)
    try step("8'").send(.answerButtonWasTapped("yes"))
    expectEqual(first.state.results, ["8: yes"])
    try first.model.open("9")
    expectEqual(app.instances.count, 8)
  }

  @Test func `opens 256 screens by default`() throws {
    let app = AppCore(AppEnvironment(), AppDefinition(screens: []))
    let first = app.open(.step)
    for number in 2...256 { try first.model.open("\(number)") }
    #expect(throws: NavigationError.tooManyScreens(limit: 256)) { try first.model.open("257") }
    first.close()
    #expect(app.instances.isEmpty)
  }
}
