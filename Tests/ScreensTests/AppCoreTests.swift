import ExpectSupport
import Screens
import StreamsTesting
import Support
import Testing

@MainActor @Suite struct AppCoreTests {
  private let scheduler = TestScheduler()
  private let desk = LoanDesk()
  private let app: AppCore

  init() {
    app = AppCore(
      AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.loan(desk)), AnyScreen(.book)]))
  }

  private func answer(_ price: Int) {
    desk.answers.send(price)
    scheduler.advance()
  }

  @Test func `opens the screens of its list by name`() throws {
    expectEqual(app.offeredScreens.map(\.name), ["loan", "book"])
    let loan = try app.open("loan")
    try loan.send(json: #"{"type":"titleChanged","text":"Emma"}"#)
    expectEqual(loan.name, "loan")
    expectEqual(loan.snapshot.revision, 2)
    let error = #expect(throws: AppCommandError.self) { try app.open("dice") }
    expectEqual(error?.inputError?.expected, "one of loan, book")
    expectEqual(app.open(.loan(desk, name: "dice")).name, "dice")
  }

  @Test(.exitTest) func `refuses two screens of one name`() async {
    let process = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let desk = LoanDesk()
        _ = AppCore(
          AppEnvironment(), AppDefinition(screens: [AnyScreen(.book), AnyScreen(.loan(desk)), AnyScreen(.loan(desk))]))
      }
    }
    #if DEBUG
      let errors = String(decoding: process?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("Two screens of an app have the name loan."))
    #endif
  }

  @Test func `publishes updates with increasing revisions`() throws {
    let loan = try app.open("loan")
    var revisions: [Int] = []
    let cancellable = loan.updates.sink { revisions.append($0.revision) }
    try loan.send(json: #"{"type":"requestButtonWasTapped"}"#)
    expectEqual(loan.snapshot.revision, 2)
    answer(7)
    // Two equal states are one revision.
    app.send(.didBecomeActive)
    cancellable.cancel()
    expectEqual(revisions, [2, 3])
    expectEqual(loan.snapshot.revision, 3)
  }

  @Test(arguments: [
    (#"{"type":"request"}"#, InputError.Reason.unknownEvent, "/type"),
    (#"{"type":7}"#, .wrongType, "/type"),
    (#"{"type":null}"#, .wrongType, "/type"),
    (#"{}"#, .missingMember, "/type"),
    (#"[]"#, .wrongType, ""),
    (#""requestButtonWasTapped""#, .wrongType, ""),
    (#"{"type":"loanDidAppear","a/b~c":1}"#, .unknownMember, "/a~1b~0c"),
  ])
  func `refuses a bad event and changes nothing`(_ json: String, _ reason: InputError.Reason, _ pointer: String) throws
  {
    let loan = try app.open("loan")
    let error = #expect(throws: EventError.self) { try loan.send(json: json) }?.inputError
    expectEqual(error?.reason, reason)
    expectEqual(error?.pointer.description, pointer)
    #expect(error?.expected.isEmpty == false)
    expectEqual(loan.snapshot.revision, 1)
    expectEqual(desk.requestCount, 0)
  }

  @Test func `does not repeat a long member name in an error`() throws {
    let loan = try app.open("loan")
    let name = String(repeating: "x", count: 65)
    let error = #expect(throws: EventError.self) {
      try loan.send(json: #"{"type":"loanDidAppear","\#(name)":1}"#)
    }?.inputError
    expectEqual(error?.pointer.description, "")
  }

  @Test func `refuses an unknown screen`() {
    let error = #expect(throws: AppCommandError.self) { try app.open("loans") }
    expectEqual(error?.inputError?.reason, .unknownScreen)
    #expect(app.instances.isEmpty)
  }

  @Test func `refuses unknown parameters`() {
    let error = #expect(throws: AppCommandError.self) {
      try app.open("loan", parameters: JSONText(scanning: #"{"id":1}"#.utf8))
    }?.inputError
    expectEqual(error?.reason, .unknownMember)
    expectEqual(error?.pointer.description, "/id")
    #expect(app.instances.isEmpty)
  }

  @Test func `publishes application events to every screen`() throws {
    let first = app.open(.book)
    try app.perform(.application(JSONText(scanning: #"{"type":"willResignActive"}"#.utf8)))
    let second = app.open(.book)
    expectEqual([first, second].map(\.state.price), [nil, nil])
    app.send(.didBecomeActive)
    expectEqual([first, second].map(\.state.price), [1_815, 1_815])
    #expect(throws: AppCommandError.self) {
      try app.perform(.application(JSONText(scanning: #"{"type":"willResign"}"#.utf8)))
    }
  }

  @Test func `keeps two instances of a screen apart`() {
    let (first, second) = (app.open(.loan(desk)), app.open(.loan(desk)))
    first.viewDidAppear()
    #expect(first.isBusy)
    #expect(!second.isBusy)
    expectEqual(second.snapshot.revision, 1)
  }

  @Test func `publishes when it becomes idle`() {
    var count = 0
    let cancellable = app.idle.sink { count += 1 }
    let (first, second) = (app.open(.loan(desk)), app.open(.loan(desk)))
    first.viewDidAppear()
    second.viewDidAppear()
    #expect(app.isBusy)
    answer(1)
    #expect(!app.isBusy)
    expectEqual(count, 1)
    cancellable.cancel()
  }

  @Test func `does not publish idle if it is busy again`() {
    var count = 0
    let cancellable = app.idle.sink { count += 1 }
    let (first, second) = (app.open(.loan(desk)), app.open(.loan(desk)))
    first.viewDidAppear()
    // The report of the first screen comes before the one that the app is idle, and the next request between them.
    var isAsked = false
    let asking = first.updates.sink { _ in
      guard !first.isBusy, !isAsked else { return }
      isAsked = true
      scheduler.schedule { second.viewDidAppear() }
    }
    answer(1)
    #expect(isAsked && app.isBusy)
    expectEqual(count, 0)
    answer(2)
    expectEqual(count, 1)
    asking.cancel()
    cancellable.cancel()
  }

  @Test func `gives equal states one revision`() throws {
    let loan = try app.open("loan")
    try loan.send(json: #"{"type":"titleChanged","text":""}"#)
    expectEqual(loan.snapshot.revision, 1)
    try loan.send(json: #"{"type":"titleChanged","text":"Emma"}"#)
    expectEqual(loan.snapshot.revision, 2)
  }

  @Test func `ignores events after close`() throws {
    let loan = app.open(.loan(desk))
    loan.viewDidAppear()
    var updates = 0
    var ends = 0
    let cancellable = loan.updates.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in updates += 1 })
    loan.close()
    try loan.send(json: #"{"type":"loanDidAppear"}"#)
    loan.viewDidAppear()
    app.send(.willResignActive)
    cancellable.cancel()
    expectEqual(ends, 1)
    expectEqual(updates, 0)
    #expect(!app.isBusy)
    #expect(app.instances.isEmpty)
    expectEqual(desk.requestCount, 1)
  }

  @Test func `releases the screens that were closed, and itself`() {
    let alive = leaks { detector in
      let app = detector.watch(
        AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.loan(desk))])))
      for isClosed in [true, false] {
        let loan = detector.watch(app.open(.loan(desk)))
        detector.watch(loan.model)
        loan.viewDidAppear()
        if isClosed { loan.close() }
      }
    }
    expectEqual(alive, [])
  }
}

extension AnyScreenInstance {
  /// Sends an event that is JSON.
  fileprivate func send(json: String) throws { try send(JSONText(scanning: json.utf8)) }
}
