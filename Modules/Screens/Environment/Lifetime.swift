import Locking
import Streams
import Synchronization

/// How long something lasts: a screen, or an app.
final class Lifetime: Sendable {
  private struct State {
    var followsAccount = false
    /// How many accounts had ended when it ended.
    var endCount: Int?
  }

  private let session: AccountSession?
  private let owner: Lifetime?
  private let state = LockedValue(State())
  // NB: apart from the rest, because each event asks for it several times.
  private let hasEnded = Atomic(false)
  private let subject = PassthroughSubject<Void, Never>()

  /// - Parameters:
  ///   - session: The account that ends what it lasts for.
  ///   - owner: The lifetime of the screen, for one of its parts.
  init(_ session: AccountSession? = nil, owner: Lifetime? = nil) {
    self.session = session
    self.owner = owner
  }

  /// Whether it has ended.
  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// Whether it has ended with an account, or before an account that has ended since: what a screen does from then on is refused.
  var isOfEndedAccount: Bool { state.withLock { $0.endCount }.map { $0 != session?.endCount } ?? false }

  /// That of the screen, for one of a part.
  var ofScreen: Lifetime { owner?.ofScreen ?? self }

  /// Whether something in it follows ``AppEnvironment/accountChanges``.
  var followsAccount: Bool { state.withLock { $0.followsAccount } }

  /// Something in it follows the account, and forgets what it has when the account changes.
  func willFollowAccount() {
    state.withLock { $0.followsAccount = true }
    owner?.willFollowAccount()
  }

  /// Completes when it ends.
  var end: some Publisher<Void, Never> { subject }

  /// Ends it. Has no effect the second time.
  func finish() {
    let endCount = session?.endCount
    let isFirst = state.withLock { state in
      if state.endCount == nil { state.endCount = endCount }
      // Pairs with the load of `isOver`.
      return !hasEnded.exchange(true, ordering: .acquiringAndReleasing)
    }
    if isFirst { subject.send(completion: .finished) }
  }
}

extension AppEnvironment {
  /// How long the screen of this environment lasts, or the part; `nil` for the environment of an app.
  var lifetime: Lifetime? { self[ofScreen: Lifetime.self] }
}
