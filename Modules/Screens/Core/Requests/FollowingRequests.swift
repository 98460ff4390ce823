package import Requests
package import Streams

// What a feature needs that follows the account itself, and sends when it can.
extension AppEnvironment {
  /// A backend that follows the account itself: what it answers arrives as what ``backend`` answers does, and does not end with the account.
  package func delivering(_ base: Backend) -> Backend {
    MainDelivery(
      main: main, reporter: reporter, successes: nil, session: session, lifetime: lifetime, followsAccount: true
    )
    .backend(base)
  }

  /// Publishes the present account and each later one, until the screen of this environment has ended with its account.
  package var followedAccount: AnyPublisher<String, Never> {
    let lifetime = lifetime
    return session.name.removeDuplicates().filter { _ in lifetime?.isOfEndedAccount != true }.eraseToAnyPublisher()
  }

  /// Begins some work that the screen of this environment waits for, or that whose event is handled, for a value that screens share.
  package var beginsWork: () -> AnyCancellable {
    let (own, reporter) = (self[ofScreen: PendingWork.self], reporter)
    return { MainActor.assumeIsolated { (own ?? reporter?.handled.work ?? PendingWork()).begin() } }
  }
}
