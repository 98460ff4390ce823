import Requests
import Storage
public import Streams

extension StorageKey<String> {
  /// The account that the user has signed in to.
  static let account = StorageKey("account").device
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

  /// The storage of the app, also when the screen that signs out has ended with the account.
  var sharedStorage: Storage { self[StorageEnvironmentKey.self] }

  /// The credentials of the servers that the app asks.
  var credentials: [ServerCredentials] { self[BackendKey.self].credentials }

  /// Whether the screen of this environment has not ended with an earlier account.
  var mayChangeAccount: Bool { lifetime?.isOfEndedAccount != true }

  /// Ends an account: nothing of it is set, asked or sent any more; what is open is closed; it is forgotten; and then it is reported who is
  /// there.
  func end(_ reason: ServiceError, closing screens: SignedOutScreens, next: String, forget: () -> Void) {
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

  private func change(account name: String) {
    let storage = sharedStorage
    for credentials in credentials { credentials.use(account: name) }
    storage.use(scope: KeyOwner.scope(of: name), isLaunch: !session.isLaunched)
    storage.set(name.isEmpty ? nil : name, for: .account) { _ in }
    session.didSwitchValues()
    let isOther = name != session.name.value
    session.name.send(name)
    session.valueChanges.send()
    session.didEnd()
    if isOther { session.reports.send(name) }
    // What has begun before the end may still set something. Without an account, it is dropped until that is over.
    if !name.isEmpty { storage.finishEnds() }
  }

  /// Signs in to the account of the process before, unless the app has set one, when the first app of a process is made.
  func launchAccount() {
    guard !session.isLaunched else { return }
    if session.name.value.isEmpty, let name = try? sharedStorage.value(for: .account), !name.isEmpty {
      change(account: name)
    }
    for credentials in credentials { credentials.use(account: session.name.value) }
    session.isLaunched = true
  }
}
