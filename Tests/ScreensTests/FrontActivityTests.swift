import ExpectSupport
import Screens
import ScreensSupport
import StreamsTesting
import Testing

/// What is hidden from which front, and when the application is active.
@MainActor @Suite struct FrontActivityTests {
  private let scheduler = TestScheduler()
  private let app: AppCore

  init() { app = AppCore(AppEnvironment(main: scheduler.main), AppDefinition(screens: [AnyScreen(.vault)])) }

  /// A page with a note, and another front that sees it.
  private func pair(_ kind: FrontKind = .page) throws -> (
    vault: ScreenInstance<VaultViewModel>, other: AnyScreenInstance
  ) {
    let one = app.attach(.page)
    let vault = try one.open(.vault)
    try vault.send(.noted("gold"))
    let other = app.attach(kind, isShared: true)
    return (vault, try #require(other.screen("vault-1")))
  }

  private func note(_ screen: AnyScreenInstance) -> String? { (screen.snapshot.state as? VaultState)?.note }

  @Test func `hides what is private from an inactive front alone`() throws {
    let (vault, other) = try pair()
    vault.front.send(.willResignActive)
    expectEqual(vault.state.note, "•••")
    #expect(vault.state.isHidden)
    expectEqual(note(other), "gold")
    #expect(app.isActive)
    expectEqual(vault.model.state.note, "gold")
    other.front.send(.willResignActive)
    #expect(!app.isActive)
    expectEqual(note(other), "•••")
    vault.front.send(.didBecomeActive)
    #expect(app.isActive)
    expectEqual(vault.state.note, "gold")
    expectEqual(note(other), "•••")
  }

  @Test func `counts and reports what a front is shown, for it alone`() throws {
    let (vault, other) = try pair()
    let (ones, others) = (Log(vault.front.reports), Log(other.front.reports))
    var shown: [String] = []
    let cancellable = vault.statePublisher.sink { shown.append("\($0.number) \($0.note)") }
    expectEqual([vault.revision, other.revision], [2, 1])
    vault.front.send(.willResignActive)
    expectEqual([vault.revision, other.revision], [3, 1])
    try vault.send(.noted("silver"))
    expectEqual([vault.revision, other.revision], [3, 2])
    try vault.send(.counted(1))
    expectEqual([vault.revision, other.revision], [4, 3])
    vault.front.send(.didBecomeActive)
    expectEqual([vault.revision, other.revision], [5, 3])
    expectEqual(
      ones.lines,
      [
        "page-1 - willResignActive", "- vault-1 changed", "- vault-1 changed", "page-1 - didBecomeActive",
        "- vault-1 changed",
      ])
    expectEqual(others.lines, ["- vault-1 changed", "- vault-1 changed"])
    expectEqual(shown, ["0 gold", "0 •••", "1 •••", "1 silver"])
    cancellable.cancel()
  }

  @Test func `a lone front counts as the instance does`() throws {
    let vault = try app.attach(.client).open(.vault)
    let instance = try #require(app.instances.first)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: vault.front.send(.willResignActive)
      case 1: vault.front.send(.didBecomeActive)
      case 2: try vault.send(.noted("\(Int.random(in: 0..<2, using: &generator))"))
      case 3: try vault.send(.counted(Int.random(in: 0..<2, using: &generator)))
      default: try vault.send(.workEnded)
      }
      expectEqual(vault.revision, instance.snapshot.revision)
      expectEqual(vault.snapshot.state.text, instance.snapshot.state.text)
    }
  }

  @Test func `the application is inactive when each front that counts is`() throws {
    var events: [ApplicationEvent] = []
    let cancellable = app.environment.application.dropFirst().sink { events.append($0) }
    let fronts = [app.attach(.page), app.attach(.prompt), app.attach(.assistant)]
    fronts[2].send(.willResignActive)
    fronts[0].send(.willResignActive)
    expectEqual(events, [])
    fronts[1].send(.willResignActive)
    expectEqual(events, [.willResignActive])
    // One that comes is active, and one that leaves counts no more.
    let late = app.attach(.client)
    #expect(app.isActive)
    late.leave()
    #expect(!app.isActive)
    fronts[1].leave()
    #expect(!app.isActive)
    fronts[0].leave()
    #expect(app.isActive)
    expectEqual(events, [.willResignActive, .didBecomeActive, .willResignActive, .didBecomeActive])
    cancellable.cancel()
  }

  @Test func `hides what is private from an assistant unless a front of a person is active`() throws {
    let (vault, other) = try pair(.assistant)
    expectEqual(note(other), "gold")
    vault.front.send(.willResignActive)
    expectEqual(note(other), "•••")
    vault.front.send(.didBecomeActive)
    expectEqual(note(other), "gold")
    let vaultOfItsOwn = try other.front.open(.vault)
    try vaultOfItsOwn.send(.noted("tin"))
    vault.front.leave()
    expectEqual(vaultOfItsOwn.state.note, "•••")
    #expect(app.isActive)
  }

  @Test func `an assistant that may read private fields does so while the application is active`() throws {
    let vault = try app.attach(.assistant, mayReadPrivateFields: true).open(.vault)
    try vault.send(.noted("tin"))
    expectEqual(vault.state.note, "tin")
    app.send(.willResignActive)
    expectEqual(vault.state.note, "•••")
  }

  @Test func `what the host says counts for all`() throws {
    let (vault, other) = try pair()
    app.send(.willResignActive)
    expectEqual([vault.state.note, note(other)], ["•••", "•••"])
    vault.front.send(.didBecomeActive)
    #expect(!app.isActive)
    expectEqual(vault.state.note, "•••")
    app.environment.application.send(.didBecomeActive)
    expectEqual([vault.state.note, note(other)], ["gold", "gold"])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5]) func `a frame hides it in each order of leaving, hiding and closing`(order: Int)
    throws
  {
    let (vault, other) = try pair()
    let instance = try #require(app.instances.first)
    try other.show()
    let steps: [() -> Void] = [
      { other.front.leave() }, { vault.front.send(.willResignActive) }, { vault.close() },
    ]
    let permutations = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    var revisions = [vault.revision]
    for step in permutations[order] {
      steps[step]()
      revisions.append(vault.revision)
      // What a frame that still waits would have.
      let isInactive = vault.front.isActive == false
      #expect((note(vault) == "•••") == isInactive)
      #expect((note(other) == "•••") == (other.front.presence == .left))
    }
    expectEqual(revisions, revisions.sorted())
    #expect(!instance.isOpen)
    #expect(app.instances.isEmpty)
  }

  @Test func `a front that is away is inactive`() throws {
    let (vault, other) = try pair()
    vault.front.disconnect(canReturn: true)
    expectEqual(note(vault), "•••")
    #expect(app.isActive)
    other.front.send(.willResignActive)
    #expect(!app.isActive)
  }
}
