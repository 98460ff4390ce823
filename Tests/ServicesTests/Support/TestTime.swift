import Dispatch
import StreamsExtras
import StreamsTesting

extension AnySchedulerOf<DispatchQueue> {
  /// A queue in the time of a test scheduler.
  static func test(_ scheduler: TestScheduler) -> Self {
    Self(scheduler, startingAt: .init(.now()))
  }
}
