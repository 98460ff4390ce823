import Foundation
import HTTP
import Streams
import StreamsExtras

extension Backend {
  /// The backend at the server of a test. It waits an hour for each reply: beside thousands of other tests one takes minutes.
  static func http(
    at url: String, routes: [HTTPRoute], scheduler: AnySchedulerOf<DispatchQueue> = .global()
  ) -> Backend {
    http(URL(string: url)!, routes: routes, timeout: .seconds(3_600), scheduler: scheduler)
  }
}
