package import Dispatch
package import Foundation
package import Requests
package import Storage
import Streams
package import StreamsExtras

extension AppEnvironment {
  /// Begins to send entries of operations.
  func startOutbox(_ operations: [AnyOutboxOperation]) {
    if !operations.isEmpty { self[AppOutboxKey.self].connection.worker.add(operations) }
  }

  /// What sends the entries; `nil` without an outbox.
  var outboxWorker: OutboxWorker? { madeDefault(AppOutboxKey.self)?.connection.worker }

  /// What is not sent yet of the present account: how many entries, and whether the next process has them; `nil` if nothing is.
  package var unsent: (count: Int, isKept: Bool)? { outboxWorker?.unsent }

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
  package var sender: Backend
  /// Measures the time between attempts.
  package var main: AnySchedulerOf<DispatchQueue>
  /// The clock by which keys grow old.
  package var now: @Sendable () -> Date
  /// Takes the place of what answers the commands of the app, and tells the entries.
  package var wrap: (Backend) -> Backend

  package init(
    sender: Backend, main: AnySchedulerOf<DispatchQueue>, now: @escaping @Sendable () -> Date,
    wrap: @escaping (Backend) -> Backend
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

enum AppOutboxKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> AppOutbox { AppOutbox(environment) }
}
