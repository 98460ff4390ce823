import Locking
package import Streams

/// Keeps the keys of the user's wishes, and decides about each try: in memory, in a storage, or as a recording has it.
package protocol KeyStore: Sendable {
  /// Whether it answers at once, on the thread of the subscription.
  var answersAtOnce: Bool { get }

  /// Begins a try, and publishes what becomes of it, on any thread.
  ///
  /// - Parameters:
  ///   - attempt: the try. One that was withdrawn by then is not begun.
  ///   - newKey: makes a key for a wish without one.
  func begin(_ attempt: KeyAttempt, newKey: () -> IdempotencyKey) -> AnyPublisher<KeyDecision, Never>

  /// Marks that an answer has arrived, and publishes whether it is the first with its key that is published.
  func mark(_ sending: KeyDecision.Sending) -> AnyPublisher<Bool, Never>

  /// Changes the keys. It does not wait.
  func change(_ change: KeyChange)
}

/// What happens to a key after its try was begun.
package enum KeyChange: Sendable {
  /// Its answer was published, so it is of no further use.
  case end(IdempotencyKey)
  /// Its answer has arrived, and was not published.
  case unmark(IdempotencyKey)
  /// A try has ended without a success.
  case book(KeyTable.Outcome, of: IdempotencyKey)
  /// A try was cancelled before it was sent.
  case withdraw(KeyAttempt)
}

/// A try of a wish, until it is sent.
package final class KeyAttempt: Sendable {
  private struct State {
    var key: IdempotencyKey?
    var isSent = false
    var isWithdrawn = false
  }

  let wish: KeyTable.Wish
  let isConfirmed: Bool
  private let state = LockedValue(State())

  init(_ wish: KeyTable.Wish, isConfirmed: Bool) {
    self.wish = wish
    self.isConfirmed = isConfirmed
  }

  /// The key under which the try is stored; `nil` if it is not.
  var key: IdempotencyKey? {
    get { state.withLock { $0.key } }
    set { state.withLock { $0.key = newValue } }
  }

  var isWithdrawn: Bool { state.withLock { $0.isWithdrawn } }

  /// Notes that the request is sent. It cannot be withdrawn then.
  func send() { state.withLock { $0.isSent = true } }

  /// Withdraws the try, unless it was sent. Returns whether it is withdrawn.
  func withdraw() -> Bool {
    state.withLock { state in
      state.isWithdrawn = !state.isSent
      return state.isWithdrawn
    }
  }
}
