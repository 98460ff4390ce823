import AppTesting
import Descriptions
import Foundation
import Models
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct AppCoreTests {
  let world = TestWorld()
  let app: AppCore

  init() {
    app = AppCore(world.environment)
  }

  @Test func `gives each screen a name of its own`() {
    let names = AppCore.screens.map { $0.name }
    #expect(Set(names).count == names.count)
    #expect(names.first == "balance")
  }

  @Test func `opens every screen by name without parameters`() throws {
    for screen in AppCore.screens {
      let open = try app.open(screen.name)
      #expect(open.name == screen.name)
      #expect(open.snapshot.revision == 1)
    }
    #expect(app.instances.count == AppCore.screens.count)
  }

  @Test func `opens the screens of its own list by name`() throws {
    let dice = Screen<CounterViewModel>("dice", "A random number.") { CounterViewModel($1) }
    let app = AppCore(world.environment, screens: [AnyScreen(dice), AnyScreen(.blog)])
    #expect(app.offeredScreens.map(\.name) == ["dice", "blog"])
    let screen = try app.open("dice")
    try screen.send(json: #"{"type":"nextButtonWasTapped"}"#)
    #expect(screen.name == "dice")
    #expect(screen.snapshot.revision == 2)
    let error = #expect(throws: AppCommandError.self) { try app.open("counter") }
    #expect(error?.inputError?.expected == "one of dice, blog")
    #expect(app.open(.counter).name == "counter")
  }

  @Test func `refuses two screens of one name`() async {
    let process = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = AppCore(.test(), screens: [AnyScreen(.counter), AnyScreen(.blog), AnyScreen(.blog)])
      }
    }
    #if DEBUG
      let errors = String(decoding: process?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("Two screens of an app have the name blog."))
    #endif
  }

  @Test func `writes a snapshot as JSON`() throws {
    let screen = try app.open("balance", parameters: JSONText(scanning: "{}".utf8))
    #expect(
      screen.snapshot.state.text
        == #"{"didFail":false,"failureText":null,"infoText":"","infoTone":"regular","isRedacted":false,"#
        + #""isRefreshing":false,"lastUpdate":null,"refreshButtonHidden":false,"value":null,"valueText":"--"}"#)
    screen.viewDidAppear()
    world.backend.last(.balance).succeed(.cents(123_456))
    world.scheduler.advance()
    #expect(
      screen.snapshot.state.text
        == #"{"didFail":false,"failureText":null,"infoText":"Last update: Today at 3:04:05 PM.","infoTone":"regular","#
        + #""isRedacted":false,"isRefreshing":false,"lastUpdate":"2026-11-20T15:04:05Z","refreshButtonHidden":false,"value":{"amount":"1234.56","currency":"USD"},"#
        + #""valueText":"$1,234.56"}"#)
  }

  @Test func `publishes updates with increasing revisions`() throws {
    let screen = try app.open("balance")
    var revisions: [Int] = []
    let cancellable = screen.updates.sink { revisions.append($0.revision) }
    try screen.send(json: #"{"type":"refreshButtonWasTapped"}"#)
    #expect(screen.snapshot.revision == 2)
    world.backend.last(.balance).succeed(.cents(1))
    world.scheduler.advance()
    // Two equal states are one revision.
    app.send(.didBecomeActive)
    cancellable.cancel()
    #expect(revisions == [2, 3])
    #expect(screen.snapshot.revision == 3)
  }

  @Test(arguments: [
    (#"{"type":"refresh"}"#, InputError.Reason.unknownEvent, "/type"),
    (#"{"type":7}"#, .wrongType, "/type"),
    (#"{"type":null}"#, .wrongType, "/type"),
    (#"{}"#, .missingMember, "/type"),
    (#"[]"#, .wrongType, ""),
    (#""refreshButtonWasTapped""#, .wrongType, ""),
    (#"{"type":"viewDidAppear","a/b~c":1}"#, .unknownMember, "/a~1b~0c"),
  ])
  func `refuses a bad event and changes nothing`(_ json: String, _ reason: InputError.Reason, _ pointer: String) throws
  {
    let screen = try app.open("balance")
    let error = #expect(throws: EventError.self) { try screen.send(json: json) }?.inputError
    #expect(error?.reason == reason)
    #expect(error?.pointer.description == pointer)
    #expect(error?.expected.isEmpty == false)
    #expect(screen.snapshot.revision == 1)
    #expect(world.backend.calls(.balance).isEmpty)
  }

  @Test func `does not repeat a long member name in an error`() throws {
    let screen = try app.open("balance")
    let name = String(repeating: "x", count: 65)
    let error = #expect(throws: EventError.self) {
      try screen.send(json: #"{"type":"viewDidAppear","\#(name)":1}"#)
    }?.inputError
    #expect(error?.pointer.description == "")
  }

  @Test func `refuses an unknown screen`() {
    let error = #expect(throws: AppCommandError.self) { try app.open("balances") }
    #expect(error?.inputError?.reason == .unknownScreen)
    #expect(app.instances.isEmpty)
  }

  @Test func `refuses unknown parameters`() {
    let error = #expect(throws: AppCommandError.self) {
      try app.open("balance", parameters: JSONText(scanning: #"{"id":1}"#.utf8))
    }?.inputError
    #expect(error?.reason == .unknownMember)
    #expect(error?.pointer.description == "/id")
    #expect(app.instances.isEmpty)
  }

  @Test func `publishes application events to every screen`() throws {
    let first = app.open(.balance)
    try app.send(JSONText(scanning: #"{"type":"willResignActive"}"#.utf8))
    let second = app.open(.balance)
    let models = [first.model, second.model]
    #expect(models.map(\.state.isRedacted) == [true, true])
    app.send(.didBecomeActive)
    #expect(models.map(\.state.isRedacted) == [false, false])
    #expect(throws: InputError.self) { try app.send(JSONText(scanning: #"{"type":"willResign"}"#.utf8)) }
  }

  @Test func `keeps two instances of a screen apart`() {
    let (first, second) = (app.open(.balance), app.open(.balance))
    first.viewDidAppear()
    #expect(first.isBusy)
    #expect(!second.isBusy)
    #expect(second.snapshot.revision == 1)
  }

  @Test func `publishes when it becomes idle`() {
    var count = 0
    let cancellable = app.idle.sink { count += 1 }
    let (first, second) = (app.open(.balance), app.open(.balance))
    first.viewDidAppear()
    second.viewDidAppear()
    #expect(app.isBusy)
    for call in world.backend.calls(.balance) { call.succeed(.cents(1)) }
    world.scheduler.advance()
    #expect(!app.isBusy)
    #expect(count == 1)
    cancellable.cancel()
  }

  @Test func `does not publish idle if it is busy again`() {
    var count = 0
    let cancellable = app.idle.sink { count += 1 }
    let screen = app.open(.blog)
    let other = app.open(.balance)
    screen.model.eventSubject.send(.publishButtonWasTapped)
    // The notification is heard first; the word that the app is idle is on its way when the next request begins.
    var isAsked = false
    let asking = screen.updates.sink { _ in
      if !screen.isBusy, !isAsked {
        isAsked = true
        self.world.scheduler.schedule { other.viewDidAppear() }
      }
    }
    world.scheduler.advance()
    #expect(isAsked && app.isBusy)
    #expect(count == 0)
    world.backend.last(.balance).succeed(.cents(1))
    world.scheduler.advance()
    #expect(count == 1)
    asking.cancel()
    cancellable.cancel()
  }

  @Test func `gives equal states one revision`() throws {
    let screen = try app.open("blog")
    try screen.send(json: #"{"type":"titleChanged","text":""}"#)
    #expect(screen.snapshot.revision == 1)
    try screen.send(json: #"{"type":"titleChanged","text":"Wands"}"#)
    #expect(screen.snapshot.revision == 2)
  }

  @Test func `ignores events after close`() throws {
    let screen = app.open(.balance)
    screen.viewDidAppear()
    var updates = 0
    var ends = 0
    let cancellable = screen.updates.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in updates += 1 })
    screen.close()
    try screen.send(json: #"{"type":"viewDidAppear"}"#)
    screen.viewDidAppear()
    app.send(.willResignActive)
    cancellable.cancel()
    #expect(ends == 1)
    #expect(updates == 0)
    #expect(!app.isBusy)
    #expect(app.instances.isEmpty)
    #expect(world.backend.calls(.balance).count == 1)
  }

  @Test func `hides a value after close as well`() throws {
    let screen = app.open(.balance)
    screen.viewDidAppear()
    world.backend.last(.balance).succeed(.cents(123_456))
    world.scheduler.advance()
    screen.close()
    let revision = screen.snapshot.revision
    #expect(screen.snapshot.state.text.contains("1234.56"))
    app.send(.willResignActive)
    #expect(screen.snapshot.revision == revision + 1)
    #expect(!screen.snapshot.state.text.contains("1234.56"))
  }

  @Test func `releases everything`() {
    let world = TestWorld()
    let alive = leaks { detector in
      let app = detector.watch(AppCore(world.environment))
      @MainActor func openAndClose<Model: ViewModel>(_ screen: Screen<Model>)
      where Model.Parameters: OptionalParameters {
        let instance = detector.watch(app.open(screen))
        detector.watch(instance.model)
        instance.viewDidAppear()
        instance.close()
      }
      openAndClose(.balance)
      openAndClose(.product)
      openAndClose(.registration)
      openAndClose(.terms)
      openAndClose(.blog)
      openAndClose(.counter)
      app.open(.balance).viewDidAppear()
    }
    #expect(alive == [])
    #expect(world.backend.pendingCount(.balance) == 0)
  }
}
