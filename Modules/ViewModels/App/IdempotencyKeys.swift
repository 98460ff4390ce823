import Models
import Services

/// The idempotency keys of the user's wishes that have no definite answer yet: in memory, shared by every screen of an
/// app.
///
/// A wish keeps its key for every retry, also when its screen is closed and opened again. So a request that was carried
/// out, and whose answer was lost, is not carried out twice.
///
/// Its mirror has no children, because wishes hold passwords.
@MainActor final class IdempotencyKeys: CustomReflectable {
  private var purchases = OpenWishes<ProductID>()
  private var accounts = OpenWishes<SubmittedAccount>()

  nonisolated init() {}

  /// The key of the wish to buy a product, one per product.
  func key(forPurchaseOf product: ProductID, _ random: RandomSource) -> IdempotencyKey {
    purchases.key(for: product, random)
  }

  /// The key of the wish to create an account, one per user name and password as submitted.
  func key(for account: NewAccount, _ random: RandomSource) -> IdempotencyKey {
    accounts.key(for: SubmittedAccount(account: account), random)
  }

  /// Ends the key of a request if the answer is definite: a success, or an error that `isDefinite`.
  func receive<Answer>(_ answer: Result<Answer, ServiceError>, for key: IdempotencyKey) {
    if case .failure(let error) = answer, !error.isDefinite { return }
    purchases.end(key)
    accounts.end(key)
  }

  nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Wishes of one kind, each with its key, the oldest first.
private struct OpenWishes<Wish: Equatable> {
  private var entries: [(wish: Wish, key: IdempotencyKey)] = []

  mutating func key(for wish: Wish, _ random: RandomSource) -> IdempotencyKey {
    if let entry = entries.first(where: { $0.wish == wish }) { return entry.key }
    var random = random
    let key = IdempotencyKey.random(using: &random)
    // NB: without a limit, a front that invents product names would fill the memory.
    if entries.count == IdempotencyKeys.limit { entries.removeFirst() }
    entries.append((wish, key))
    return key
  }

  /// Ends a key. A newer key of the same wish stays: the answer may be late.
  mutating func end(_ key: IdempotencyKey) {
    entries.removeAll { $0.key == key }
  }
}

extension IdempotencyKeys {
  /// How many wishes of a kind have keys at most; a further one replaces the oldest.
  nonisolated static let limit = 1_000
}

/// A user name and a password as they are sent: equal if their bytes are, whatever Unicode calls equivalent.
private struct SubmittedAccount: Equatable {
  let account: NewAccount

  static func == (one: SubmittedAccount, other: SubmittedAccount) -> Bool {
    one.account.username.text.utf8.elementsEqual(other.account.username.text.utf8)
      && one.account.password.withRevealedText { text in
        other.account.password.withRevealedText { text.utf8.elementsEqual($0.utf8) }
      }
  }
}
