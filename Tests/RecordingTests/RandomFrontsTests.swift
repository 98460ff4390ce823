import ExpectSupport
import Foundation
import JSON
import Recording
import ScreensSupport
import StreamsExtras
import Testing
import ViewModels

import enum Support.Seeds

/// Several fronts at one app open, send, show, hide, leave, come back and close at random. An oracle knows what each of them
/// has to see; what happened is recorded, and replays equal.
///
/// `TRIBUTARY_SEEDS` says how many times as many steps are taken.
@MainActor @Suite struct RandomFrontsTests {
  @Test(arguments: 0..<4) func `each front sees what it has to see, and it replays equal`(seed: Int) async throws {
    let session = RecordedSession(screens: AppDefinition.vaults.screens)
    var generator = SeededGenerator(seed: UInt64(seed))
    let play = FrontsPlay(session)
    for _ in 0..<(60 * Seeds.factor) {
      let step = FrontsPlay.Step.allCases.randomElement(using: &generator) ?? .open
      play.perform(step, using: &generator)
      try play.check()
    }
    session.recorder.turn { for front in session.app.fronts { front.leave() } }
    #expect(session.app.instances.isEmpty, "No screen is left over.")
    session.wait(10)
    session.recorder.end()
    let recording = try Recording(Array(session.recording.utf8))
    let difference = await Replay(recording, .vaults).run()
    #expect(difference?.message == nil, "\(session.recording)")
  }
}

extension AppDefinition {
  fileprivate static var vaults: AppDefinition {
    var definition = AppDefinition.tributary
    definition.screens = [AnyScreen(.vault)]
    return definition
  }
}

/// What a front has been told.
@MainActor private final class Watcher {
  let front: AppFront
  /// The states, as they were when they were reported.
  private(set) var states: [String: VaultState] = [:]
  private(set) var faults: [String] = []
  private var revisions: [String: Int] = [:]
  private var cancellable: AnyCancellable?

  init(_ front: AppFront) {
    self.front = front
    for screen in front.screens { note(screen) }
    cancellable = front.reports.sink { [unowned self] report in receive(report) }
  }

  private func receive(_ report: AppReport) {
    guard let id = report.instance?.id else { return }
    switch report.event {
    case .opened:
      if states[id] != nil { faults.append("\(id) was opened twice") }
      if let screen = front.screen(id) { note(screen) }
    case .changed:
      if states[id] == nil { faults.append("\(id) has changed, and was not seen") }
      if let screen = front.screen(id) { note(screen) }
    case .closed:
      if states.removeValue(forKey: id) == nil { faults.append("\(id) was closed, and not seen") }
      revisions[id] = nil
    case .released:
      states[id] = nil
      revisions[id] = nil
    default: break
    }
  }

  /// What was open before the front came, or came back.
  func catchUp() {
    for screen in front.screens where states[screen.id] == nil { note(screen) }
  }

  private func note(_ screen: AnyScreenInstance) {
    let snapshot = screen.snapshot
    guard let state = snapshot.state as? VaultState else { return }
    if let last = revisions[screen.id], snapshot.revision <= last {
      faults.append("\(screen.id) has revision \(snapshot.revision) after \(last)")
    }
    revisions[screen.id] = snapshot.revision
    states[screen.id] = state
  }
}

/// Plays steps on an app, and on an oracle of its own.
@MainActor private final class FrontsPlay {
  enum Step: CaseIterable {
    case attach, open, openMore, count, note, refuse, openAnother, replace, complete, work, show, hide, wake, away
    case comeBack, leave, close, back, wait
  }

  /// An open screen, as the oracle knows it.
  private struct Vault {
    var opener: String?
    var holders: Set<Int>
    var number = 0
    var note = ""
    var isBusy = false
  }

  private let session: RecordedSession
  private var watchers: [Watcher] = []
  private var vaults: [String: Vault] = [:]
  private var seen: [Int: Set<String>] = [:]
  private var inactive: Set<Int> = []
  private var away: Set<Int> = []
  private var openedCount = 0

  init(_ session: RecordedSession) { self.session = session }

  private var app: AppCore { session.app }
  private var fronts: [AppFront] { watchers.map(\.front) }
  private var present: [AppFront] { fronts.filter { !away.contains($0.id.number) } }

  // MARK: - Steps

  func perform(_ step: Step, using generator: inout SeededGenerator) {
    switch step {
    case .attach: if fronts.count < 6 { attach(using: &generator) }
    case .wait: session.wait(1)
    case .comeBack: comeBack(using: &generator)
    default:
      guard let front = present.randomElement(using: &generator) else { return attach(using: &generator) }
      session.recorder.turn { perform(step, by: front, using: &generator) }
    }
  }

  private func attach(using generator: inout SeededGenerator) {
    let kind: FrontKind = [.page, .prompt, .client, .assistant].randomElement(using: &generator) ?? .page
    let isShared = Bool.random(using: &generator)
    let front = session.recorder.turn { app.attach(kind, isShared: isShared) }
    seen[front.id.number] = isShared ? Set(vaults.keys) : []
    watchers.append(Watcher(front))
  }

  private func comeBack(using generator: inout SeededGenerator) {
    guard let front = fronts.filter({ away.contains($0.id.number) }).randomElement(using: &generator) else { return }
    let isShared = Bool.random(using: &generator)
    session.recorder.turn { _ = app.attach(front.kind, isShared: isShared, returningBy: front.returnName) }
    away.remove(front.id.number)
    inactive.remove(front.id.number)
    if isShared { seen[front.id.number] = Set(vaults.keys) }
    watchers.first { $0.front === front }?.catchUp()
  }

  private func perform(_ step: Step, by front: AppFront, using generator: inout SeededGenerator) {
    let number = front.id.number
    let ids = (seen[number] ?? []).sorted()
    switch step {
    case .open, .openMore:
      guard vaults.count < 12, (try? front.perform(.open(screen: "vault"))) != nil else { return }
      insert(opener: nil, holders: [number], viewers: fronts.filter { $0.isShared || $0 === front })
      front.screen("vault-\(openedCount)")?.viewDidAppear()
    case .hide:
      inactive.insert(number)
      front.send(.willResignActive)
    case .wake:
      inactive.remove(number)
      front.send(.didBecomeActive)
    case .away where front.kind.isPerson:
      away.insert(number)
      front.disconnect(canReturn: true)
    case .leave, .away:
      front.leave()
      forget(front)
    default:
      guard let id = ids.randomElement(using: &generator), let screen = front.screen(id) else { return }
      perform(step, on: screen, by: front, value: Int.random(in: 0..<3, using: &generator))
    }
  }

  private func perform(_ step: Step, on screen: AnyScreenInstance, by front: AppFront, value: Int) {
    let id = screen.id
    switch step {
    case .count: send(#"{"type":"counted","number":\#(value)}"#, to: screen) { vaults[id]?.number = value }
    case .note: send(#"{"type":"noted","text":"gold \#(value)"}"#, to: screen) { vaults[id]?.note = "gold \(value)" }
    case .work:
      let isBusy = value > 0
      send(#"{"type":"\#(isBusy ? "workBegan" : "workEnded")"}"#, to: screen) { vaults[id]?.isBusy = isBusy }
    case .refuse: try? screen.send(JSONText(scanned: Array(#"{"type":"counted","number":-1}"#.utf8)[...]))
    case .openAnother:
      guard vaults.count < 12 else { return }
      send(#"{"type":"openButtonWasTapped"}"#, to: screen) {
        insert(opener: id, holders: vaults[id]?.holders ?? [], viewers: viewers(of: id))
      }
    case .replace:
      send(#"{"type":"replaceButtonWasTapped"}"#, to: screen) {
        let (old, viewers) = (vaults[id], viewers(of: id))
        remove(id)
        insert(opener: old?.opener, holders: old?.holders ?? [], viewers: viewers)
      }
    case .complete: send(#"{"type":"closeButtonWasTapped"}"#, to: screen) { remove(id) }
    case .show:
      try? screen.show()
      hold(id, by: front)
    case .close, .back:
      if step == .close { screen.close() } else { screen.leave() }
      letGo(id, front)
    default: break
    }
  }

  private func send(_ event: String, to screen: AnyScreenInstance, _ effect: () -> Void) {
    try? screen.send(JSONText(scanned: Array(event.utf8)[...]))
    hold(screen.id, by: screen.front)
    effect()
    dropUnheld()
  }

  // MARK: - The oracle

  private func insert(opener: String?, holders: Set<Int>, viewers: [AppFront]) {
    openedCount += 1
    let id = "vault-\(openedCount)"
    vaults[id] = Vault(opener: opener, holders: holders)
    for front in viewers { seen[front.id.number]?.insert(id) }
  }

  private func viewers(of id: String) -> [AppFront] {
    fronts.filter { $0.isShared || seen[$0.id.number]?.contains(id) == true }
  }

  private func branch(_ id: String) -> [String] {
    [id] + vaults.filter { $0.value.opener == id }.keys.flatMap(branch)
  }

  private func hold(_ id: String, by front: AppFront) {
    let number = front.id.number
    guard front.kind.isPerson, vaults[id]?.holders.contains(number) == false else { return }
    for id in branch(id) where seen[number]?.contains(id) == true { vaults[id]?.holders.insert(number) }
  }

  private func remove(_ id: String) {
    for id in branch(id) {
      vaults[id] = nil
      for number in seen.keys { seen[number]?.remove(id) }
    }
  }

  private func letGo(_ id: String, _ front: AppFront) {
    for id in branch(id) {
      vaults[id]?.holders.remove(front.id.number)
      seen[front.id.number]?.remove(id)
    }
    dropUnheld()
  }

  private func forget(_ front: AppFront) {
    let number = front.id.number
    for id in vaults.keys { vaults[id]?.holders.remove(number) }
    seen[number] = nil
    inactive.remove(number)
    away.remove(number)
    watchers.removeAll { $0.front === front }
    dropUnheld()
  }

  private func dropUnheld() {
    for id in vaults.keys.sorted() where vaults[id] != nil {
      if branch(id).allSatisfy({ vaults[$0]?.holders.isEmpty != false }) { remove(id) }
    }
  }

  /// Whether a front has to be shown a placeholder.
  private func hides(_ front: AppFront) -> Bool {
    func hasAttention(_ front: AppFront) -> Bool {
      !inactive.contains(front.id.number) && !away.contains(front.id.number)
    }
    return front.kind.isPerson ? !hasAttention(front) : !fronts.contains { $0.kind.isPerson && hasAttention($0) }
  }

  /// Compares the app, and what each front was told, with the oracle.
  func check() throws {
    expectEqual(Set(app.instances.map(\.id)), Set(vaults.keys))
    for watcher in watchers {
      let front = watcher.front
      try #require(watcher.faults == [], "\(front.id)")
      try #require(Set(watcher.states.keys) == seen[front.id.number], "\(front.id)")
      for (id, state) in watcher.states {
        let vault = try #require(vaults[id])
        let isHidden = hides(front)
        #expect(state.number == vault.number && state.isBusy == vault.isBusy, "\(front.id) \(id)")
        #expect(state.isHidden == isHidden && state.note == (isHidden ? "•••" : vault.note), "\(front.id) \(id)")
        expectEqual(front.screen(id)?.isHeld, vault.holders.contains(front.id.number), "\(front.id) \(id)")
        #expect(state == front.screen(id)?.snapshot.state as? VaultState)
      }
    }
    let attended = fronts.filter(\.kind.isPerson)
    #expect(app.isActive == (attended.isEmpty || attended.contains { !hides($0) }))
  }
}
