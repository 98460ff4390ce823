import Dispatch
import ExpectSupport
import Foundation
import StandardIO
import Testing

@Suite(.ownThreads) struct SignalsTests {
  @Test(.exitTest) func `a closed pipe does not end the process`() async {
    await #expect(processExitsWith: .exitCode(1)) {
      Signals.ignoreBrokenPipe()
      let pipe = PlainPipe()
      pipe.closeOutput()
      let failure = #expect(throws: IOFailure.self) { try pipe.input.writeAll("frame\n") }
      CurrentProcess.exit(failure == .readerGone ? 1 : 2)
    }
  }

  @Test(.exitTest, arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a termination signal runs the handler`(number: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [number] in
      let sources = Signals.onTermination(queue: .global()) { CurrentProcess.exit(7) }
      kill(getpid(), number)
      // The deadline ends a process whose signal was lost.
      withExtendedLifetime(sources) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60) }
      exit(3)
    }
  }

  @Test(.exitTest) func `the process ends when the queue never runs the handler`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let queue = DispatchQueue(label: "test.without-a-thread")
      queue.suspend()
      let sources = Signals.onTermination(queue: queue) { CurrentProcess.exit(7) }
      kill(getpid(), SIGTERM)
      // The deadline ends a process that would wait without end.
      withExtendedLifetime(sources) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60) }
      exit(1)
    }
  }
}
