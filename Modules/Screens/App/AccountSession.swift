import Locking
import Requests
import Streams

/// The account that the user has signed in to, for all copies of an environment, and all app cores of a process that share it.
///
/// It is changed on the main actor.
package final class AccountSession: Sendable {
  /// The name of the account; empty if the user has not signed in.
  let name = CurrentValueSubject<String, Never>("")
  /// Publishes which screens each core closes, because the user signs out.
  let signOuts = PassthroughSubject<SignedOutScreens, Never>()
  /// Whether the app has been made. An account that is set before has signed in before the process began.
  private let launch = LockedValue(false)
  private let bound = LockedValue(unchecked: Bound())

  private struct Bound {
    /// Why nothing is asked any more, while the account ends.
    var ending: ServiceError?
    /// What ends with the account, by the order of the subscriptions.
    var subscriptions: [UInt64: any EndsWithAccount] = [:]
    var lastNumber: UInt64 = 0
  }

  package init() {}

  var isLaunched: Bool {
    get { launch.withLock { $0 } }
    set { launch.withLock { $0 = newValue } }
  }

  /// Ends all that was asked for the account, and then runs what forgets the account. What is asked for meanwhile fails.
  func end(_ reason: ServiceError, forget: () -> Void) {
    let subscriptions = bound.withLockUnchecked { bound in
      bound.ending = reason
      defer { bound.subscriptions = [:] }
      return bound.subscriptions
    }
    for (_, subscription) in subscriptions.sorted(by: { $0.key < $1.key }) { subscription.end(reason) }
    forget()
    bound.withLockUnchecked { $0.ending = nil }
  }

  /// A request, a transfer or a feed, which ends with the account. One of a user who had not signed in may have waited for the sign-in, so it ends
  /// as well.
  ///
  /// - Parameter isAnswer: Whether an element is the only answer. One to which the app changes the account, such as that of a sign-in, is
  ///   followed by no failure.
  func bounding<Output>(
    _ publisher: AnyPublisher<Output, ServiceError>, isAnswer: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, ServiceError> {
    AccountBound(session: self, upstream: publisher, isAnswer: isAnswer).eraseToAnyPublisher()
  }

  /// Keeps a subscription until the account ends.
  ///
  /// - Returns: its number; why nothing is asked any more, while the account ends.
  func insert(_ subscription: any EndsWithAccount) -> Result<UInt64, ServiceError> {
    bound.withLockUnchecked { bound in
      if let reason = bound.ending { return .failure(reason) }
      bound.lastNumber += 1
      bound.subscriptions[bound.lastNumber] = subscription
      return .success(bound.lastNumber)
    }
  }

  /// Drops a subscription that has ended.
  func remove(_ number: UInt64) {
    let subscription = bound.withLockUnchecked { $0.subscriptions.removeValue(forKey: number) }
    // Its last reference may be this one, and what it releases may remove another.
    withExtendedLifetime(subscription) {}
  }
}

/// A subscription to what was asked for an account.
protocol EndsWithAccount: AnyObject {
  /// Ends it, because the account ends.
  func end(_ reason: ServiceError)
}

/// Which screens are closed when the user signs out. The app's own view model stays in every case.
public struct SignedOutScreens: Sendable {
  /// The names of the screens that stay open; `nil` if all do.
  private let kept: Set<String>?

  /// All screens are closed.
  public static let all = SignedOutScreens(kept: [])
  /// No screen is closed: each one follows ``AppEnvironment/accountChanges``, and forgets what it shows.
  public static let none = SignedOutScreens(kept: nil)

  /// All screens are closed but those with these names, which follow ``AppEnvironment/accountChanges`` and forget what they show.
  public static func allBut(_ names: String...) -> SignedOutScreens { SignedOutScreens(kept: Set(names)) }

  /// Whether a screen is closed.
  func closes(_ name: String) -> Bool { kept.map { !$0.contains(name) } ?? false }
}

/// What becomes of the entries of the outbox that are not sent when the user signs out.
public enum UnsentEntries: Sendable {
  /// They wait until the user signs in to this account again.
  case keep
  /// They are removed.
  case discard
}
