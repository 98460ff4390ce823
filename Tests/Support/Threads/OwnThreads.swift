import Foundation
import Testing

/// Runs tests that wait for programs or threads on threads of their own.
///
/// As many threads run tests as the machine has cores. A test that blocks one, because it waits for a program, keeps it
/// from all others, and with two of them the machine is idle. So suites of such tests say `@Suite(.ownThreads)`.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Threads.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs tests on threads that may wait.
  public static var ownThreads: Self { Self() }
}

/// A few threads that may be blocked.
private final class Threads: TaskExecutor {
  static let shared = Threads()

  private let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "tests that wait"
    queue.maxConcurrentOperationCount = 4
    return queue
  }()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
