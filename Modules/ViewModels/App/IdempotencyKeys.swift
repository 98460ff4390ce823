import Models
import Services
import Streams

/// The idempotency keys of intents without a definite answer: in memory, shared by all screens of an app.
///
/// An intent keeps its key for every retry, even after its screen was closed and opened again. So a request that was carried
/// out, but whose answer was lost, is not carried out twice.
@MainActor final class IdempotencyKeys: CustomReflectable {
  /// What the user wants to happen once.
  enum Intent {
    /// One intent per product.
    case purchase(ProductID)
    /// One intent per user name and password as submitted.
    case account(NewAccount)
  }

  /// The limit on the number of keys. A further intent replaces the oldest.
  nonisolated static let limit = 1_000

  private var entries: [(intent: Intent, key: IdempotencyKey)] = []

  nonisolated init() {}

  /// A request that carries the key of an intent. Its answer ends the key if it is definite: a success, or an error that
  /// `isDefinite`.
  func request<Answer>(
    for intent: Intent, _ random: RandomSource,
    _ send: (IdempotencyKey) -> some Publisher<Result<Answer, ServiceError>, Never>
  ) -> some Publisher<Result<Answer, ServiceError>, Never> {
    let key = key(for: intent, random)
    return send(key).handleEvents(receiveOutput: { [self] in
      if case .failure(let error) = $0, !error.isDefinite { return }
      // The answer may be late, and a newer key of the intent has to stay.
      entries.removeAll { $0.key == key }
    })
  }

  /// The key of an intent.
  func key(for intent: Intent, _ random: RandomSource) -> IdempotencyKey {
    if let entry = entries.first(where: { $0.intent == intent }) { return entry.key }
    var random = random
    let key = IdempotencyKey.random(using: &random)
    if entries.count == Self.limit { entries.removeFirst() }
    entries.append((intent, key))
    return key
  }

  // NB: a dump must not show the intents, which hold passwords.
  nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension IdempotencyKeys.Intent: Equatable {
  /// Compares what is sent, byte by byte: canonically equivalent Unicode texts are different intents.
  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.purchase(let one), .purchase(let other)): one == other
    case (.account(let one), .account(let other)):
      one.username.text.utf8.elementsEqual(other.username.text.utf8)
        && one.password.withRevealedText { text in
          other.password.withRevealedText { text.utf8.elementsEqual($0.utf8) }
        }
    case (.purchase, _), (.account, _): false
    }
  }
}
