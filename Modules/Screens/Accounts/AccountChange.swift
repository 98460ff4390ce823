import Requests
import Storage

extension StorageKey<String> {
  /// The account that the user has signed in to.
  static let account = StorageKey("account").device
}

extension AppEnvironment {
  /// The storage of the app, also when the screen that signs out has ended with the account.
  var sharedStorage: Storage { self[StorageEnvironmentKey.self] }

  /// The credentials of the servers that the app asks.
  var credentials: [ServerCredentials] { self[BackendKey.self].credentials }

  func change(account name: String) {
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
