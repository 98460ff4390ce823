import Dispatch

/// Runs a limited number of blocking calls at a time, in the order in which they were made.
///
/// Dispatch has 255 threads in a process. If calls that block on Foundation take all of them, Foundation has none to finish
/// the calls with.
final class CallLimiter: Sendable {
  private let admission = DispatchQueue(label: "tributary.http.admission")
  private let slots: DispatchSemaphore

  /// - Parameter maximum: how many calls run at a time.
  init(maximum: Int) {
    slots = DispatchSemaphore(value: maximum)
  }

  /// Runs a call on a queue, when it is its turn.
  func perform(on queue: DispatchQueue, _ call: @escaping @Sendable () -> Void) {
    admission.async { [slots] in
      slots.wait()
      queue.async {
        call()
        slots.signal()
      }
    }
  }
}
