package import Dispatch
package import Foundation
public import Requests
package import Storage
import Streams
package import StreamsExtras

extension AppEnvironment {
  /// The requests of an operation that must be sent sooner or later, each once, for the present ``account`` and ``backend``.
  ///
  ///     environment.outbox(.send).add { key in Message(room: 7, text: "Hello", key: key) }
  ///       .sink { result in print(result) }
  ///
  /// What it publishes arrives on the ``main`` scheduler. A screen is busy until what it adds or changes is kept, and not while
  /// an entry waits or is sent. The app's definition names the operation, so that sending begins at launch; see
  /// ``AppDefinition/outbox``.
  public func outbox<Input, Answer>(_ operation: OutboxOperation<Input, Answer>) -> Outbox<Input, Answer> {
    let connection = self[AppOutboxKey.self].connection
    let base = connection.backend(operation)
    let backend = MainBackend(
      base: outboxWiring?.wrap(base) ?? base, main: main, reporter: reporter, successes: nil, session: session,
      lifetime: lifetime, isOutbox: true)
    let (random, pendingWork, lifetime) = (random, pendingWork, lifetime)
    let account = session.name.removeDuplicates().filter { _ in lifetime?.isOfEndedAccount != true }
    return Outbox(
      operation, backend: backend, account: account.eraseToAnyPublisher(),
      newKey: { random.idempotencyKey() }, onChange: { MainActor.assumeIsolated { pendingWork.begin() } },
      onSeen: { connection.worker.see($0) })
  }

  /// Begins to send entries of operations.
  func startOutbox(_ operations: [AnyOutboxOperation]) {
    if !operations.isEmpty { self[AppOutboxKey.self].connection.worker.add(operations) }
  }

  /// What sends the entries; `nil` without an outbox.
  var outboxWorker: OutboxWorker? { madeDefault(AppOutboxKey.self)?.connection.worker }

  /// Whether the outbox is paused, such as by a switch of a person who wants to be offline. What is added or retried meanwhile is kept, and
  /// waits; it is sent as soon as the outbox is not paused any more. A request in flight is not cancelled, because the server may
  /// carry it out.
  ///
  ///     environment.isOutboxPaused = true
  ///
  /// The app cores of a process that have one storage have one outbox, so this is one for all of them. It stays so when the account
  /// changes, and ends with the process: an app that wants it for longer keeps it in a value of its own, and sets it when its own
  /// view model is made, before which nothing is sent. See ``stored(_:default:)``.
  public var isOutboxPaused: Bool {
    get { self[AppOutboxKey.self].connection.worker.isPaused }
    nonmutating set { self[AppOutboxKey.self].connection.worker.isPaused = newValue }
  }

  /// Stops sending what is in the outbox, until the account changes or ``resumeOutbox()``: a request in flight is cancelled, and is
  /// perhaps sent. No request is made with the account after that.
  package func stopOutbox() { outboxWorker?.stop() }

  /// Goes on after ``stopOutbox()``.
  package func resumeOutbox() { outboxWorker?.resume() }

  /// Drops all entries of an account.
  ///
  /// - Parameters:
  ///   - account: The name of the account.
  ///   - decision: Is waited for before anything is removed from the disk.
  ///   - completion: Is called when they are gone, or cannot be removed, on any thread.
  /// - Returns: The name of the part of the storage that has them; `nil` without an outbox.
  @discardableResult package func discardOutbox(
    of account: String, after decision: DispatchSemaphore? = nil,
    completion: @escaping @Sendable (Result<Void, StorageError>) -> Void = { _ in }
  ) -> String? {
    guard let worker = outboxWorker else {
      completion(.success(()))
      return nil
    }
    worker.discard(account, after: decision, completion: completion)
    return worker.name(of: account)
  }
}

/// Sends the entries of an app's operations from its launch on, and says what is wrong with them.
final class OutboxFeature: AppFeature {
  private let operations: [AnyOutboxOperation]
  /// What a person is asked about entries.
  private var questions: [AnyCancellable] = []

  init(_ operations: [AnyOutboxOperation]) { self.operations = operations }

  func prepare(_ environment: inout AppEnvironment) { environment.startOutbox(operations) }

  func launch(in app: AppCore) { reportProblems(in: app) }

  func accountDidChange(in app: AppCore) { reportProblems(in: app) }

  /// Reports what is wrong with the entries of the present account, and asks a person about each that cannot be read.
  private func reportProblems(in app: AppCore) {
    let environment = app.environment
    guard let worker = environment.outboxWorker else { return }
    for problem in worker.problems { app.report(fault: problem) }
    let words = environment.words
    // NB: a replay has no such entries, so a recording has no such question.
    let entries = environment.feedRecorder == nil ? worker.unreadable : []
    questions = entries.map { entry in
      let choices: [ConfirmChoice] = [
        ConfirmChoice("skip", words.text("Go on without it")), .destructive("discard", words.text("Discard it")),
        .cancel("later", words.text("Decide later")),
      ]
      let title = words.text("Another version of the app has kept something to send, which this one cannot read.")
      let message = words.text("What was to be sent after it waits.")
      return environment.front.ask(.confirm(title, message: message, choices)).sink { reply in
        if reply.answer == "skip" { worker.decide(.skip, aboutUnreadable: entry.number) }
        if reply.answer == "discard" { worker.decide(.drop, aboutUnreadable: entry.number) }
      }
    }
  }
}

extension AppEnvironment {
  /// What a recording, or its replay, puts in the place of the outbox; `nil` without one.
  package var outboxWiring: OutboxWiring? {
    get { self[ofApp: OutboxWiring.self] }
    set { self[ofApp: OutboxWiring.self] = newValue }
  }
}

/// What a recording, or its replay, puts in the place of the outbox.
package struct OutboxWiring {
  /// Sends the entries.
  package var sender: any Backend
  /// Measures the time between attempts.
  package var main: AnySchedulerOf<DispatchQueue>
  /// The clock by which keys grow old.
  package var now: @Sendable () -> Date
  /// Takes the place of what answers the commands of the app, and tells the entries.
  package var wrap: (any Backend) -> any Backend

  package init(
    sender: any Backend, main: AnySchedulerOf<DispatchQueue>, now: @escaping @Sendable () -> Date,
    wrap: @escaping (any Backend) -> any Backend
  ) {
    self.sender = sender
    self.main = main
    self.now = now
    self.wrap = wrap
  }
}

/// The outbox of an environment and its copies.
final class AppOutbox {
  let connection: OutboxConnection
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let wiring = environment.outboxWiring
    connection = OutboxConnection(
      environment.storage, backend: wiring?.sender ?? environment[BackendKey.self],
      account: environment.session.name, scheduler: wiring?.main ?? environment.baseMain ?? environment.main,
      now: wiring?.now ?? environment.keyClock)
    let worker = connection.worker
    environment.successes.sink { [weak worker] in worker?.requestHasSucceeded() }.store(in: &cancellables)
    environment.application.dropFirst()
      .sink { [weak worker] event in if event == .didBecomeActive { worker?.becomeActive() } }
      .store(in: &cancellables)
  }
}

private enum AppOutboxKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> AppOutbox { AppOutbox(environment) }
}
