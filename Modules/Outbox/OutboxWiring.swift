package import Dispatch
package import Foundation
package import Requests
package import Screens
package import StreamsExtras

extension AppEnvironment {
  /// What a recording, or its replay, puts in the place of the outbox; `nil` without one.
  package var outboxWiring: OutboxWiring? {
    get { self[ofApp: OutboxWiring.self] }
    set { self[ofApp: OutboxWiring.self] = newValue }
  }
}

/// What a recording, or its replay, puts in the place of the outbox.
package struct OutboxWiring {
  /// Sends the entries.
  package var sender: Backend
  /// Measures the time between attempts.
  package var main: AnySchedulerOf<DispatchQueue>
  /// The clock by which keys grow old.
  package var now: @Sendable () -> Date
  /// Takes the place of what answers the commands of the app, and tells the entries.
  package var wrap: (Backend) -> Backend

  package init(
    sender: Backend, main: AnySchedulerOf<DispatchQueue>, now: @escaping @Sendable () -> Date,
    wrap: @escaping (Backend) -> Backend
  ) {
    self.sender = sender
    self.main = main
    self.now = now
    self.wrap = wrap
  }
}
