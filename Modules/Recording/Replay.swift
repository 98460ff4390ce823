import Descriptions
import Dispatch
import Outbox
import Requests
public import Screens
import Streams
import StreamsExtras
public import Words

/// A front whose commands and printed lines a replay repeats.
@MainActor public protocol ReplayableFront: AnyObject {
  /// Performs a command, and prints what it prints.
  ///
  /// - Parameter command: the line; `nil` for one that failed in the recorded session, of which nothing is printed.
  func perform(_ command: String?) async
  /// Prints the next of what the front held back until the app was idle. A screen that it shows so appears.
  ///
  /// - Returns: whether there was anything.
  func flush() async -> Bool
}

/// Runs a recorded session again, without waiting and without a network, and compares its states.
///
///     if let difference = await Replay(recording, .library).run() { log(difference.message) }
@MainActor public final class Replay {
  /// The first line in which a replay differs.
  public struct Difference: Equatable, Sendable {
    /// The number of the line.
    public var line: Int
    /// The line of the recording; `nil` if it has none there.
    public var expected: String?
    /// The line that the replay would record; `nil` if there is none.
    public var actual: String?
    /// What happened in place of the line, in words, if nothing was to be recorded in its place.
    public var reason: LocalizedText?
    /// The number of the turn.
    public var turn = 0
    /// The line that says what the front did last in the turn or, without one, the line of the turn.
    public var action: String?

    /// The message for the user, in English.
    public var message: String { message(in: .english) }

    /// The message for the user in a language.
    public func message(in words: Words) -> String {
      let reason = reason.map(words.string)
      let (beginning, end) = (words.text("the beginning"), words.text("nothing more"))
      let nothing = words.text("nothing", comment: "What a replay would record in place of a line.")
      let lines = [
        words.text("Line \(count: line, isGrouped: false) of the recording differs."),
        words.text("turn:     \(count: turn, isGrouped: false)"),
        words.text("after:    \(action ?? beginning)"),
        words.text("expected: \(expected ?? end)"),
        words.text("actual:   \(actual ?? reason ?? nothing)"),
      ]
      // Another instance's line does not say what is missing.
      return (lines + (actual == nil ? [] : reason.map { [$0] } ?? [])).joined(separator: "\n")
    }

    init(_ line: RecordedLine, expected: JSONText?, actual: [UInt8]?, reason: LocalizedText? = nil) {
      self.line = line.number
      self.expected = expected.map { String(decoding: $0.bytes, as: UTF8.self) }
      self.actual = actual.map { String(decoding: $0, as: UTF8.self) }
      self.reason = reason
    }
  }

  /// The view models of closed instances that the recorded front held.
  private struct HeldModels {
    /// The ids of the instances, as the recording has them.
    var ids: Set<String> = []
    var models: [String: AnyObject] = [:]
  }

  /// Why a turn cannot be played.
  private struct Obstacle: Error {
    let line: RecordedLine
    let reason: LocalizedText
  }

  let recording: Recording
  private let definition: AppDefinition
  private let clock = TurnClock()
  private let threads: ThreadWait
  private let scheduler: JobScheduler
  private let services: ReplayBackend
  private let instances = RecordedInstances()
  /// What the app's own code has done since the last look.
  private var consequences: [Comparison.Actual] = []
  private var secrets = PlaceholderSecrets()
  private var printed: [String] = []
  private var app: AppCore?
  private var comparison = Comparison(comparesPrinted: false)
  private var held = HeldModels()
  /// What the front that repeats commands has attached.
  private var ownFronts: Set<FrontID> = []

  /// A replay of a recording.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - definition: the app that was recorded. Its backends are not used.
  ///   - threadTimeout: how much longer than in the recording a turn waits for the work of other threads. Only a replay
  ///     that differs waits so long.
  ///   - onWait: is told what a turn waits for, when it has waited for a second.
  public convenience init(
    _ recording: Recording, _ definition: AppDefinition, threadTimeout: Duration = .seconds(5),
    onWait: ((_ message: LocalizedText) -> Void)? = nil
  ) {
    self.init(recording, definition, threadTimeout: threadTimeout, longWait: 1_000_000_000, onWait: onWait)
  }

  init(
    _ recording: Recording, _ definition: AppDefinition, threadTimeout: Duration, longWait: Int,
    onWait: ((_ message: LocalizedText) -> Void)?
  ) {
    self.recording = recording
    self.definition = definition
    threads = ThreadWait(timeout: threadTimeout, longWait: longWait, onWait: onWait)
    scheduler = JobScheduler(clock, onJob: threads.progress.signal)
    services = ReplayBackend(shown: recording.shown, offered: recording.offered, onRequest: threads.progress.signal)
  }

  /// Replays the session once.
  ///
  /// - Parameter makeFront: makes the front that the session was recorded with, so that its commands are performed and
  ///   the lines that it prints are compared. Without it, or without commands in the recording, the front's actions are
  ///   applied to the app.
  /// - Returns: the first difference; `nil` if there is none.
  public func run(
    _ makeFront: ((AppCore, _ print: @escaping @MainActor (String) -> Void) -> any ReplayableFront)? = nil
  ) async -> Difference? {
    var difference = await firstDifference(recording.hasCommands ? makeFront : nil)
    if let line = difference?.line, let context = recording.context(of: line) {
      difference?.turn = context.turn
      difference?.action = String(decoding: context.action.bytes, as: UTF8.self)
    }
    return difference
  }

  private func firstDifference(
    _ makeFront: ((AppCore, _ print: @escaping @MainActor (String) -> Void) -> any ReplayableFront)?
  ) async -> Difference? {
    if let difference = unknownScreen { return difference }
    learn()
    let app = makeApp(holdsModels: makeFront == nil)
    self.app = app
    let beginning = consequences
    consequences = []
    let front = makeFront?(app) { [unowned self] in printed.append($0) }
    ownFronts = Set(app.fronts.map(\.id))
    // What the front's attachment causes belongs to the turn in which the recorded one was attached.
    let attachment = consequences
    consequences = beginning
    comparison = Comparison(comparesPrinted: front != nil)
    var uptime = 0
    for turn in recording.turns {
      let flushes = front != nil && isFlush(turn)
      if case .input = turn.turn, !flushes {
        await flush(front)
        if let difference = finish(isCutOff: false) { return difference }
      }
      if let difference = comparison.begin(turn) { return difference }
      let recorded = min(max(0, turn.uptime - uptime), 10_000_000_000)
      threads.beginTurn(recorded: recorded)
      uptime = turn.uptime
      do throws(Obstacle) {
        try await waitForThreads(before: turn)
        clock.begin(uptime: turn.uptime, time: turn.time)
        try await play(turn, front)
        if flushes {
          if await front?.flush() == true {
            await flush(front)
          } else if recording.isCutOff, turn.line.number == recording.turns.last?.line.number {
            // A session that was killed in a command has what it did, and not the command.
            for (line, action) in turn.actions where !isOthers(line) { try apply(action, line) }
          }
        }
      } catch {
        let obstacle = Difference(error.line, expected: error.line.text, actual: nil, reason: error.reason)
        let earlier = finish(isCutOff: false).flatMap { $0.line < obstacle.line ? $0 : nil }
        return earlier ?? obstacle
      }
      if !turn.attached.isDisjoint(with: ownFronts) { consequences += attachment }
      addResults()
      let lines = printed
      printed = []
      if let difference = comparison.end(lines) { return difference }
    }
    await flush(front)
    return finish(isCutOff: recording.isCutOff)
  }

  /// Whether a front that repeats commands showed in a turn what it had held back until the app was idle. No command did that.
  private func isFlush(_ turn: RecordedTurn) -> Bool {
    guard case .input = turn.turn, turn.command == nil else { return false }
    return !turn.printed.isEmpty
      || turn.actions.contains { line, action in
        if case .event = action { !isOthers(line) } else { false }
      }
  }

  /// Lets a front print what it held back, as long as the session had printed more.
  private func flush(_ front: (any ReplayableFront)?) async {
    while let front, comparison.lacksLines(after: printed), await front.flush() {}
  }

  /// The first difference in what the front has printed by now.
  private func finish(isCutOff: Bool) -> Difference? {
    defer { printed = [] }
    return comparison.finish(printed, isCutOff: isCutOff)
  }

  private func makeApp(holdsModels: Bool) -> AppCore {
    let configuration = recording.configuration
    let main = scheduler.eraseToAnyScheduler()
    // The recorded values in memory, and the recorded decisions about keys: a replay touches no storage of the user.
    let storage = configuration.hasStorage ? Storage(recording.stored) : nil
    let keys = storage.map { _ in IdempotencyKeys(ReplayedKeys(backend: services)) }
    // The recorded entries: nothing is kept, and nothing sent.
    let outbox = OutboxWiring(sender: services.backend, main: main, now: clock.now) { [services] _ in services.backend }
    let environment = configuration.environment(
      definition, services.backend, storage, keys: keys, feedRecorder: services, outbox: outbox, main: main,
      now: clock.now)
    // What the app's own view model does when it is made belongs to the first turn.
    if let first = recording.turns.first, definition.app != nil { clock.begin(uptime: first.uptime, time: first.time) }
    let follower = ReportFollower { [weak self] in self?.receive($0, holdsModels: holdsModels) }
    return AppCore(environment, definition, followedBy: follower)
  }

  /// Keeps the lines that the recording has about what the app's own code does.
  private func receive(_ report: AppReport, holdsModels: Bool) {
    switch report.event {
    case .questionOpened(let question): return receive(report, about: question)
    case .questionEnded(let question, let end):
      if end.front == nil { receive(report, about: question) }
      return
    case .tabSelected(let tab, let front):
      let line = RecordingLine.tabSelected(tab, for: front)
      consequences.append(Comparison.Actual(instance: AppCore.appID, line: line, state: nil))
    default: break
    }
    guard let instance = report.instance else { return }
    if case .closed = report.event {
      instances.didClose(instance)
      if holdsModels, held.ids.contains(instance.id) { held.models[instance.id] = instance.anyModel }
    }
    guard !report.cause.isFront, let line = RecordingLine.line(for: report) else { return }
    consequences.append(Comparison.Actual(instance: instance.id, line: line, state: nil))
  }

  private func receive(_ report: AppReport, about question: OpenQuestion) {
    guard let line = RecordingLine.line(for: report) else { return }
    consequences.append(Comparison.Actual(instance: question.id, line: line, state: nil))
  }

  /// Adds what has come of the turn by now.
  private func addResults() {
    comparison.add(
      consequences
        + (app.map(instances.changes) ?? []).map {
          Comparison.Actual(instance: $0.instance, line: $0.line, state: $0.state)
        }
        + (app.map(instances.hiddenChanges) ?? []).map {
          Comparison.Actual(instance: $0.instance, line: $0.line, state: nil)
        })
    consequences = []
  }

  /// The first line that opens a screen that the app does not have.
  private var unknownScreen: Difference? {
    for (line, action) in recording.turns.lazy.flatMap(\.actions) {
      guard case .open(let screen, _) = action, !definition.screens.contains(where: { $0.name == screen }) else {
        continue
      }
      return Difference(
        line, expected: line.text, actual: nil, reason: Words.text("this app has no screen \"\(screen)\""))
    }
    return nil
  }

  /// Waits for the work of other threads that a turn continues. What they read of the clock belongs to the turn before.
  private func waitForThreads(before turn: RecordedTurn) async throws(Obstacle) {
    switch turn.turn {
    case .job: await waitForThreads(for: comparison.awaited) { scheduler.hasNext || !comparison.isBehind }
    case .timer(let number):
      guard await waitForThreads(for: Awaited(turn.line, Words.text("a timer")), until: { scheduler.hasTimer(number) })
      else {
        throw Obstacle(line: turn.line, reason: Words.text("nothing waits for its time"))
      }
    case .answer(let number, let operation, _, _):
      await waitForThreads(for: Awaited(turn.line, request: operation)) {
        scheduler.hasNext || services.request(number, of: operation) != nil
      }
    case .feed(let event):
      await waitForThreads(for: Awaited(turn.line, feed: event.feed)) {
        scheduler.hasNext || services.openFeed(of: event) != nil
      }
    case .input, .change, .unknown: break
    }
  }

  /// Plays a turn.
  private func play(_ turn: RecordedTurn, _ front: (any ReplayableFront)?) async throws(Obstacle) {
    var actions = turn.actions.filter { line, _ in front == nil || turn.command?.isEmpty == true || isOthers(line) }[
      ...]
    switch turn.turn {
    case .input:
      if let front, let command = turn.command {
        noteReplies(in: turn)
        await front.perform(command.isEmpty ? nil : command.map { secrets.text(for: $0) ?? $0.string ?? "" }.joined())
      }
    case .job: try await playJobs(&actions)
    case .timer(let number): scheduler.runTimer(number)
    case .change(let operation): app?.handle { services.changes.publish(named: operation) }
    case .answer(let number, let operation, let isFailure, let value):
      try await playAnswer(turn, number, operation, isFailure, value)
    case .feed(let event): try await play(event, turn)
    case .unknown(let sentence): throw Obstacle(line: turn.line, reason: LocalizedText(verbatim: sentence))
    }
    for (line, action) in actions { try apply(action, line) }
    // Of a command that failed nothing is recorded.
    if turn.command?.isEmpty == true { printed = [] }
  }

  /// Notes the answers that the front cannot make again: the bytes of a file may be others by now, and nothing is saved again.
  private func noteReplies(in turn: RecordedTurn) {
    for (_, action) in turn.actions {
      if case .answer(let question, let reply) = action { app?.note(recordedReply: reply, to: question) }
    }
  }

  /// Runs the next job, and others as long as the recording has a state that has not come yet: how many jobs lie before it
  /// depends on the timing of threads.
  ///
  /// - Parameter actions: What fronts have done in the turn. What they have sent to screens that a job has opened, such as their
  ///   appearance, is applied and removed: the states of the turn follow from it.
  private func playJobs(_ actions: inout ArraySlice<(line: RecordedLine, action: RecordedTurn.Action)>)
    async throws(Obstacle)
  {
    var isFirst = true
    while isFirst || comparison.isBehind {
      guard await waitForThreads(for: comparison.awaited, until: { scheduler.hasNext || !comparison.isBehind }),
        scheduler.hasNext
      else { return }
      scheduler.runNext()
      while let first = actions.first, case .event(_, let id) = first.action, app?.instance(id) != nil {
        actions.removeFirst()
        try apply(first.action, first.line)
      }
      addResults()
      isFirst = false
    }
  }

  private func playAnswer(
    _ turn: RecordedTurn, _ number: Int, _ operation: String, _ isFailure: Bool, _ value: [UInt8]
  ) async throws(Obstacle) {
    let request = await runJobs(until: Awaited(turn.line, request: operation)) {
      services.request(number, of: operation)
    }
    guard let request else {
      throw Self.obstacle(
        turn, services.waitingOperations
      ) {
        Words.text("no request of \"\(operation)\" waits for an answer; these do: \($0)")
      }
    }
    guard let app, app.handle({ services.answer(request, as: number, isFailure: isFailure, value) }) else {
      throw Obstacle(line: turn.line, reason: Words.text("\"\(operation)\" cannot read the answer"))
    }
  }

  /// Why a turn cannot be played, with the names of what there is instead.
  private static func obstacle(
    _ turn: RecordedTurn, _ names: [String], _ reason: (LocalizedText) -> LocalizedText
  ) -> Obstacle {
    let names = names.isEmpty ? Words.text("none") : LocalizedText(verbatim: names.joined(separator: ", "))
    return Obstacle(line: turn.line, reason: reason(names))
  }

  private func play(_ event: RecordedFeedEvent, _ turn: RecordedTurn) async throws(Obstacle) {
    let number = await runJobs(until: Awaited(turn.line, feed: event.feed)) { services.openFeed(of: event) }
    guard let number else {
      throw Self.obstacle(turn, services.openFeedNames) {
        Words.text("no feed \"\(event.feed)\" is open; these are: \($0)")
      }
    }
    guard let app, app.handle({ services.publish(event, in: number) }) else {
      throw Obstacle(
        line: turn.line, reason: Words.text("\"\(event.feed)\" cannot read the \(event.kind.rawValue)"))
    }
  }

  /// Runs jobs, on which a request or a feed may depend, until it is there.
  ///
  /// - Returns: its number; `nil` if it does not come.
  private func runJobs(until awaited: Awaited, _ number: () -> Int?) async -> Int? {
    while true {
      if let number = number() { return number }
      if scheduler.hasNext {
        scheduler.runNext()
        addResults()
      } else if await !waitForThreads(for: awaited, until: { scheduler.hasNext || number() != nil }) {
        return nil
      }
    }
  }

  /// Waits for what other threads do, for as long as they took in the recording and some time more. After a turn has waited
  /// in vain, its later waits end at once.
  @discardableResult private func waitForThreads(
    for awaited: @autoclosure () -> Awaited?, until isDone: () -> Bool
  ) async -> Bool {
    await threads.wait(for: awaited(), until: isDone)
  }

  /// Whether a line is about another front than that which repeats commands.
  private func isOthers(_ line: RecordedLine) -> Bool { line.front.map { !ownFronts.contains($0) } ?? false }

  /// Repeats what happened to a front.
  private func apply(_ change: FrontChange, to id: FrontID?, _ front: AppFront?) throws(AppCommandError) {
    guard let app, let id else { return }
    switch change {
    case .attached(let isShared, let mayEnterSecrets, let mayReadPrivateFields, let answers):
      let front = app.attach(
        id.kind, isShared: isShared, answers: answers, mayEnterSecrets: mayEnterSecrets,
        mayReadPrivateFields: mayReadPrivateFields)
      guard front.id == id else { throw .unknownInstance }
    case .away: if let front { app.beginAbsence(of: front) }
    case .returned(let isShared): if let front { app.endAbsence(of: front, isShared: isShared) }
    // One that was away for too long has left.
    case .left: front?.leave()
    case .followed: if let front { app.follow(by: front) }
    case .shown: break
    }
  }

  private func apply(_ action: RecordedTurn.Action, _ line: RecordedLine) throws(Obstacle) {
    guard let app else { return }
    let attached = app.fronts.first { $0.id == line.front }
    let front = attached ?? app.host
    do {
      switch action {
      case .front(let change): try apply(change, to: line.front, attached)
      case .show(let instance): try front.perform(.show(instance))
      case .open(let screen, let parameters): try front.perform(.open(screen: screen, parameters: parameters))
      case .event(let event, let id):
        guard let instance = app.instance(id) else { throw AppCommandError.unknownInstance }
        // NB: a view model with a plain subject may have received an event that it would refuse.
        try instance.repeatEvent(secrets.replacingPlaceholders(in: event), by: front)
      case .heldEvent(let event, let id):
        guard let instance = app.instance(id) else { throw AppCommandError.unknownInstance }
        try instance.repeatHolding(secrets.replacingPlaceholders(in: event), by: front)
      case .answer(let question, let reply):
        try app.repeatAnswer(question, reply, by: front)
      case .leave(let instance): try front.perform(.leave(instance))
      case .close(let instance): try front.perform(.close(instance))
      case .release(let instance): held.models[instance] = nil
      case .application(let event): try front.perform(.application(event))
      case .localize(let localization): try front.perform(.localize(localization))
      }
    } catch {
      throw Obstacle(line: line, reason: Words.text("the app refuses it: \(Self.text(error))"))
    }
  }

  private static func text(_ error: any Error) -> LocalizedText {
    guard let error = error as? AppCommandError else { return LocalizedText(verbatim: "\(error)") }
    if let error = error.inputError { return LocalizedText(verbatim: "\(error)") }
    if let limit = error.limit { return Words.text("\(count: limit) screens are open") }
    return error.refusal.map(LocalizedText.init(verbatim:)) ?? Words.text("the instance is not open")
  }

  /// Learns what must be known before the first turn.
  private func learn() {
    for (_, action) in recording.turns.lazy.flatMap(\.actions) {
      switch action {
      case .event(let event, _), .heldEvent(let event, _): secrets.learn(in: event)
      case .release(let instance): held.ids.insert(instance)
      default: break
      }
    }
  }
}
