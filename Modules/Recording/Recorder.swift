public import Dispatch
public import Foundation
import JSON
import Models
public import Services
import Streams
public import StreamsExtras
public import ViewModels

/// Records a session while it happens: what a front does to the app, a server's answers, the jobs of the main scheduler,
/// and the states that come of them.
///
/// The front makes its app with the recorder, and wraps whatever it does to the app in a turn:
///
///     let file = try RecordingFile("session.jsonl") { message in log(message) }
///     let recorder = Recorder(SessionConfiguration(front: "my-front 1.0"), write: file.write)
///     let app = recorder.makeApp()
///     let counter = recorder.turn { app.open(.counter) }
///     recorder.turn { counter.model.eventSubject.send(.nextButtonWasTapped) }
///     recorder.end()
///
/// A recording contains no secret, and no private amount of the backend that no state shows.
@MainActor public final class Recorder {
  private let configuration: SessionConfiguration
  private let main: AnySchedulerOf<DispatchQueue>
  private let date: () -> Date
  private let write: ([UInt8]) -> Void
  private let clock = TurnClock()
  private lazy var scheduler = JobScheduler(clock, base: main) { [weak self] job, action in
    self?.begin(.job(job))
    action()
    self?.endTurn()
  }
  private let instances = Instances()
  private var secrets = Secrets()
  private var applicationEvents: AnyCancellable?
  /// The line of a turn that nothing has come of yet.
  private var turnLine: [UInt8]?
  private var isInTurn = false
  private var isOver = false
  private var requests = 0
  /// Parts of answers that no state has shown.
  private var hidden: [(request: Int, text: [UInt8])] = []
  /// The secrets that were entered in this turn.
  private var entered: [Password] = []
  /// The instance that was closed last, if nothing has happened in the turn since then.
  private var lastClosed: String?
  /// What was printed while a command was performed.
  private var printed: [String]?

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
    clock: @escaping () -> Date = { Date() }, write: @escaping ([UInt8]) -> Void
  ) {
    var configuration = configuration.withFixedTimeZone
    configuration.seed = configuration.seed ?? .random(in: 0 ... .max)
    self.configuration = configuration
    (self.main, self.write) = (main, write)
    date = configuration.date.map { date in { date } } ?? clock
    _ = scheduler
    tick()
    line(configuration.header)
  }

  /// Makes the app of the session. Call it once.
  ///
  /// - Parameters:
  ///   - server: the backend of a configuration without a mock.
  ///   - screens: the screens that can be opened by name. Its replay takes the same.
  public func makeApp(server: Backend? = nil, screens: [AnyScreen] = AppCore.screens) -> AppCore {
    let recorded = server.map { $0.intercepted(by: RecordingInterceptor(main: main, recorder: self)) }
    let environment = configuration.environment(
      server: recorded, main: scheduler.eraseToAnyScheduler(), now: clock.now)
    applicationEvents = environment.application.dropFirst().sink { [weak self] event in
      self?.action(RecordingLine.application(event.text { _, _ in [] }))
    }
    return AppCore(environment, screens: screens) { [weak self] in self?.record($0) }
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
    for (_, state) in instances.changes() {
      showHidden(in: state)
      tell(state)
    }
    recordReleases()
    (isInTurn, turnLine, entered, lastClosed) = (false, nil, [], nil)
  }

  /// Records the releases of view models, except of an instance that was released as soon as it was closed.
  private func recordReleases(all: Bool = false) {
    for name in instances.releases(all: all) where name != lastClosed { tell(RecordingLine.release(name)) }
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
    (isInTurn, turnLine) = (true, RecordingLine.turn(turn, uptime: clock.uptime, time: clock.time))
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
      action(RecordingLine.open(instances.add(instance), screen: instance.name, parameters: parameters.text))
    case .event(let event, let instance):
      guard let name = instances.name(of: instance) else { return }
      let text = event.text { secret, field in
        entered.append(secret)
        return secrets.marker(for: secret, event: field, instance: name)
      }
      action(RecordingLine.event(text, instance: name))
    case .close(let instance):
      guard let name = instances.remove(instance) else { return }
      secrets.forget(name)
      action(RecordingLine.close(name))
      lastClosed = name
    }
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
    line(text)
  }

  private func writeTurn() {
    if let turnLine { line(turnLine) }
    turnLine = nil
  }

  private func line(_ text: [UInt8]) {
    if !isOver { write(text + [0x0A]) }
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
    guard let secret = entered.last, !secret.isEmpty else { return [command.json] }
    guard entered.count == 1, secret.withRevealedText(command.hasSuffix) else { return nil }
    let count = secret.withRevealedText(\.count)
    return [String(command.dropLast(count)).json, secrets.marker(for: secret)]
  }

  // MARK: - Answers

  /// The number of a request that is being made.
  func nextRequest() -> Int {
    requests += 1
    return requests
  }

  /// Begins the turn of an answer.
  func beginAnswer<Answer: Codable>(
    _ request: Int, _ operation: ServiceOperation, _ result: Result<Answer, ServiceError>
  ) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var isFailure = false
    var value: [UInt8]
    do {
      value = Array(try encoder.encode(try result.get()))
    } catch {
      isFailure = true
      value = (try? encoder.encode(error as? ServiceError ?? .decoding)).map(Array.init) ?? []
    }
    if let member = HiddenMember.of(operation, isFailure: isFailure) {
      let (rest, text) = member.remove(from: JSONText(scanned: value[...]))
      value = rest
      if hidden.count >= Self.hiddenLimit { hidden.removeFirst() }
      if let text { hidden.append((request, text)) }
    }
    begin(.answer(request, operation: operation.name, isFailure: isFailure, value))
  }

  private func showHidden(in state: [UInt8]) {
    hidden.removeAll { request, text in
      guard state[...].contains(text) else { return false }
      tell(RecordingLine.shown(request, text))
      return true
    }
  }
}
