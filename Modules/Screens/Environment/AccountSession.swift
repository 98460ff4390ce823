package import Dispatch
import Locking
import Requests
import Streams

/// The account that the user has signed in to, for all copies of an environment, and all app cores of a process that share it.
///
/// It is changed on the main actor.
package final class AccountSession: Sendable {
  /// What happens one after the other when an account ends.
  enum Step {
    /// It is decided that the account ends.
    case willEnd
    /// Questions are withdrawn and screens are closed, because a screen says so, or code without one.
    case closes(SignedOutScreens, by: Lifetime?)
    /// The end, and who is there from now on, was reported.
    case hasEnded
  }

  /// The name of the account; empty if the user has not signed in. What the runtime has of an account follows it; what an app has follows
  /// ``reports``.
  package let name = CurrentValueSubject<String, Never>("")
  /// Publishes the name of the account when all that the runtime has is that of this account.
  let reports = PassthroughSubject<String, Never>()
  /// Publishes the steps of an account's end.
  let steps = PassthroughSubject<Step, Never>()
  /// Publishes why an account ends, to what was asked for it.
  let ends = PassthroughSubject<ServiceError, Never>()
  /// Publishes when the storage has the values of another account, before the account is reported.
  let valueChanges = PassthroughSubject<Void, Never>()
  /// Whether the app has been made. An account that is set before has signed in before the process began.
  private let launch = LockedValue(false)
  private let bound = LockedValue(Bound())

  private struct Bound {
    /// Why nothing is asked any more, while the account ends.
    var ending: ServiceError?
    /// How many accounts have ended.
    var endCount = 0
    /// How many times the storage has had the values of another account.
    var switchCount = 0
  }

  package init() {}

  var isLaunched: Bool {
    get { launch.withLock { $0 } }
    set { launch.withLock { $0 = newValue } }
  }

  /// Why nothing is asked any more, while the account ends; `nil` otherwise.
  var ending: ServiceError? { bound.withLock { $0.ending } }

  /// How many accounts have ended.
  var endCount: Int { bound.withLock { $0.endCount } }

  /// Why nothing is asked for a screen any more: the account ends, or has ended with the screen; `nil` if it may ask.
  func refusal(for lifetime: Lifetime?) -> ServiceError? {
    ending ?? (lifetime?.isOfEndedAccount == true ? .signedOut : nil)
  }

  /// How many times the storage has had the values of another account.
  var switchCount: Int { bound.withLock { $0.switchCount } }

  /// The storage has the values of another account. They are there before anything is published that follows the account.
  func didSwitchValues() {
    bound.withLock { bound in
      bound.switchCount += 1
      if bound.ending != nil { bound.endCount += 1 }
    }
  }

  /// The account ends: all that was asked for it fails, and so does what is asked until ``didEnd()``.
  func end(_ reason: ServiceError) {
    steps.send(.willEnd)
    bound.withLock { $0.ending = reason }
    ends.send(reason)
  }

  /// Nothing is left of the account: what is asked from here on is asked for the next one.
  func didEnd() { bound.withLock { $0.ending = nil } }

  /// A request, a transfer or a feed, which ends with the account. One of a user who had not signed in may have waited for the sign-in, so it ends
  /// as well.
  ///
  /// - Parameter isAnswer: Whether an element is the only answer. One to which the app changes the account, such as that of a sign-in, is
  ///   followed by no failure.
  func bounding<Output>(
    _ publisher: AnyPublisher<Output, ServiceError>, for lifetime: Lifetime? = nil, isAnswer: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, ServiceError> {
    AccountBound(session: self, lifetime: lifetime, upstream: publisher, isAnswer: isAnswer).eraseToAnyPublisher()
  }
}

/// Which screens are closed when the user signs out. The app's own view model stays in every case.
public struct SignedOutScreens: Sendable {
  enum Kept {
    case all
    case named(Set<String>)
    /// Those that follow the account, and those at which a person signs in.
    case thatFollow
  }

  private let kept: Kept

  /// All screens are closed.
  public static let all = SignedOutScreens(kept: .named([]))
  /// No screen is closed: each one follows ``AppEnvironment/accountChanges``, and forgets what it shows.
  public static let none = SignedOutScreens(kept: .all)
  /// Those are closed that do not follow ``AppEnvironment/accountChanges``, and so could not forget what they show.
  static let allThatDoNotFollow = SignedOutScreens(kept: .thatFollow)

  /// All screens are closed but those with these names, which follow ``AppEnvironment/accountChanges`` and forget what they show.
  public static func allBut(_ names: String...) -> SignedOutScreens { SignedOutScreens(kept: .named(Set(names))) }

  /// Whether a screen is closed.
  ///
  /// - Parameters:
  ///   - name: The screen's name.
  ///   - lifetime: How long the screen is open.
  ///   - signsIn: Whether a person signs in at the screen, or at one that it has opened.
  func closes(_ name: String, _ lifetime: Lifetime, signsIn: Bool) -> Bool {
    switch kept {
    case .all: false
    case .named(let names): !names.contains(name)
    case .thatFollow: !signsIn && !lifetime.followsAccount
    }
  }
}

/// What waits to be sent for an account, sooner or later.
package protocol UnsentWork: AnyObject {
  /// What is not sent yet of the present account: how many entries, and whether the next process has them; `nil` if nothing is.
  var unsent: (count: Int, isKept: Bool)? { get }

  /// Sends no more, until the account changes: a request in flight is cancelled, and is perhaps sent. No request is made with the
  /// account after that.
  func stop()

  /// Drops all that waits for an account.
  ///
  /// - Parameters:
  ///   - account: The name of the account.
  ///   - decision: Is waited for before anything is removed from the disk.
  /// - Returns: The name of the part of the storage that has it.
  func discard(of account: String, after decision: DispatchSemaphore) -> String
}
