import Dispatch
import JSONRPC
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if !os(Windows)
  /// What can be seen from outside of a process alone.
  @Suite struct ProcessTests {
    @Test func onlyFramesReachTheStandardOutput() async throws {
      let process = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        let writer = Writer(Descriptor.takeStandardOutput()) { _ in exit(1) }
        print("stray")
        fflush(nil)
        writer.send(Array("frame\n".utf8))
        exit(writer.drain(until: .distantFuture) ? 0 : 1)
      }
      let outcome = try #require(process)
      let output = String(decoding: outcome.standardOutputContent, as: UTF8.self)
      let errors = String(decoding: outcome.standardErrorContent, as: UTF8.self)
      #expect(output.contains("frame\n"))
      #expect(!output.contains("stray"))
      #expect(errors.contains("stray\n"))
    }

    @Test func aClosedPipeEndsNoProcessBySignal() async {
      await #expect(processExitsWith: .exitCode(1)) {
        Signals.ignoreBrokenPipe()
        var ends: [Int32] = [0, 0]
        guard makePipe(&ends) else { exit(2) }
        close(ends[0])
        let hasFailed = DispatchSemaphore(value: 0)
        let writer = Writer(Descriptor(ends[1])) { failure in
          if failure == .readerGone { hasFailed.signal() }
        }
        writer.send(Array("frame\n".utf8))
        // NB: one thread alone ends the process; two that do so at once race for the exit code.
        hasFailed.wait()
        exit(1)
      }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalAsksToEnd(number: Int32) async {
      await #expect(processExitsWith: .exitCode(7)) { [number] in
        let sources = Signals.onTermination(queue: .global()) { exit(7) }
        kill(getpid(), number)
        // The deadline only keeps a lost signal from leaving a process behind.
        withExtendedLifetime(sources) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60) }
        exit(3)
      }
    }
  }
#endif
