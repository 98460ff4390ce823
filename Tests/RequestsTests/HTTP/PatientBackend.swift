import Foundation
import Requests
import Streams
import StreamsExtras

extension Backend {
  /// A backend whose requests all have the updates of a publisher.
  static func publishing(_ updates: @escaping @Sendable () -> ServiceUpdates) -> Backend {
    Backend(
      address: "", credentials: [], changes: .none, services: [], offers: { _ in false },
      perform: { _ in updates() })
  }

  /// The backend at the server of a test. It waits an hour for each reply: beside thousands of other tests one takes minutes.
  static func http(
    at url: String, routes: [HTTPRoute], scheduler: AnySchedulerOf<DispatchQueue> = .global()
  ) -> Backend {
    http(URL(string: url)!, routes: routes, timeout: .seconds(3_600), scheduler: scheduler)
  }
}
