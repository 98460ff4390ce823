import Models
import Services
import Streams

/// The idempotency keys of wishes without a definite answer: in memory, shared by all screens of an app.
///
/// A wish keeps its key for every retry, even after its screen was closed and opened again. So a request that was carried
/// out, but whose answer was lost, is not carried out twice.
@MainActor final class IdempotencyKeys: CustomReflectable {
  /// What the user wants to happen once.
  enum Wish {
    /// One wish per product.
    case purchase(ProductID)
    /// One wish per user name and password as submitted.
    case account(NewAccount)
  }

  /// The limit on the number of keys. A further wish replaces the oldest.
  nonisolated static let limit = 1_000

  private var entries: [(wish: Wish, key: IdempotencyKey)] = []

  nonisolated init() {}

  /// A request that carries the key of a wish. Its answer ends the key if it is definite: a success, or an error that
  /// `isDefinite`.
  func request<Answer>(
    for wish: Wish, _ random: RandomSource,
    _ send: (IdempotencyKey) -> some Publisher<Result<Answer, ServiceError>, Never>
  ) -> some Publisher<Result<Answer, ServiceError>, Never> {
    let key = key(for: wish, random)
    return send(key).handleEvents(receiveOutput: { [self] in
      if case .failure(let error) = $0, !error.isDefinite { return }
      // The answer may be late, and a newer key of the wish has to stay.
      entries.removeAll { $0.key == key }
    })
  }

  /// The key of a wish.
  func key(for wish: Wish, _ random: RandomSource) -> IdempotencyKey {
    if let entry = entries.first(where: { $0.wish == wish }) { return entry.key }
    var random = random
    let key = IdempotencyKey.random(using: &random)
    if entries.count == Self.limit { entries.removeFirst() }
    entries.append((wish, key))
    return key
  }

  // NB: a dump must not show the wishes, which hold passwords.
  nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension IdempotencyKeys.Wish: Equatable {
  /// Compares what is sent, byte by byte: canonically equivalent Unicode texts are different wishes.
  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.purchase(let one), .purchase(let other)): one == other
    case (.account(let one), .account(let other)):
      one.username.text.utf8.elementsEqual(other.username.text.utf8)
        && one.password.withRevealedText { text in
          other.password.withRevealedText { text.utf8.elementsEqual($0.utf8) }
        }
    default: false
    }
  }
}
