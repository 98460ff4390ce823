import Descriptions
public import Dispatch
public import Foundation
import Outbox
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
  /// The clock by which keys grow old.
  private let keyClock: @Sendable () -> Date
  private let lines: RecordingLines
  private let clock = TurnClock()
  private lazy var scheduler = JobScheduler(
    clock, base: main,
    perform: { [weak self] turn, action in
      self?.begin(turn)
      action()
      self?.endTurn()
    })
  let requests = RequestCounter()
  private let instances = RecordedInstances()
  private var secrets = Secrets()
  private var hidden = HiddenMembers()
  // Weak, because the app's backend retains the recorder.
  private weak var app: AppCore?
  private var cancellables: Set<AnyCancellable> = []
  /// The turn that goes on.
  private var turn: OpenTurn?
  /// What was printed while a command was performed.
  private var printed: [String]?

  /// A turn that goes on.
  private struct OpenTurn {
    /// Its line; `nil` when it is written. A turn of the front of which nothing comes has none.
    var line: [UInt8]?
    /// Whether the app handles what the turn runs.
    let isHandled: Bool
    /// Whether the front has not said where it begins and ends.
    var isImplicit = false
    /// Whether it has no cause that a replay could repeat.
    var isUnknown = false
    /// The secrets that were entered in it.
    var entered: [any Secret] = []
  }

  /// A recorder, which writes the first line at once.
  ///
  /// - Parameters:
  ///   - configuration: what the session starts with. Without a seed, a random one is chosen.
  ///   - main: the main scheduler.
  ///   - clock: the time of day, unless the configuration has a date; by default the system's.
  ///   - write: receives whole lines, each with its line feed. What caused a turn comes before anything that a front sends because of it,
  ///     the states that it led to at its end.
  public init(
    _ configuration: SessionConfiguration,
    main: AnySchedulerOf<DispatchQueue> = .main,
    clock: (@Sendable () -> Date)? = nil, write: @escaping ([UInt8]) -> Void
  ) {
    var configuration = configuration.withFixedTimeZone
    configuration.seed = configuration.seed ?? .random(in: 0 ... .max)
    self.configuration = configuration
    self.main = main
    lines = RecordingLines(write)
    let fixed: (@Sendable () -> Date)?
    if let fixedDate = configuration.date { fixed = { fixedDate } } else { fixed = clock }
    date = fixed ?? { Date() }
    keyClock = fixed ?? SteadyClock.now
    _ = scheduler
    tick()
    lines.append(configuration.header)
    lines.flush()
  }

  /// Makes the app of the session. Call it once.
  ///
  /// - Parameters:
  ///   - definition: the app. Its replay takes the same.
  ///   - server: the backend of a configuration without a mock.
  ///   - storage: the values that outlive the session, if its configuration has a storage. What is read of them is
  ///     recorded, apart from secrets and idempotency keys.
  ///   - wrap: puts another backend before that of the configuration, such as `Backend.client(_:limit:otherwise:)`. Its answers are recorded.
  public func makeApp(
    _ definition: AppDefinition, server: Backend? = nil, storage: Storage? = nil,
    wrap: (Backend) -> Backend = { $0 }
  ) -> AppCore {
    precondition(configuration.hasStorage == (storage != nil), "The configuration says whether there is a storage.")
    let base = wrap(configuration.backend(definition, server: server, storage, main: main, now: date))
    let requests = RequestRecorder(main: main, recorder: self)
    let changes = ServiceChanges()
    let backend = requests.backend(base, changes: changes)
    base.changes.all.receive(on: main)
      .sink { [weak self] (name: String) in
        guard let self else { return }
        begin(.change(name))
        changes.publish(named: name)
        endTurn()
      }
      .store(in: &cancellables)
    // Entries are sent as in a session that is not recorded. What the app is told of them is recorded.
    let outbox = OutboxWiring(sender: base, main: main, now: keyClock) {
      requests.backend($0)
    }
    let environment = configuration.environment(
      definition, backend, storage, keys: storage.map { keys(in: $0, requests) }, feedRecorder: requests,
      outbox: outbox,
      main: scheduler.eraseToAnyScheduler(), now: clock.now)
    // The app's own view model is made in a turn.
    if definition.app != nil { beginTurn() }
    let follower = ReportFollower { [weak self] app in
      self?.app = app
    } receive: { [weak self] report in
      self?.record(report)
    }
    let app = AppCore(environment, definition, followedBy: follower)
    if definition.app != nil { endTurn() }
    return app
  }

  /// Keys in a storage, which decides about each request in a turn of its own.
  private func keys(in storage: Storage, _ requests: RequestRecorder) -> IdempotencyKeys {
    storage.observeFirstUses { [uses = lines.firstUses] in uses.append(RecordingLine.stored($0)) }
    return IdempotencyKeys(RecordedKeys(keys: StoredKeys(storage, now: keyClock), recorder: requests))
  }

  /// The app has asked for a feed that the backend offers. Any thread may call it.
  nonisolated func offered(_ feed: String) { lines.firstUses.offered(feed) }

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
    guard let app, let turn else { return }
    // What the turn has caused is reported here at the latest.
    if turn.isHandled { app.endHandling() }
    for change in instances.changes(in: app) {
      recordShown(by: change.state)
      record(change.line)
    }
    for change in instances.hiddenChanges(in: app) { record(change.line) }
    for id in instances.endTurn() { record(RecordingLine.release(id)) }
    self.turn = nil
    lines.flush()
  }

  /// Ends the recording: what happens later is not recorded.
  public func end() {
    endTurn()
    for id in instances.releases(all: true) { lines.append(RecordingLine.release(id)) }
    lines.append(RecordingLine.end)
    lines.end()
  }

  private func begin(_ turn: Turn) {
    endTurn()
    for id in instances.releases() { lines.append(RecordingLine.release(id)) }
    tick()
    let text = RecordingLine.turn(turn, uptime: clock.uptime, time: clock.time)
    switch turn {
    case .input: self.turn = OpenTurn(line: text, isHandled: false)
    case .unknown:
      lines.append(text)
      self.turn = OpenTurn(line: nil, isHandled: false)
    case .job, .timer, .change, .answer, .feed:
      // These count also if nothing comes of them.
      lines.append(text)
      lines.flush()
      app?.beginHandling()
      self.turn = OpenTurn(line: nil, isHandled: app != nil)
    }
  }

  private func tick() {
    clock.begin(
      uptime: scheduler.uptime, time: Int((date().timeIntervalSince1970 * 1_000).rounded(.down)))
  }

  /// Records what a front has done, and what the app's own code has done as a consequence.
  private func record(_ report: AppReport) {
    switch report.event {
    case .changed:
      if report.cause == .unknown { recordUnknownCause(of: report.instance) }
      return
    case .busy, .idle, .refused, .waitsForChanged, .accountChanged, .fault: return
    default: if turn == nil { beginImplicitTurn() }
    }
    if let line = RecordingLine.line(for: report, placeholder: placeholder) {
      record(line)
      lines.flush()
    }
    if case .closed = report.event, let instance = report.instance {
      instances.didClose(instance)
      secrets.forget(instance.id)
    }
  }

  private func beginImplicitTurn() {
    begin(.input)
    turn?.isImplicit = true
  }

  /// Records that a state has changed while the app handled nothing.
  private func recordUnknownCause(of instance: AnyScreenInstance?) {
    guard let instance, turn?.isImplicit != false, turn?.isUnknown != true else { return }
    begin(.unknown("not replayable: the state of \(instance.id) has changed without a cause in the recording"))
    turn?.isImplicit = true
    turn?.isUnknown = true
  }

  /// The placeholder of a secret in an event.
  private func placeholder(_ secret: any Secret, event: String, instance: String) -> [UInt8] {
    turn?.entered.append(secret)
    return secrets.placeholder(for: secret, event: event, instance: instance)
  }

  private var isActive: Bool { app?.isActive == true }

  /// Records the private members of answers that a state shows.
  private func recordShown(by state: any ScreenState) {
    for line in hidden.shown(by: state, isActive: isActive) { record(line) }
  }

  private func record(_ text: [UInt8]) {
    if let first = turn?.line { lines.append(first) }
    turn?.line = nil
    lines.append(text)
  }

  // MARK: - Commands and printed lines

  /// Records what a front in lines prints, from now until ``performed(_:)``, together with the command.
  public func beginCommand() {
    beginTurn()
    printed = []
  }

  /// Records the command line of the turn and what was printed since ``beginCommand()``.
  ///
  /// The secrets that it entered are written as placeholders. A failed command is recorded without its text and what it printed, because
  /// it may contain a secret.
  ///
  /// - Parameter command: the line; `nil` for one that failed.
  public func performed(_ command: String?) {
    let printed = printed ?? []
    self.printed = nil
    if turn == nil { beginImplicitTurn() }
    let parts = command.flatMap(parts)
    record(RecordingLine.command(parts))
    if parts != nil { printed.forEach(print) }
    endTurn()
  }

  /// Records a line that the front prints. What it prints between turns, such as a screen that an answer has opened, is a turn of its
  /// own, as the appearance of the screen is.
  public func print(_ line: String) {
    if printed != nil {
      printed?.append(line)
    } else {
      if turn == nil { beginImplicitTurn() }
      // A replay prints the same if the session is killed before the end of the turn.
      for instance in app?.instances ?? [] { recordShown(by: instance.snapshot.state) }
      record(RecordingLine.output(line))
      lines.flush()
    }
  }

  /// The parts of a command line; `nil` if a secret may be in it that is not at its end.
  private func parts(_ command: String) -> [[UInt8]]? {
    let entered = turn?.entered ?? []
    guard let secret = entered.last, !secret.withRevealedText(\.isEmpty) else { return [command.json] }
    guard entered.count == 1, secret.withRevealedText({ command.hasSuffix($0) }) else { return nil }
    let count = secret.withRevealedText(\.count)
    return [String(command.dropLast(count)).json, secrets.placeholder(for: secret)]
  }

  // MARK: - Answers and feeds

  /// Reports a mistake of the app's code.
  func report(fault: String) { app?.report(fault: fault) }

  /// Begins the turn of an event of a feed, or of its end.
  func beginFeedEvent<Input, Element>(
    _ signal: FeedSignal<Element>, of feed: ServiceFeed<Input, Element>, _ id: AnswerID
  ) {
    var event = RecordedFeedEvent(signal, of: feed, id)
    event.value = hidden.take(event.privateMembers(of: feed), from: event.value, of: feed.name, id, isActive: isActive)
    begin(.feed(event))
  }

  /// Begins the turn of an answer.
  func beginAnswer<Input, Answer>(
    _ request: Int, _ operation: ServiceOperation<Input, Answer>, _ result: Result<Answer, ServiceError>
  ) {
    let (isFailure, value) =
      switch result {
      case .success(let answer): (false, operation.answer.json(answer))
      case .failure(let error): (true, error.json)
      }
    let rest = hidden.take(
      PrivateMembers(of: operation.answer, isFailure: isFailure, value), from: value, of: operation.name,
      AnswerID(request: request), isActive: isActive)
    begin(.answer(request, operation: operation.name, isFailure: isFailure, rest))
  }
}
