package import Foundation

/// A clock for ages: the date at which it was used first and the time since then, so that nothing sets it while the process runs.
package enum SteadyClock {
  private static let start = (date: Date(), instant: ContinuousClock.now)

  /// The date by this clock.
  package static let now: @Sendable () -> Date = {
    let (seconds, attoseconds) = start.instant.duration(to: .now).components
    return start.date.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
  }
}
