public import Requests
import Streams

extension AppEnvironment {
  /// The requests of an operation that must be sent sooner or later, each once, for the present ``account`` and ``backend``.
  ///
  ///     environment.outbox(.send).add { key in Message(room: 7, text: "Hello", key: key) }
  ///       .sink { result in print(result) }
  ///
  /// What it publishes arrives on the ``main`` scheduler. A screen is busy until what it adds or changes is kept, also by a value
  /// that screens share, and not while an entry waits or is sent. The app's definition names the operation, so that sending begins at
  /// launch; see ``AppDefinition/outbox``.
  public func outbox<Input, Answer>(_ operation: OutboxOperation<Input, Answer>) -> Outbox<Input, Answer> {
    let connection = self[AppOutboxKey.self].connection
    let base = connection.backend(operation)
    let backend = MainDelivery(
      main: main, reporter: reporter, successes: nil, session: session, lifetime: lifetime, isOutbox: true
    )
    .backend(outboxWiring?.wrap(base) ?? base)
    let (random, own, lifetime, reporter) = (random, self[ofScreen: PendingWork.self], lifetime, reporter)
    let account = session.name.removeDuplicates().filter { _ in lifetime?.isOfEndedAccount != true }
    return Outbox(
      operation, backend: backend, account: account.eraseToAnyPublisher(),
      newKey: { random.idempotencyKey() },
      onChange: { MainActor.assumeIsolated { (own ?? reporter?.handled.work ?? PendingWork()).begin() } },
      onSeen: { connection.worker.see($0) })
  }
}
