public import Dispatch
public import Foundation
import JSON
import Locking
public import Requests
public import Screens
import Streams
public import StreamsExtras

/// Records a session while it happens: what a front does to the app, a server's answers, the jobs of the main scheduler,
/// and the states that come of them.
///
/// The front makes its app with the recorder, and wraps whatever it does to the app in a turn:
///
///     let file = try RecordingFile("session.jsonl") { message in log(message) }
///     let recorder = Recorder(SessionConfiguration(front: "my-front 1.0"), write: file.write)
///     let app = recorder.makeApp(.library)
///     let shelf = recorder.turn { app.open(.shelf) }
///     recorder.turn { shelf.model.eventSubject.send(.sortButtonWasTapped) }
///     recorder.end()
///
/// It records whatever the app declares: screens, events, parameters, operations. A recording contains no secret, and no
/// private part of an answer that no state shows. Services and screens may use any thread.
@MainActor public final class Recorder: CommandRecorder {
  private let configuration: SessionConfiguration
  private let main: AnySchedulerOf<DispatchQueue>
  private let date: @Sendable () -> Date
  private let write: ([UInt8]) -> Void
  private let clock = TurnClock()
  private lazy var scheduler = JobScheduler(
    clock, base: main,
    perform: { [weak self] turn, action in
      self?.begin(turn)
      action()
      self?.endTurn()
    })
  let requests = RequestCounter()
  private let instances = Instances()
  private var secrets = Secrets()
  private var application: CurrentValueSubject<ApplicationEvent, Never>?
  private var applicationEvents: AnyCancellable?
  private var serviceChanges: AnyCancellable?
  /// The line of a turn that nothing has come of yet.
  private var turnLine: [UInt8]?
  private var isInTurn = false
  private var isOver = false
  /// Parts of answers that no state has shown.
  private var hidden: [(request: Int, operation: String, member: String, text: [UInt8])] = []
  /// The last answer with a private part, by operation and part: also when a state has shown it, lest an older one count as the
  /// newest then.
  private var newestHidden: [String: Int] = [:]
  /// The secrets that were entered in this turn.
  private var entered: [any Secret] = []
  /// The instance that was closed last, if nothing has happened in the turn since then.
  private var lastClosed: String?
  /// The instances that the app has closed in this turn.
  private var closedByApp: Set<String> = []
  /// The lines of this turn since the first navigation in it.
  private var held: [HeldLine] = []
  /// What was printed while a command was performed.
  private var printed: [String]?

  /// Lines about stored values that were used first, on any thread.
  private let uses = LockedValue<[[UInt8]]>([])

  private static let hiddenLimit = 256

  /// A recorder, which writes the first line at once.
  ///
  /// - Parameters:
  ///   - configuration: what the session starts with. Without a seed, a random one is chosen.
  ///   - main: the main scheduler.
  ///   - clock: the time of day, unless the configuration has a date.
  ///   - write: receives each line with its line feed. It must not block.
  public init(
    _ configuration: SessionConfiguration,
    main: AnySchedulerOf<DispatchQueue> = DispatchQueue.main.eraseToAnyScheduler(),
    clock: @escaping @Sendable () -> Date = { Date() }, write: @escaping ([UInt8]) -> Void
  ) {
    var configuration = configuration.withFixedTimeZone
    configuration.seed = configuration.seed ?? .random(in: 0 ... .max)
    self.configuration = configuration
    self.main = main
    self.write = write
    if let fixedDate = configuration.date { date = { fixedDate } } else { date = clock }
    _ = scheduler
    tick()
    line(configuration.header)
  }

  /// Makes the app of the session. Call it once.
  ///
  /// - Parameters:
  ///   - definition: the app. Its replay takes the same.
  ///   - server: the backend of a configuration without a mock.
  ///   - storage: the values that outlive the session, if its configuration has a storage. What is read of them is
  ///     recorded, apart from secrets and idempotency keys.
  ///   - wrap: puts another backend before that of the configuration, such as a `ClientBackend`. Its answers are recorded.
  public func makeApp(
    _ definition: AppDefinition, server: (any Backend)? = nil, storage: Storage? = nil,
    wrap: (any Backend) -> any Backend = { $0 }
  ) -> AppCore {
    precondition(configuration.hasStorage == (storage != nil), "The configuration says whether there is a storage.")
    let base = wrap(configuration.backend(definition, server: server, storage, main: main, now: date))
    let backend = RecordingBackend(base, main: main, recorder: self)
    let changes = backend.changes
    serviceChanges = base.changes.all.receive(on: main).sink { [weak self] (name: String) in
      guard let self else { return }
      begin(.change(name))
      changes.publish(named: name)
      endTurn()
    }
    let environment = configuration.environment(
      definition, backend, storage, keys: storage.map { keys(in: $0, backend) }, main: scheduler.eraseToAnyScheduler(),
      now: clock.now)
    application = environment.application
    applicationEvents = environment.application.dropFirst().sink { [weak self] event in
      guard let text = event.json(mask: { _, _ in [] }) else { return }
      self?.action(RecordingLine.application(text))
    }
    return AppCore(environment, screens: definition.screens) { [weak self] in self?.record($0) }
  }

  /// Keys in a storage, which decides about each request in a turn of its own.
  private func keys(in storage: Storage, _ backend: RecordingBackend) -> IdempotencyKeys {
    storage.observeFirstUses { [weak self] value in self?.used(value) }
    return IdempotencyKeys(RecordedKeys(keys: StoredKeys(storage, now: clock.now), backend: backend))
  }

  /// A value of the storage was used first. Any thread may call it.
  private nonisolated func used(_ value: Storage.InitialValue) {
    let line = RecordingLine.stored(value)
    uses.withLock { $0.append(line) }
  }

  // MARK: - Turns

  /// Records what `body` does to the app as one turn: the clocks stand still, and the states are recorded at its end.
  public func turn<Result>(_ body: () throws -> Result) rethrows -> Result {
    beginTurn()
    defer { endTurn() }
    return try body()
  }

  /// Begins a turn of the front. A turn that is still open ends.
  public func beginTurn() { begin(.input) }

  /// Ends the turn, and records the states that have changed.
  public func endTurn() {
    guard isInTurn else { return }
    for change in instances.changes() {
      showHidden(in: change.state)
      tell(change.line)
    }
    recordReleases()
    for held in held { line(held.text) }
    held = []
    isInTurn = false
    turnLine = nil
    entered = []
    lastClosed = nil
    closedByApp = []
    instances.endTurn()
  }

  /// Records the releases of view models, except of an instance that was released as soon as it was closed, or in the
  /// turn in which the app closed it.
  private func recordReleases(all: Bool = false) {
    for name in instances.releases(all: all) where name != lastClosed && !closedByApp.contains(name) {
      tell(RecordingLine.release(name))
    }
  }

  /// Ends the recording: what happens later is not recorded.
  public func end() {
    endTurn()
    recordReleases(all: true)
    line(RecordingLine.end)
    isOver = true
  }

  private func begin(_ turn: Turn) {
    endTurn()
    recordReleases()
    tick()
    isInTurn = true
    turnLine = RecordingLine.turn(turn, uptime: clock.uptime, time: clock.time)
    // Jobs and answers count also if nothing comes of them.
    if case .input = turn { return }
    writeTurn()
  }

  private func tick() {
    clock.begin(
      uptime: scheduler.uptime, time: Int((date().timeIntervalSince1970 * 1_000).rounded(.down)))
  }

  private func record(_ appAction: AppAction) {
    switch appAction {
    case .open(let instance, let parameters):
      action(RecordingLine.open(instances.add(instance), screen: instance.name, parameters: parameters.json))
    case .event(let event, let instance):
      guard let name = instances.name(of: instance) else { return }
      let text = event.json { secret, field in
        entered.append(secret)
        return secrets.marker(for: secret, event: field, instance: name)
      }
      // An event that is not described cannot be repeated; a debug build has stopped.
      if let text { record(RecordingLine.event(text, instance: name), of: instance, name) }
    case .close(let instance):
      guard let name = instances.remove(instance) else { return }
      secrets.forget(name)
      action(RecordingLine.close(name))
      lastClosed = name
    case .leave(let instance):
      if let name = instances.name(of: instance) { action(RecordingLine.leave(name)) }
    case .opened(let instance, let parameters, let cause):
      let opener = instance.opener.flatMap(instances.name)
      navigation(
        RecordingLine.opened(
          instances.add(instance), opener: opener, screen: instance.name, parameters: parameters.json), by: cause)
    case .closed(let instance, let reason, let outcome, let cause):
      guard let name = instances.remove(instance) else { return }
      secrets.forget(name)
      closedByApp.insert(name)
      navigation(RecordingLine.closed(name, reason: reason, result: outcome?.recorded), by: cause)
    }
  }

  /// Records an event.
  private func record(_ line: [UInt8], of instance: AnyScreenInstance, _ name: String) {
    // NB: a view sends to the view model itself, and the event is reported when the view model has handled it. It precedes
    // what the screen has opened and closed meanwhile, and what the front has done with that.
    guard !instance.isDelivering, let index = held.firstIndex(where: { $0.isCaused(by: name) }) else {
      return action(line)
    }
    recordReleases()
    for index in held.indices[index...] where held[index].cause == name { held[index].isExplained = true }
    held.insert(HeldLine(text: line), at: index)
  }

  /// Records what a screen has opened or closed.
  private func navigation(_ line: [UInt8], by cause: AnyScreenInstance) {
    if !isInTurn { begin(.input) }
    recordReleases()
    writeTurn()
    held.append(HeldLine(text: line, cause: instances.name(of: cause), isExplained: cause.isDelivering))
  }

  /// Records an action of the front, in a turn of its own if none is open.
  private func action(_ line: [UInt8]) {
    if !isInTurn { begin(.input) }
    recordReleases()
    lastClosed = nil
    tell(line)
  }

  private func tell(_ text: [UInt8]) {
    writeTurn()
    if held.isEmpty { line(text) } else { held.append(HeldLine(text: text)) }
  }

  private func writeTurn() {
    if let turnLine { line(turnLine) }
    turnLine = nil
  }

  private func line(_ text: [UInt8]) {
    guard !isOver else { return }
    let uses = uses.withLock { uses in
      defer { uses = [] }
      return uses
    }
    for use in uses { write(use + [0x0A]) }
    write(text + [0x0A])
  }

  // MARK: - Commands and printed lines

  /// Records what a front in lines prints, from now until ``performed(_:)``, together with the command.
  public func beginCommand() {
    beginTurn()
    printed = []
  }

  /// Records the command line of the turn and what was printed since ``beginCommand()``.
  ///
  /// The secrets that it entered are masked. A failed command is recorded without its text and what it printed, because
  /// it may contain a secret.
  ///
  /// - Parameter command: the line; `nil` for one that failed.
  public func performed(_ command: String?) {
    let lines = printed ?? []
    printed = nil
    if !isInTurn { beginTurn() }
    let parts = command.flatMap(parts)
    tell(RecordingLine.command(parts))
    if parts != nil { lines.forEach(print) }
    endTurn()
  }

  /// Records a line that the front prints.
  public func print(_ line: String) {
    if printed == nil { tell(RecordingLine.output(line)) } else { printed?.append(line) }
  }

  /// The parts of a command line; `nil` if a secret may be in it that is not at its end.
  private func parts(_ command: String) -> [[UInt8]]? {
    guard let secret = entered.last, !secret.withRevealedText(\.isEmpty) else { return [command.json] }
    guard entered.count == 1, secret.withRevealedText({ command.hasSuffix($0) }) else { return nil }
    let count = secret.withRevealedText(\.count)
    return [String(command.dropLast(count)).json, secrets.marker(for: secret)]
  }

  // MARK: - Answers

  /// Begins the turn of an answer.
  func beginAnswer<Input, Answer>(
    _ request: Int, _ operation: ServiceOperation<Input, Answer>, _ result: Result<Answer, ServiceError>
  ) {
    let (isFailure, value) =
      switch result {
      case .success(let answer): (false, operation.answer.json(answer))
      case .failure(let error): (true, error.json)
      }
    let (rest, members) = PrivateMembers(of: operation, isFailure: isFailure).remove(from: value)
    for (name, text) in members {
      if hidden.count >= Self.hiddenLimit { hidden.removeFirst() }
      hidden.append((request, operation.name, name, text))
      newestHidden[operation.name + "/" + name] = request
    }
    begin(.answer(request, operation: operation.name, isFailure: isFailure, rest))
  }

  /// Records the private parts of answers that a state shows: those that it contains and, while its own private fields are
  /// not hidden, those of the newest answer of each operation, because a state may show a value in another form.
  private func showHidden(in state: any ScreenState) {
    guard !hidden.isEmpty else { return }
    let json = state.json
    let showsPrivateFields = state.hasPrivateFields && application?.value == .didBecomeActive
    hidden.removeAll { request, operation, member, text in
      let isShown = showsPrivateFields && newestHidden[operation + "/" + member] == request
      guard isShown || json[...].contains(text) else { return false }
      tell(RecordingLine.shown(request, member, text))
      return true
    }
  }
}

/// A line that is written at the end of its turn.
private struct HeldLine {
  let text: [UInt8]
  /// The instance whose view model asked for the navigation that the line is about.
  var cause: String?
  /// Whether the event that made it ask is recorded.
  var isExplained = false

  func isCaused(by name: String) -> Bool { cause == name && !isExplained }
}

extension ScreenState {
  fileprivate var hasPrivateFields: Bool { Self.fields.hasPrivateFields }
}
