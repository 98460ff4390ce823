import Dispatch
package import Streams
package import StreamsExtras

extension AnyScheduler where SchedulerTimeType == DispatchQueue.SchedulerTimeType {
  /// Runs an action once after a time, unless it is cancelled before.
  package func timer(after time: Duration, _ action: @escaping () -> Void) -> AnyCancellable {
    var work: (any Cancellable)?
    // NB: only repeated work can be cancelled.
    work = schedule(after: now.advanced(by: .init(saturating: time)), interval: .seconds(3_600)) {
      work?.cancel()
      work = nil
      action()
    }
    return AnyCancellable { work?.cancel() }
  }
}
