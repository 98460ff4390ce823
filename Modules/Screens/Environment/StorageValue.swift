package import Requests
public import Storage

extension AppEnvironment {
  /// The values that outlive the process, those of the app's own screens included; by default they end with it.
  ///
  ///     extension StorageKey<String> {
  ///       static let lastSearch = StorageKey("last-search")
  ///     }
  ///
  ///     let lastSearch = try environment.storage.value(for: .lastSearch)
  public var storage: Storage {
    // What a screen stores whose account has ended with it reaches no other account.
    get { lifetime?.isOfEndedAccount == true ? Storage() : self[StorageEnvironmentKey.self] }
    set { self[StorageEnvironmentKey.self] = newValue }
  }
}

enum StorageEnvironmentKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> Storage { Storage() }
}

package enum BackendKey: AppEnvironmentKey {
  package static func defaultValue(in _: AppEnvironment) -> Backend { .handlers([]) }
}
