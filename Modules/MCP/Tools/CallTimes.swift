import Dispatch
import StreamsExtras

/// How long a call waits.
struct CallTimes {
  /// For the work that its event has started.
  let work: Duration
  /// For a person who is asked by the assistant's host.
  let question: Duration
  /// Measures the time.
  let scheduler: AnySchedulerOf<DispatchQueue>
}
