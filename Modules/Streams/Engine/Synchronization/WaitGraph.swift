import Dispatch
import Synchronization

/// Which thread waits for which serializer.
///
/// A thread inside one serializer may wait for another: the sender of a subject is inside the subject's while it waits for the
/// turn of the `merge` behind it. Without care, two threads could wait for each other. So a thread adds itself before it waits,
/// and does not wait if that would close a circle: if the thread inside waits for a serializer, inside which is a thread that
/// waits, and so on to the caller.
///
/// One lock covers the search and the addition, so the last thread of a circle always finds it: all others have been added,
/// and a thread that waits leaves nothing. It is used only by threads that are about to sleep.
///
/// The thread that finds a circle enqueues one event and goes on. Those it has found get their turns handed over, so that it
/// does not overtake them and find the same circle again with its next event.
enum WaitGraph {
  private struct Wait {
    let thread: WaitingThread
    // NB: a pointer, because the word is part of another object. It is read only under the lock and while its entry is in
    // `waits`; until it has removed the entry, the waiting thread keeps the object alive.
    let word: UnsafePointer<Atomic<UInt>>
  }

  /// What each thread waits for: the word of a serializer.
  private static let waits = Locked<[UInt: Wait]>([:])

  /// Adds a thread, unless its waiting would close a circle.
  ///
  /// - Parameters:
  ///   - thread: The thread.
  ///   - word: The word of the serializer that it is to wait for.
  /// - Returns: Whether the thread may wait.
  static func add(_ thread: WaitingThread, waitingFor word: borrowing Atomic<UInt>) -> Bool {
    withUnsafePointer(to: word) { word in
      let new = Wait(thread: thread, word: word)
      return waits.withLock { waits in
        if let others = circle(closedBy: new, waits) {
          for other in others { other.makeOverdue() }
          return false
        }
        waits[thread.number] = new
        return true
      }
    }
  }

  /// Removes a thread, which has entered.
  static func remove(_ thread: WaitingThread) { waits.withLock { _ = $0.removeValue(forKey: thread.number) } }

  /// - Returns: The other threads of the circle that one more would close; `nil` if there is none.
  private static func circle(closedBy new: Wait, _ waits: [UInt: Wait]) -> [WaitingThread]? {
    var others: [WaitingThread] = []
    var word = new.word
    // More steps than there are threads mean that the threads inside have changed meanwhile.
    while others.count <= waits.count {
      let owner = word.pointee.load(ordering: .relaxed) & ~1
      if owner == new.thread.number { return others }
      // A thread that "waits" for what it is inside of has got its turn and is about to wake.
      guard let next = waits[owner], next.word != word else { return nil }
      others.append(next.thread)
      word = next.word
    }
    return others
  }
}

/// A thread that sleeps until a serializer is free.
final class WaitingThread {
  let number: UInt
  private let semaphore = DispatchSemaphore(value: 0)
  // Only the thread itself writes it, while it is in no queue.
  private var attempts = 0
  // Relaxed, because a late view of it only delays the hand-over.
  private let isUrgent = Atomic<Bool>(false)

  init(_ number: UInt) { self.number = number }

  /// Whether another thread has entered while this one woke.
  var wasOvertaken: Bool { attempts > 0 }
  /// Whether it gets the next turn: it has been overtaken several times, or others cannot wait for it.
  var isOverdue: Bool { attempts > 4 || isUrgent.load(ordering: .relaxed) }

  func sleep() {
    semaphore.wait()
    attempts += 1
  }

  func wake() { semaphore.signal() }
  func makeOverdue() { isUrgent.store(true, ordering: .relaxed) }
}
