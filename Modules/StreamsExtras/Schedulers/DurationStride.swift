package import Streams

extension SchedulerTimeIntervalConvertible where Self: AdditiveArithmetic {
  /// The stride of a duration, which saturates if it is too long for a stride of nanoseconds.
  package init(saturating duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
  }
}
