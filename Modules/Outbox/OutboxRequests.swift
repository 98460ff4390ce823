import Requests
public import Screens

extension AppEnvironment {
  /// The requests of an operation that must be sent sooner or later, each once, for the present `account` and `backend`.
  ///
  ///     environment.outbox(.send).add { key in Message(room: 7, text: "Hello", key: key) }
  ///       .sink { result in print(result) }
  ///
  /// What it publishes arrives on the `main` scheduler. A screen is busy until what it adds or changes is kept, also by a value
  /// that screens share, and not while an entry waits or is sent. The app's definition names the operation, so that sending begins at
  /// launch; see `AppDefinition.outbox(_:)`.
  public func outbox<Input, Answer>(_ operation: OutboxOperation<Input, Answer>) -> Outbox<Input, Answer> {
    let connection = self[AppOutboxKey.self].connection
    let base = connection.backend(operation)
    let random = random
    return Outbox(
      operation, backend: delivering(outboxWiring?.wrap(base) ?? base), account: followedAccount,
      newKey: { random.idempotencyKey() }, onChange: beginsWork, onSeen: { connection.worker.see($0) })
  }
}
