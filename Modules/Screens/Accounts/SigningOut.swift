import Dispatch
import Requests
import Storage
public import Streams
import StreamsExtras

extension ServiceFeed<Void, Int> {
  /// The ends of sessions, in a recording.
  fileprivate static var sessionEnds: Self { Self("session-ends") }
}

extension AppEnvironment {
  /// Signs the user out, in all app cores of the process that share the account. It asks no questions: the app has asked before.
  ///
  ///     environment.signOut(unsent: .keep, closing: .allBut("start"))
  ///
  /// One after the other:
  /// 1. What was asked for the account ends: each feed, transfer and request fails with `ServiceError.signedOut`, and what is on its way
  ///    to the app is dropped. From here on nothing is set in a stored value, until all is done that had begun before.
  /// 2. The questions to fronts are withdrawn, and the screens are closed that the app says. They hear nothing of the rest.
  /// 3. The tokens and the stored values of the account are forgotten, in memory and then on the disk. Values of keys that are
  ///    `device` stay.
  /// 4. ``account`` is empty, and ``accountChanges`` says so.
  ///
  /// The idempotency keys without an answer are kept for the account, and so is what its outbox has not sent, unless it is discarded.
  /// It does not wait for the disk.
  ///
  /// - Parameters:
  ///   - unsent: What becomes of what is not sent.
  ///   - screens: The screens that are closed.
  @MainActor public func signOut(unsent: UnsentEntries, closing screens: SignedOutScreens = .all) {
    guard mayChangeAccount else { return }
    let (name, storage) = (account, sharedStorage)
    end(.signedOut, closing: screens, next: "") {
      let decision = DispatchSemaphore(value: 0)
      let discarded = unsent == .discard && !name.isEmpty ? unsentWork?.discard(of: name, after: decision) : nil
      storage.forgetAccount(parts: discarded.map { [$0] } ?? [], decision: decision)
      for credentials in credentials { credentials.setSession(nil) { _ in } }
    }
  }

  // MARK: - Sessions that end

  /// Publishes each time that a person has to sign in again, because the server has ended the session and nothing has renewed it.
  /// While it is followed, what was asked waits for the sign-in. A recording has it.
  ///
  ///     environment.sessionEnds.sink { showSignIn() }
  ///
  /// ``renewSession(presenting:)`` does so with a screen.
  @MainActor public var sessionEnds: AnyPublisher<Void, Never> {
    let ends = Publishers.MergeMany(credentials.map(\.endings)).map { 1 }
    return recorded(ends, as: .sessionEnds).map { _ in }.eraseToAnyPublisher()
  }

  /// Says that the person has not signed in again: what waits fails with `ServiceError.sessionEnded`.
  @MainActor public func refuseSession() { for credentials in credentials { credentials.refuseRenewal() } }

  /// Presents a screen for the sign-in each time that the server has ended the session and nothing has renewed it, once for all that
  /// waits. What waits is sent again if the person signs in to the same account. If the screen closes without a result, it fails with
  /// `ServiceError.sessionEnded`.
  ///
  ///     environment.renewSession(presenting: .signIn).store(in: &cancellables)
  ///
  /// The operations that the screen asks for do not wait for a renewal: see `ServiceOperation.withoutRenewal()`. While the screen is
  /// open, no other one is busy (``AnyScreenInstance/isBusy``): a script and an assistant need not wait for the person.
  @MainActor public func renewSession<Model: ViewModel>(presenting screen: Screen<Model>) -> AnyCancellable
  where Model.Parameters: OptionalParameters {
    let navigator = navigator
    return sessionEnds.sink {
      MainActor.assumeIsolated {
        do throws(NavigationError) {
          let wait = Presentation.Wait(isForSession: true) { outcome in
            if outcome == nil { refuseSession() }
          }
          try navigator.present(screen, .defaults, wait)
        } catch {
          refuseSession()
        }
      }
    }
  }
}

/// What becomes of what waits to be sent when the user signs out.
public enum UnsentEntries: Sendable {
  /// They wait until the user signs in to this account again.
  case keep
  /// They are removed.
  case discard
}
