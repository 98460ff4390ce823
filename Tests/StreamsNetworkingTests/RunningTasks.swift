import Foundation

/// Knows which data tasks have not ended: Foundation keeps their subscriptions until then.
// NB: not by `getAllTasks`, which on Linux reads the session's tasks on another thread than the one that they end on, and stops one in
// ten of the programs that call it while tasks end.
final class RunningTasks: @unchecked Sendable {
  // Sendable because the array is reached under the lock alone.
  private let lock = NSLock()
  private var tasks: [WeakReference] = []

  private struct WeakReference {
    weak var object: AnyObject?
  }

  /// Watches a task, or the subscription that it answers.
  func watch(_ task: Any) {
    lock.withLock { tasks.append(WeakReference(object: task as AnyObject)) }
  }

  /// Whether all tasks have ended.
  var haveEnded: Bool { lock.withLock { tasks.allSatisfy { $0.object == nil } } }
}
