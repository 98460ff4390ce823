import Foundation
import Streams
import Synchronization

/// A thread whose run loop runs until the thread is released.
public final class RunLoopThread: @unchecked Sendable {
  // Sendable because the run loop is set once, before the initialiser returns.
  private let stop = Stop()
  public let runLoop: RunLoop

  private final class Stop: Sendable {
    let flag = Atomic<Bool>(false)
  }

  public init() {
    let stop = stop
    let (ready, reference) = (DispatchSemaphore(value: 0), RunLoopReference())
    Thread {
      reference.runLoop = RunLoop.current
      RunLoop.current.add(Timer(fire: .distantFuture, interval: 1, repeats: true) { _ in }, forMode: .common)
      ready.signal()
      while !stop.flag.load(ordering: .acquiring) { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
    }.start()
    ready.wait()
    runLoop = reference.runLoop
  }

  private final class RunLoopReference: @unchecked Sendable {
    // Sendable because it is written before the signal and read after it.
    var runLoop = RunLoop.main
  }

  deinit {
    stop.flag.store(true, ordering: .releasing)
    runLoop.schedule {}
  }
}
