import Locking
import Streams

/// What credentials know of their session: a value, so that each decision is one step under a lock.
struct SessionState: Sendable {
  /// What waits for a renewal.
  struct Waiter: Sendable {
    let attempt: ServerCredentials.Attempt
    let receive: @Sendable (RenewalVerdict) -> Void
  }

  /// A renewal that goes on.
  struct Renewal: Sendable {
    /// Its number, counted from 1.
    let number: Int
    /// Whether a person is asked.
    var asksPerson = false
    var waiters: [Int: Waiter] = [:]
    /// Cancels the work of the app. Unchecked because it is only cancelled.
    var work: RenewalWork?
  }

  /// What follows of a 401.
  enum Step: Sendable {
    case decided(RenewalVerdict)
    /// It waits, under a number.
    case waits(Int)
    /// It waits, under a number, for a renewal that begins now.
    case begins(Int, Renewal)
  }

  /// What is told when a renewal has ended.
  typealias End = (waiters: [Waiter], work: RenewalWork?)

  var session: ServerSession?
  /// How many times the session was set or removed.
  private(set) var number = 0
  /// Whether the server has refused the present token.
  private(set) var isRefused = false
  /// The account that the app is signed in to; `nil` if credentials are used without an app.
  var account: String?
  /// Renews a session.
  var renew: SessionRenewer?
  /// How many follow the ends of sessions, and so can ask a person.
  var askers = 0
  private(set) var renewal: Renewal?
  private var startedRenewals = 0
  private var endedRenewals = 0
  /// Why the last renewal has failed, with the number that it has among those that have ended.
  private var failure: (ended: Int, number: Int, reason: ServiceError)?
  private var waiterCount = 0

  init(session: ServerSession?) { self.session = session }

  /// What a request is sent with now. A token goes with no request of another account.
  var attempt: ServerCredentials.Attempt {
    ServerCredentials.Attempt(
      session: isOfOtherAccount ? nil : session, signedInAs: account, number: number, endedRenewals: endedRenewals)
  }

  /// Whether the session is that of another account than the app is signed in to.
  var isOfOtherAccount: Bool { account != nil && session?.account != nil && session?.account != account }

  /// Whether there is a session on the server, and the app is not signed in to an account yet.
  private var isUnclaimed: Bool { account == "" && isOfOtherAccount }

  /// Notes that the server has refused the token of an attempt.
  ///
  /// - Returns: whether it was the present one, and is refused for the first time.
  mutating func refuse(_ attempt: ServerCredentials.Attempt) -> Bool {
    guard attempt.number == number, attempt.hasToken == (session != nil), !isRefused else { return false }
    isRefused = true
    return true
  }

  /// Decides what becomes of a request with a 401.
  ///
  /// - Parameter isKeyed: whether it has an idempotency key, which belongs to an account.
  mutating func settle(
    _ attempt: ServerCredentials.Attempt, isKeyed: Bool, _ receive: @escaping @Sendable (RenewalVerdict) -> Void
  ) -> Step {
    // A wish that belongs to no account is not sent for one.
    guard attempt.hasToken || !isKeyed else { return .decided(.answer) }
    // There has been a sign-in since, which the app has still to take over.
    let waitsForApp = isUnclaimed && !attempt.hasToken && attempt.number != number
    if !waitsForApp {
      guard attempt.number == number else { return .decided(verdict(for: attempt, isRenewed: false)) }
      // The token of another account was left out.
      guard attempt.hasToken == (session != nil) else { return .decided(.answer) }
    }
    waiterCount += 1
    let waiter = Waiter(attempt: attempt, receive: receive)
    if waitsForApp, renewal == nil {
      startedRenewals += 1
      renewal = Renewal(number: startedRenewals, asksPerson: true)
    }
    if renewal != nil {
      renewal?.waiters[waiterCount] = waiter
      return .waits(waiterCount)
    }
    if let failure, failure.number == number, attempt.endedRenewals < failure.ended {
      return .decided(.fail(failure.reason))
    }
    let canRenew = renew != nil && session != nil
    guard canRenew || askers > 0 else { return .decided(.answer) }
    startedRenewals += 1
    let begun = Renewal(number: startedRenewals, asksPerson: !canRenew, waiters: [waiterCount: waiter])
    renewal = begun
    return .begins(waiterCount, begun)
  }

  /// What becomes of a request that was sent with an earlier session.
  func verdict(for attempt: ServerCredentials.Attempt, isRenewed: Bool) -> RenewalVerdict {
    guard let session else { return attempt.hasToken ? .fail(.signedOut) : .answer }
    // Of a guest, and of an app without accounts, anybody's session will do.
    let asker = attempt.signedInAs ?? ""
    let isSame =
      attempt.hasToken ? attempt.account == session.account : asker.isEmpty || [nil, asker].contains(session.account)
    return isSame && !isOfOtherAccount ? .send(self.attempt, isRenewed: isRenewed) : .fail(.otherAccount)
  }

  /// What waits does so no longer.
  mutating func removeWaiter(_ number: Int) { renewal?.waiters[number] = nil }

  /// Keeps what cancels the work of a renewal.
  ///
  /// - Returns: whether the renewal goes on.
  mutating func keep(_ work: RenewalWork, of number: Int) -> Bool {
    guard renewal?.number == number, renewal?.asksPerson == false else { return false }
    renewal?.work = work
    return true
  }

  /// Sets or removes the session. A renewal that goes on has ended then, and its token is thrown away. What a guest has asked waits until
  /// the app is signed in: it may be to another account.
  mutating func set(_ new: ServerSession?) -> End {
    session = new
    number += 1
    isRefused = false
    failure = nil
    return isUnclaimed && renewal?.asksPerson == true ? ([], nil) : endRenewal()
  }

  /// The app is signed in to an account.
  ///
  /// - Returns: what is to be told; `nil` if the session is that of another account.
  mutating func use(_ account: String) -> End? {
    self.account = account
    guard !isOfOtherAccount else { return nil }
    return session != nil && renewal?.asksPerson == true ? endRenewal() : ([], nil)
  }

  /// The renewal with a number has no session: a person is asked, or what waits fails.
  ///
  /// - Parameter asksPerson: whether a person may be asked.
  /// - Returns: what is to be told; `nil` if the renewal goes on, or was another one.
  mutating func fail(_ number: Int, _ reason: ServiceError, asksPerson: Bool) -> End? {
    guard renewal?.number == number else { return nil }
    if asksPerson, askers > 0 {
      renewal?.asksPerson = true
      renewal?.work = nil
      return nil
    }
    let end = endRenewal()
    failure = (endedRenewals, self.number, reason)
    return end
  }

  private mutating func endRenewal() -> End {
    guard let ended = renewal.take() else { return ([], nil) }
    endedRenewals += 1
    return (ended.waiters.sorted { $0.key < $1.key }.map(\.value), ended.work)
  }
}

/// What becomes of a request that the server has answered with 401.
package enum RenewalVerdict: Sendable {
  /// The 401 is the answer.
  case answer
  /// It is sent again. After a renewal, whatever the server says is the answer.
  case send(ServerCredentials.Attempt, isRenewed: Bool)
  /// It fails.
  case fail(ServiceError)
}

/// Renews a session that the server has ended.
typealias SessionRenewer = @Sendable (ServerSession) -> AnyPublisher<ServerSession, ServiceError>

/// The work of a renewal. Sendable because what is variable is locked.
final class RenewalWork: Sendable {
  private let cancellable: LockedValue<AnyCancellable?>

  init(_ cancellable: AnyCancellable) { self.cancellable = LockedValue(unchecked: cancellable) }

  func cancel() {
    let old = cancellable.withLockUnchecked { $0.take() }
    old?.cancel()
  }
}
