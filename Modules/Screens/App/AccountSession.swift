import Locking
import Requests
import Streams
import StreamsExtras

/// The account that the user has signed in to, for all copies of an environment, and all app cores of a process that share it.
///
/// It is changed on the main actor.
package final class AccountSession: Sendable {
  /// The name of the account; empty if the user has not signed in.
  let name = CurrentValueSubject<String, Never>("")
  /// Publishes why what was asked for the account ends, before the account changes.
  private let ends = PassthroughSubject<ServiceError, Never>()
  /// Publishes which screens each core closes, because the user signs out.
  let signOuts = PassthroughSubject<SignedOutScreens, Never>()
  /// Publishes when the storage has the values of another account, before the account changes.
  let valueChanges = PassthroughSubject<Void, Never>()
  /// Whether the app has been made. An account that is set before has signed in before the process began.
  private let launch = LockedValue(false)
  /// Why nothing is asked any more, while the account ends.
  private let ending = LockedValue<ServiceError?>(nil)

  package init() {}

  var isLaunched: Bool {
    get { launch.withLock { $0 } }
    set { launch.withLock { $0 = newValue } }
  }

  /// Ends all that was asked for the account, and then runs what forgets the account. What is asked for meanwhile fails.
  func end(_ reason: ServiceError, forget: () -> Void) {
    ending.withLock { $0 = reason }
    ends.send(reason)
    forget()
    ending.withLock { $0 = nil }
  }

  /// A request, a transfer or a feed, which ends with the account. One of a user who had not signed in may have waited for the sign-in, so it ends
  /// as well.
  ///
  /// - Demand: As requested.
  /// - Completion, failure: Those of the publisher; with the reason as soon as the account ends. What is on its way is dropped.
  ///
  /// - Parameter isAnswer: Whether an element is the only answer. One to which the app changes the account, such as that of a sign-in, is
  ///   followed by no failure.
  func bounding<Output>(
    _ publisher: AnyPublisher<Output, ServiceError>, isAnswer: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, ServiceError> {
    Deferred { [self] () -> AnyPublisher<Output, ServiceError> in
      if let reason = ending.withLock({ $0 }) { return Fail(error: reason).eraseToAnyPublisher() }
      let reason = LockedValue<ServiceError?>(nil)
      let isAnswered = LockedValue(false)
      let end = ends.handleEvents(receiveOutput: { end in
        if !isAnswered.withLock({ $0 }) { reason.withLock { $0 = end } }
      })
      return
        publisher
        .handleEvents(receiveOutput: { if isAnswer($0) { isAnswered.withLock { $0 = true } } })
        .prefix(untilOutputFrom: end)
        .append(
          Deferred { () -> AnyPublisher<Output, ServiceError> in
            reason.withLock { $0 }.map { Fail(error: $0).eraseToAnyPublisher() } ?? Empty().eraseToAnyPublisher()
          }
        )
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
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
