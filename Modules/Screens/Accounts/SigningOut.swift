import Dispatch
import Requests
import Storage
public import Streams
import StreamsExtras

extension ServiceFeed<Void, Int> {
  /// The ends of sessions, in a recording.
  fileprivate static var sessionEnds: Self { Self("session-ends") }
}

extension ServiceFeed<Void, Bool> {
  /// What has come of sign-ins that a request demands, in a recording.
  fileprivate static var signIns: Self { Self("sign-ins") }
}

extension AppEnvironment {
  /// The name of the account that the user has signed in to; empty by default, and in an app without accounts. All copies of
  /// an environment share it, so an app sets it when the user has signed in. It is kept for the next process.
  ///
  ///     environment.account = "ada@example.org"
  ///
  /// What belongs to the account is used from then on: its idempotency keys, its stored values, and the session on the server that has
  /// its name. What was asked for the account before fails with `ServiceError.otherAccount`, and the screens are closed that do not follow
  /// ``accountChanges``, apart from that on which the person signs in. To sign out, call ``signOut(unsent:closing:)``.
  public var account: String {
    get { session.name.value }
    nonmutating set {
      guard newValue != account, mayChangeAccount else { return }
      guard !account.isEmpty else { return change(account: newValue) }
      end(newValue.isEmpty ? .signedOut : .otherAccount, closing: .allThatDoNotFollow, next: newValue) {}
    }
  }

  /// Publishes the name of each account that the user signs in to, and the empty one when they sign out, here or in another app
  /// core of the process.
  public var accountChanges: AnyPublisher<String, Never> {
    guard let lifetime else { return session.reports.eraseToAnyPublisher() }
    return Deferred { [session] in
      lifetime.willFollowAccount()
      return session.reports.filter { _ in !lifetime.isOfEndedAccount }
    }
    .eraseToAnyPublisher()
  }

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

  /// Whether the screen of this environment has not ended with an earlier account.
  private var mayChangeAccount: Bool { lifetime?.isOfEndedAccount != true }

  /// Ends an account: nothing of it is set, asked or sent any more; what is open is closed; it is forgotten; and then it is reported who is
  /// there.
  private func end(_ reason: ServiceError, closing screens: SignedOutScreens, next: String, forget: () -> Void) {
    let storage = sharedStorage
    let end = storage.beginEnd()
    session.end(reason)
    if !account.isEmpty, next.isEmpty { unsentWork?.stop() }
    session.steps.send(.closes(screens, by: lifetime))
    forget()
    change(account: next)
    session.steps.send(.hasEnded)
    storage.finishEnd(end)
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

  /// Waits until somebody has signed in, if nobody has and a person can be asked, and publishes once; fails if the person does not sign in.
  var signedIn: AnyPublisher<Void, ServiceError> {
    let needed = credentials.contains(where: \.hasToken) ? nil : credentials.first
    // NB: a recording has it of each guest, since its replay has no credentials to tell by.
    guard account.isEmpty, needed != nil || feedRecorder != nil else {
      return Just(()).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    }
    let name = session.name
    let signIn = (needed?.signIn() ?? Just(true).eraseToAnyPublisher()).flatMap { goesOn -> AnyPublisher<Bool, Never> in
      // The session is there before the app says whose it is.
      guard goesOn, needed?.account != nil else { return Just(goesOn).eraseToAnyPublisher() }
      return name.filter { !$0.isEmpty }.map { _ in true }.first().eraseToAnyPublisher()
    }
    return recorded(signIn, as: .signIns).first().setFailureType(to: ServiceError.self)
      .flatMap { goesOn -> AnyPublisher<Void, ServiceError> in
        goesOn
          ? Just(()).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
          : Fail(error: .sessionEnded).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
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
