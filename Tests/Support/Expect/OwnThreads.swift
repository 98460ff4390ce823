import Foundation
import Testing

/// Runs tests that wait for programs or threads on threads of their own.
///
/// As many threads run tests as the machine has cores. A test that blocks one, because it waits for a program, keeps it
/// from all others, and with two of them the machine is idle. So suites of such tests say `@Suite(.ownThreads)`.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  fileprivate let threads: Threads

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs tests on threads that may wait.
  public static var ownThreads: Self { Self(threads: .waiting) }

  /// Runs a test with an exit test on threads that no other test occupies.
  ///
  /// NB: a thread of Swift Testing spins while the process of an exit test has ended and its test has had no turn to wait for
  /// it. Behind thousands of tests, that took a processor for a minute.
  public static var exitTest: Self { Self(threads: .exits) }
}

/// A few threads that may be blocked.
private final class Threads: TaskExecutor {
  static let waiting = Threads("tests that wait", count: 4)
  static let exits = Threads("exit tests", count: 2)

  private let queue = OperationQueue()

  private init(_ name: String, count: Int) {
    queue.name = name
    queue.maxConcurrentOperationCount = count
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
