import ExpectSupport
import ScreensSupport
import StreamsTesting
import Testing

import enum Support.Seeds

@testable import Screens

/// What is kept of the fronts beside themselves is what a look at each of them and at each screen finds.
@MainActor @Suite struct FrontListTests {
  private static let events = [
    #"{"type":"noted","text":"x"}"#, #"{"type":"openButtonWasTapped"}"#, #"{"type":"openButtonWasTapped"}"#,
    #"{"type":"replaceButtonWasTapped"}"#, #"{"type":"closeButtonWasTapped"}"#, #"{"type":"workBegan"}"#,
    #"{"type":"workEnded"}"#, #"{"type":"counted","number":99}"#, #"{"type":"emptyButtonWasTapped"}"#,
  ]

  @Test(arguments: Seeds.first(8)) func `the lists agree with a look at each front`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scheduler = TestScheduler()
    let app = AppCore(
      AppEnvironment(main: scheduler.main),
      AppDefinition(
        screens: [AnyScreen(.vault)],
        limits: AppLimits(screensOfFront: 8, screens: 24, awayFronts: 3)))
    var names: [(kind: FrontKind, name: String)] = []
    // What fronts have let go of, and others have not: they do not see it until they come back.
    var released: [Int: Set<String>] = [:]
    for step in 0..<400 {
      let fronts = app.fronts.filter { $0.presence == .attached } + [app.host]
      guard let front = fronts.randomElement(using: &generator) else { continue }
      let screen = front.screens.randomElement(using: &generator)
      switch Int.random(in: 0..<14, using: &generator) {
      case 0, 1:
        let kind = [FrontKind.page, .client, .assistant].randomElement(using: &generator) ?? .page
        let name = names.filter { $0.kind == kind }.randomElement(using: &generator)?.name
        let attached = app.attach(kind, isShared: Bool.random(using: &generator), returningBy: name)
        names.append((kind, attached.returnName))
        released[attached.id.number] = []
      case 2 where app.fronts.count > 4: front.disconnect(canReturn: Bool.random(using: &generator))
      case 3, 4: if front !== app.host { _ = try? front.open("vault") }
      case 5, 6, 7, 8:
        let event = Self.events.randomElement(using: &generator) ?? ""
        try? screen?.send(JSONText(scanning: event.utf8))
      case 9: try? screen?.show()
      case 10, 11:
        let seen = Set(front.screens.map(\.id))
        if Bool.random(using: &generator) { screen?.leave() } else { screen?.close() }
        released[front.id.number, default: []].formUnion(seen.subtracting(front.screens.map(\.id)))
      case 12: front.send(Bool.random(using: &generator) ? .didBecomeActive : .willResignActive)
      default: scheduler.advance(by: .seconds(step % 5 == 0 ? 600 : 1))
      }
      check(app, "seed \(seed), step \(step)", released)
    }
    for front in app.fronts { front.leave() }
    for instance in app.instances { instance.close() }
    check(app, "seed \(seed), the end", released)
    #expect(app.running.isEmpty && app.fronts.isEmpty)
  }

  private func check(_ app: AppCore, _ place: Comment, _ released: [Int: Set<String>]) {
    let (list, fronts, running) = (app.reporter.fronts, app.fronts, app.running.elements)
    expectEqual(fronts.map(\.id.number), fronts.map(\.id.number).sorted(), place)
    let attached = fronts.filter { $0.presence == .attached }
    expectEqual(list.attached.map(\.id), attached.map(\.id), place)
    expectEqual(app.environment.fronts.value, attached.map(\.kind), place)
    expectEqual(list.shared.map(\.id), fronts.filter(\.isShared).map(\.id), place)
    expectEqual(list.assistants.map(\.id), fronts.filter { !$0.kind.isPerson }.map(\.id), place)
    expectEqual(Set(list.away.map(\.id)), Set(fronts.filter { $0.presence == .away }.map(\.id)), place)
    expectEqual(list.personCount, fronts.count(where: \.kind.isPerson), place)
    let personIsActive = fronts.contains { $0.kind.isPerson && $0.isActive && $0.presence == .attached }
    expectEqual(list.attentiveCount > 0, personIsActive, place)
    expectEqual(list.hidingCount, fronts.count(where: \.hidesPrivateFields), place)
    expectEqual(app.isActive, app.host.isActive && (list.personCount == 0 || personIsActive), place)
    for front in fronts {
      let hides = front.kind.isPerson ? !(front.isActive && front.presence == .attached) : !personIsActive
      expectEqual(front.hidesPrivateFields, hides || !app.host.isActive, place)
      expectEqual(front.heldCount, running.count { $0.holders.numbers.contains(front.id.number) }, place)
      let seen = running.filter { $0.view(for: front) != nil }
      expectEqual(front.screens.map(\.id), seen.map(\.id), place)
      expectEqual(front.isBusy, seen.contains(where: \.isBusy), place)
      if front.isShared, front.presence == .attached {
        let released = released[front.id.number] ?? []
        expectEqual(seen.map(\.id), running.map(\.id).filter { !released.contains($0) }, place)
      }
    }
    for screen in running {
      #expect(!screen.isClosing && screen.holders.numbers.allSatisfy { app.front($0) != nil }, place)
      expectEqual(screen.opened.map(\.id), running.filter { $0.origin.owner === screen }.map(\.id), place)
      #expect(keeps(screen, running) || screen.opener != nil, place)
    }
  }

  private func keeps(_ screen: RunningScreen, _ running: [RunningScreen]) -> Bool {
    screen.holders.keepOpen || running.contains { $0.opener === screen && keeps($0, running) }
  }
}
