import Foundation
import Scenario

/// What several threads do with a lock where the peer has no operator.
public let plainContention: ContentionScenarios = [
  .combineLatest: { threads in
    let arrivals = Arrivals(threads: threads)
    let slots = Slots(threads)
    let deliver: ([Int]) -> Void = { latest in
      if threads == 2 {
        arrivals.receiveLatest(latest[0], latest[1])
      } else {
        arrivals.receiveLatest(latest[0], latest[1], latest[2], latest[3])
      }
    }
    for thread in 0..<threads { slots.replace(thread, by: NumberedElement.make(thread: thread, number: 0), deliver) }
    return ContendedPipeline(
      arrivals, expected: { $0.reduce(1, +) },
      senders: (0..<threads).map { thread in
        { slots.replace(thread, by: $0, deliver) }
      })
  }
]

/// The latest element of each thread, behind a lock that is held while subscribers are called.
private final class Slots {
  private var lock = pthread_mutex_t()
  private var latest: [Int]
  private var missing: Int

  init(_ threads: Int) {
    latest = Array(repeating: -1, count: threads)
    missing = threads
    pthread_mutex_init(&lock, nil)
  }

  func replace(_ thread: Int, by element: Int, _ deliver: ([Int]) -> Void) {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    if latest[thread] < 0 { missing -= 1 }
    latest[thread] = element
    if missing == 0 { deliver(latest) }
  }
}
