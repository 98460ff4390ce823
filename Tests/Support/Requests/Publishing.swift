public import Requests

extension Backend {
  /// A backend whose requests all have the updates of a publisher.
  public static func publishing(_ updates: @escaping @Sendable () -> ServiceUpdates) -> Backend {
    Backend(
      address: "", credentials: [], changes: .none, services: [], offers: { _ in false },
      perform: { _ in updates() })
  }
}
