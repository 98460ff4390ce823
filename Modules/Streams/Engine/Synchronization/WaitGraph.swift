import Dispatch
import Synchronization

/// Which thread waits for which serializer.
///
/// A thread inside one serializer may wait for another: the sender of a subject is inside the subject's while it waits for the
/// turn of the `merge` behind it. Without care, two threads could wait for each other. So a thread adds itself before it waits,
/// and does not wait if that would close a circle: if the thread inside waits for a serializer, inside which is a thread that
/// waits, and so on to the caller.
///
/// A thread is in the graph exactly while it is in the queue of a serializer: both change under the lock of that queue. One
/// lock, inside that one, covers the search and the addition. So the last thread of a circle always finds it: all others have
/// been added, and a thread that waits leaves nothing. It is used only by threads that are about to sleep or to wake another.
///
/// The thread that finds a circle enqueues its event and goes on, until it has left the serializer that the circle needs. Then it
/// waits until its event is due: otherwise a thread that sends in a loop would enqueue without bound. Those it has found get their
/// turns handed over.
enum WaitGraph {
  private struct Wait {
    let thread: WaitingThread
    // NB: a pointer, because the serializer is part of another object. It is read only under the lock and while its entry is in
    // `waits`. The waiting thread, or the one inside, keeps the object alive, and the entry is removed before either goes on.
    let serializer: UnsafePointer<Serializer>
  }

  /// What one more wait would close.
  struct Circle {
    /// The serializer that the caller is inside of, and that another thread of the circle waits for.
    let serializer: UnsafePointer<Serializer>
    fileprivate let others: [WaitingThread]
  }

  /// What each thread waits for.
  private static let waits = Locked<[UInt: Wait]>([:])

  /// Adds a thread, unless its waiting would close a circle.
  ///
  /// - Parameters:
  ///   - thread: The thread.
  ///   - serializer: The serializer that it is to wait for.
  /// - Returns: The circle, if the thread must not wait. Then it must call `waitUntilReached(_:)` later.
  static func add(_ thread: WaitingThread, waitingFor serializer: borrowing Serializer) -> Circle? {
    withUnsafePointer(to: serializer) { serializer in
      let new = Wait(thread: thread, serializer: serializer)
      return waits.withLock { waits in
        let circle = circle(closedBy: new, waits)
        for other in circle?.others ?? [] { other.makeOverdue() }
        if circle == nil { waits[thread.number] = new } else { thread.mark = .pending(serializer) }
        return circle
      }
    }
  }

  /// Removes a thread that is about to be woken.
  static func remove(_ thread: WaitingThread) { waits.withLock { _ = $0.removeValue(forKey: thread.number) } }

  /// Waits until an event that was enqueued because of a circle is due, unless that would close a circle again.
  static func waitUntilReached(_ thread: WaitingThread) {
    let isWaiting = waits.withLock { waits in
      guard case .pending(let serializer) = thread.mark else { return false }
      let new = Wait(thread: thread, serializer: serializer)
      guard circle(closedBy: new, waits) == nil else { return false }
      waits[thread.number] = new
      return true
    }
    if isWaiting { thread.sleep() }
  }

  /// Wakes the thread if it waits for the event that is due.
  static func didReach(_ thread: WaitingThread) {
    let isWaiting = waits.withLock { waits in
      thread.mark = .reached
      guard waits[thread.number]?.thread === thread else { return false }
      waits[thread.number] = nil
      return true
    }
    if isWaiting { thread.wake() }
  }

  private static func circle(closedBy new: Wait, _ waits: [UInt: Wait]) -> Circle? {
    var others: [WaitingThread] = []
    var serializer = new.serializer
    // More steps than there are threads mean that the threads inside have changed meanwhile.
    while others.count <= waits.count {
      let owner = serializer.pointee.word.load(ordering: .relaxed) & ~1
      if owner == new.thread.number { return Circle(serializer: serializer, others: others) }
      guard let next = waits[owner] else { return nil }
      others.append(next.thread)
      serializer = next.serializer
    }
    return nil
  }
}

/// A thread that sleeps until a serializer is free.
final class WaitingThread {
  let number: UInt
  private let semaphore = DispatchSemaphore(value: 0)
  // Only the thread itself writes it, while it is in no queue.
  private var attempts = 0
  /// Where it has enqueued an event because of a circle. Only under the lock of the graph.
  fileprivate var mark = Mark.none
  // Relaxed, because a late view of it only delays the hand-over.
  private let isUrgent = Atomic<Bool>(false)

  fileprivate enum Mark {
    case none
    case pending(UnsafePointer<Serializer>)
    case reached
  }

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
