import Dispatch
import ExpectSupport
import StandardIO
import Testing
import ThreadsSupport

@Suite(.ownThreads) struct ReaderTests {
  /// Returns one chunk a call, then ends.
  private final class Chunks: ByteSource {
    private let calls = Log<Void>()
    private let chunks: [[UInt8]]

    init(_ chunks: [[UInt8]]) { self.chunks = chunks }

    var reads: Int { calls.entries.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let index = calls.entries.count
      calls.add(())
      guard index < chunks.count else { return 0 }
      buffer.copyBytes(from: chunks[index])
      return chunks[index].count
    }
  }

  @Test func `delivers chunks in order, then the end`() {
    let chunks = (0..<100).map { [UInt8($0)] }
    let log = Log<[UInt8]>()
    let ended = DispatchSemaphore(value: 0)
    Reader(Chunks(chunks)).start { chunk, done in
      log.add(chunk)
      done()
    } onEnd: { failure in
      #expect(failure == nil)
      ended.signal()
    }
    ended.wait()
    expectEqual(log.entries, chunks)
  }

  @Test func `reports a failure to read after the last chunk`() {
    struct Broken: ByteSource {
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOFailure) -> Int { throw IOFailure.refused(5) }
    }
    let failures = Log<IOFailure?>()
    let ended = DispatchSemaphore(value: 0)
    Reader(Broken()).start { _, _ in
    } onEnd: {
      failures.add($0)
      ended.signal()
    }
    ended.wait()
    expectEqual(failures.entries, [.refused(5)])
  }

  @Test func `reads at most a window of chunks ahead`() {
    let source = Chunks((0..<5).map { [UInt8($0)] })
    let dones = Log<@Sendable () -> Void>()
    let delivered = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    Reader(source, window: 2).start { _, done in
      dones.add(done)
      delivered.signal()
    } onEnd: { _ in
      ended.signal()
    }
    delivered.wait()
    delivered.wait()
    expectEqual(source.reads, 2)
    for index in 0..<5 {
      dones.entries[index]()
      if index < 3 { delivered.wait() }
    }
    ended.wait()
    expectEqual(source.reads, 6)
  }

  @Test func `reads what a nonblocking writer wrote`() throws {
    let pipe = PlainPipe()
    let chunks = Log<[UInt8]>()
    let ended = DispatchSemaphore(value: 0)
    Reader(pipe.output).start { chunk, done in
      chunks.add(chunk)
      done()
    } onEnd: { _ in
      ended.signal()
    }
    let text = Array("frame\n".utf8)
    try expectEqual(text.withUnsafeBytes { try NonblockingWriter(pipe.input) {}.write($0) }, text.count)
    pipe.closeInput()
    ended.wait()
    expectEqual(Array(chunks.entries.joined()), text)
  }

  // NB: in a process of its own, because Foundation's `Process.run` reads beyond a buffer when some 1,300 descriptors are
  // open, so a test that starts a program beside this one could crash.
  @Test func `reads 256 pipes or sockets at once, without a thread each`() async {
    await #expect(processExitsWith: .success) {
      for ofSockets in [false, true] {
        let pipes = (0..<256).map { _ in PlainPipe(ofSockets: ofSockets) }
        let answered = DispatchGroup()
        let ended = DispatchGroup()
        for (index, pipe) in pipes.enumerated() {
          answered.enter()
          ended.enter()
          Reader(pipe.output).start { chunk, done in
            precondition(chunk == Array("\(index)".utf8))
            done()
            answered.leave()
          } onEnd: { failure in
            precondition(failure == nil)
            pipe.closeOutput()
            ended.leave()
          }
        }
        for (index, pipe) in pipes.enumerated() { try pipe.input.writeAll("\(index)") }
        answered.wait()
        for pipe in pipes { pipe.closeInput() }
        ended.wait()
      }
    }
  }
}
