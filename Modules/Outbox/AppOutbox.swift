internal import Dispatch
internal import Foundation
import Requests
public import Screens
import Storage
import Streams
internal import StreamsExtras

extension AppEnvironment {
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
  /// view model is made, before which nothing is sent. See `stored(_:default:)`.
  public var isOutboxPaused: Bool {
    get { self[AppOutboxKey.self].connection.worker.isPaused }
    nonmutating set { self[AppOutboxKey.self].connection.worker.isPaused = newValue }
  }
}

/// The outbox of an environment and its copies.
final class AppOutbox: UnsentWork {
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

extension AppOutbox {
  var unsent: (count: Int, isKept: Bool)? { connection.worker.unsent }

  func stop() { connection.worker.stop() }

  func discard(of account: String, after decision: DispatchSemaphore) -> String {
    connection.worker.discard(account, after: decision) { _ in }
    return connection.worker.name(of: account)
  }
}

enum AppOutboxKey: AppEnvironmentKey {
  static func defaultValue(in environment: AppEnvironment) -> AppOutbox { AppOutbox(environment) }
}
