import Foundation
import Requests
import Streams
import StreamsExtras

extension HTTPBackend {
  /// The backend at the server of a test. It waits an hour for each reply: beside thousands of other tests one takes minutes.
  init(at url: String, routes: [HTTPRoute], scheduler: AnySchedulerOf<DispatchQueue> = .global()) {
    self.init(URL(string: url)!, routes: routes, timeout: .seconds(3_600), scheduler: scheduler)
  }
}
