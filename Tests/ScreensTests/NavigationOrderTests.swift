import ExpectSupport
import Screens
import Testing

/// Navigation that is asked for while another one goes on, or while a screen is made.
@MainActor @Suite struct NavigationOrderTests {
  private let app = AppCore(AppEnvironment(), AppDefinition(screens: [], limits: AppLimits(screensOfFront: 8)))
  private let log: NavigationLog

  init() { log = NavigationLog(app) }

  // MARK: - From an initialiser

  @Test func `performs what an initialiser asks for when the screen has opened`() {
    let chain = app.open(Screen<ChainViewModel>.chain, ChainParameters(depth: 3))
    expectEqual(log.next(), ["chain opens chain", "chain opens chain", "chain opens chain"])
    expectEqual(app.instances.count, 4)
    #expect(app.instances[0] === chain)
    for index in 1...3 { #expect(app.instances[index].opener === app.instances[index - 1]) }
  }

  @Test func `opens no more than the limit when each screen opens the next`() {
    let chain = app.open(Screen<ChainViewModel>.chain, ChainParameters(depth: 1_000))
    expectEqual(app.instances.count, 8)
    let last = app.instances.last as? ScreenInstance<ChainViewModel>
    expectEqual(last?.model.error, .tooManyScreens(limit: 8))
    chain.close()
    #expect(app.instances.isEmpty)
  }

  @Test func `closes a screen that closes itself while it is made`() {
    let screen = Screen<StepViewModel>("brief", about: "A step.") { parameters, environment in
      environment.navigator.close(with: Answer("at once"))
      #expect(throws: NavigationError.closed) { try environment.navigator.open(.step, StepParameters()) }
      return StepViewModel(parameters, environment)
    }
    let first = app.open(.step)
    var outcomes: [Answer?] = []
    try? first.model.navigator.open(screen, StepParameters(title: "brief")) { outcomes.append($0) }
    expectEqual(log.next(), ["first opens brief", #"brief completed "at once""#])
    expectEqual(outcomes, [Answer("at once")])
    #expect(!app.open(screen, StepParameters(title: "other")).isOpen)
    expectEqual(log.next(), [#"other completed "at once""#])
  }

  // MARK: - From a handler, and from what a front does

  @Test func `performs what a result handler asks for after the close`() throws {
    let first = app.open(.step)
    first.model.onResult = { [weak model = first.model] in
      guard $0 != nil else { return }
      try? model?.open("next")
      // Not opened yet: the handler belongs to the close.
      model?.state.results.append("handled")
    }
    try first.send(.openButtonWasTapped("second"))
    let second = try #require(app.instances.last as? ScreenInstance<StepViewModel>)
    try second.send(.answerButtonWasTapped("yes"))
    expectEqual(log.next(), ["first opens second", #"second completed "yes""#, "first opens next"])
    expectEqual(first.state.results, ["second: yes", "handled"])
  }

  @Test func `calls the result handlers of several screens when all of them are closed`() throws {
    let first = app.open(.step)
    var counts: [Int] = []
    for title in ["second", "third"] {
      try first.model.navigator.open(.step, StepParameters(title: title)) { [app] _ in
        counts.append(app.instances.count)
      }
    }
    expectEqual(app.instances.count, 3)
    first.model.navigator.closeOpened()
    expectEqual(counts, [1, 1])
  }

  @Test func `ends a chain in which each result opens the next screen`() throws {
    let first = app.open(.step)
    let brief = Screen<StepViewModel>("brief", about: "A step.") { parameters, environment in
      environment.navigator.close(with: Answer("at once"))
      return StepViewModel(parameters, environment)
    }
    var error: NavigationError?
    func openNext() {
      do throws(NavigationError) {
        try first.model.navigator.open(brief, StepParameters()) { _ in openNext() }
      } catch let failure {
        error = failure
      }
    }
    openNext()
    expectEqual(error, .tooManyScreens(limit: 8))
    expectEqual(app.instances.count, 1)
    expectEqual(log.next().count, 16)
    // The next navigation is a chain of its own.
    try first.model.open("second")
    expectEqual(app.instances.count, 2)
  }

  @Test func `does not call the result handler of a closed opener`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    let second = try #require(app.instances.last as? ScreenInstance<StepViewModel>)
    var cancellable: AnyCancellable?
    // The opener is closed while the screen closes itself, before its result is delivered.
    cancellable = second.updates.sink { _ in
      first.close()
    } receiveValue: { _ in
    }
    second.model.navigator.close(with: Answer("late"))
    #expect(!first.isOpen)
    expectEqual(first.state.results, [])
    #expect(app.instances.isEmpty)
    cancellable?.cancel()
    cancellable = nil
  }

  @Test func `opens nothing for a screen that was closed meanwhile`() throws {
    let first = app.open(.step)
    first.model.onResult = { [weak model = first.model] _ in
      try? model?.open("next")
      model?.navigator.close()
    }
    log.onOpen = { [unowned first] in if $0.opener === first, first.state.results != [] { first.close() } }
    try first.send(.openButtonWasTapped("second"))
    _ = app.instances.last?.leave()
    expectEqual(log.next(), ["first opens second", "first opens next", "next openerClosed", "first completed"])
    #expect(app.instances.isEmpty)
    #expect(throws: NavigationError.closed) { try first.model.open("more") }
    expectEqual(log.next(), [])
  }

  @Test func `lets a front close what it is told of, at once`() throws {
    let first = app.open(.step)
    log.onOpen = { $0.close() }
    try first.send(.openButtonWasTapped("second"))
    expectEqual(first.state.results, ["second was left"])
    try first.send(.replaceButtonWasTapped)
    #expect(app.instances.isEmpty)
    expectEqual(log.next(), ["first opens second", "first replaced", "nothing opens first'"])
  }

  @Test func `opens no successor when the opener is closed meanwhile`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    let second = try #require(app.instances.last as? ScreenInstance<StepViewModel>)
    let cancellable = second.updates.sink { _ in
      first.close()
    } receiveValue: { _ in
    }
    try second.send(.replaceButtonWasTapped)
    #expect(app.instances.isEmpty)
    expectEqual(log.next(), ["first opens second", "second replaced"])
    cancellable.cancel()
  }

  @Test func `lets a screen appear inside of what opens it`() throws {
    let first = app.open(.step)
    log.onOpen = { $0.viewDidAppear() }
    try first.send(.editButtonWasTapped)
    let editor = try #require(app.instances.last as? ScreenInstance<EditorViewModel>)
    #expect(editor.state.hasAppeared)
  }

  // MARK: - Leaving

  @Test func `asks before it leaves, and not before it closes`() throws {
    let first = app.open(.step)
    try first.send(.editButtonWasTapped)
    let editor = try #require(app.instances.last as? ScreenInstance<EditorViewModel>)
    #expect(editor.leave() == .left)
    #expect(editor.leave() == .left)
    try first.send(.editButtonWasTapped)
    let unsaved = try #require(app.instances.last as? ScreenInstance<EditorViewModel>)
    try unsaved.send(.starsChanged(3))
    #expect(unsaved.leave() != .left)
    #expect(unsaved.isOpen)
    expectEqual(unsaved.state.question, "Discard the stars?")
    expectEqual(app.instances.count, 2)
    // The opener would close it, so it is asked as well.
    #expect(first.leave() != .left)
    #expect(first.isOpen)
    try unsaved.send(.discardButtonWasTapped)
    #expect(first.leave() == .left)
    let other = app.open(.editor)
    try other.send(.starsChanged(3))
    other.close()
    #expect(other.state.question == nil)
    #expect(app.instances.isEmpty)
  }

  @Test func `refuses an event for a reason of its own`() throws {
    let editor = app.open(.editor)
    #expect(throws: EventError.refused(reason: "There are no stars.")) { try editor.send(.saveButtonWasTapped) }
    expectEqual(editor.snapshot.revision, 1)
    try editor.send(.starsChanged(3))
    try editor.send(.saveButtonWasTapped)
    #expect(!editor.isOpen)
    expectEqual(log.next(), ["editor completed 3"])
  }

  // MARK: - Without an app, and without leaks

  @Test func `opens nothing without an app`() {
    let model = StepViewModel(StepParameters(), AppEnvironment())
    #expect(throws: NavigationError.closed) { try model.open("second") }
    model.navigator.close(with: Answer("yes"))
    model.navigator.closeOpened()
    model.navigator.returnToFirst()
    expectEqual(model.state.results, [])
  }

  @Test func `leaks nothing`() throws {
    weak var app: AppCore?
    weak var opener: StepViewModel?
    weak var opened: EditorViewModel?
    weak var successor: StepViewModel?
    weak var instance: AnyScreenInstance?
    weak var navigator: Navigator?
    weak var events: EventSubject<StepEvent>?
    do {
      let core = AppCore(AppEnvironment(), AppDefinition(screens: []))
      app = core
      let first = core.open(.step)
      opener = first.model
      navigator = first.model.navigator
      events = first.model.eventSubject
      try first.send(.editButtonWasTapped)
      let editor = try #require(core.instances.last as? ScreenInstance<EditorViewModel>)
      opened = editor.model
      instance = editor
      try first.send(.openButtonWasTapped("second"))
      try #require(core.instances.last as? ScreenInstance<StepViewModel>).send(.replaceButtonWasTapped)
      successor = (core.instances.last as? ScreenInstance<StepViewModel>)?.model
      #expect(successor != nil)
    }
    // The app and its open screens go together, without a close.
    #expect(events == nil)
    #expect(app == nil)
    #expect(opener == nil)
    #expect(opened == nil)
    #expect(successor == nil)
    #expect(instance == nil)
    #expect(navigator == nil)
  }

  @Test func `releases a closed screen`() throws {
    let first = app.open(.step)
    try first.send(.openButtonWasTapped("second"))
    weak var instance: AnyScreenInstance?
    weak var model: AnyObject?
    do {
      let second = try #require(app.instances.last)
      instance = second
      model = second.anyModel
    }
    try #require(app.instances.last as? ScreenInstance<StepViewModel>).send(.answerButtonWasTapped("yes"))
    #expect(instance == nil)
    #expect(model == nil)
  }
}

/// A screen that opens the next one while it is made.
final class ChainViewModel: ViewModel {
  typealias Parameters = ChainParameters

  let eventSubject = EventSubject<StepEvent>()
  @Published private(set) var state = EditorState()
  var statePublisher: Published<EditorState>.Publisher { $state }
  private(set) var error: NavigationError?

  init(_ parameters: ChainParameters, _ environment: AppEnvironment) {
    guard parameters.depth > 0 else { return }
    do throws(NavigationError) {
      try environment.navigator.open(Screen<ChainViewModel>.chain, ChainParameters(depth: parameters.depth - 1))
    } catch {
      self.error = error
    }
  }
}

struct ChainParameters: OptionalParameters {
  var depth = 0

  static let fields: Fields<ChainParameters> = [Field(\.depth, "How many screens follow.")]
}

extension Screen<ChainViewModel> {
  static var chain: Self { Screen("chain", about: "A chain.") { ChainViewModel($0, $1) } }
}
