public import Dispatch
public import Streams
public import StreamsExtras
public import StreamsTesting

extension AnySchedulerOf<DispatchQueue> {
  /// A queue in the time of a test scheduler.
  public static func test(_ scheduler: TestScheduler) -> Self {
    Self(scheduler, startingAt: .init(.now()))
  }
}
