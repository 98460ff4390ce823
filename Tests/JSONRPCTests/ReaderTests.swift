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

@Suite struct ReaderTests {
  /// Hands out its chunks one by one, then ends.
  private final class Chunks: ByteSource {
    private let rest: Log<Void>
    private let chunks: [[UInt8]]

    init(_ chunks: [[UInt8]]) {
      self.chunks = chunks
      rest = Log()
    }

    var reads: Int { rest.entries.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let index = rest.entries.count
      rest.add(())
      guard index < chunks.count else { return 0 }
      buffer.copyBytes(from: chunks[index])
      return chunks[index].count
    }
  }

  @Test func chunksComeInOrderAndThenTheEnd() {
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
    #expect(log.entries == chunks)
  }

  @Test func `reports a failure to read after the last chunk`() {
    struct Broken: ByteSource {
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int { throw ReadFailure(5) }
    }
    let failures = Log<ReadFailure?>()
    let ended = DispatchSemaphore(value: 0)
    Reader(Broken()).start { _, _ in
    } onEnd: {
      failures.add($0)
      ended.signal()
    }
    ended.wait()
    #expect(failures.entries == [ReadFailure(5)])
  }

  @Test func noMoreChunksAreUnderWayThanTheWindowLets() {
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
    #expect(source.reads == 2)
    for index in 0..<5 {
      dones.entries[index]()
      if index < 3 { delivered.wait() }
    }
    ended.wait()
    #expect(source.reads == 6)
  }

  #if !os(Windows)
    @Test func descriptorsCarryASession() throws {
      Signals.ignoreBrokenPipe()
      let (input, feed) = try pipe()
      let (drain, output) = try pipe()
      let session = Conduit(DescriptorOutput(NonblockingDescriptor(output)) {})
      let ended = DispatchSemaphore(value: 0)
      Reader(input).start { chunk, done in
        session.receive(chunk)
        done()
      } onEnd: { _ in
        ended.signal()
      }
      let text = Array((call("1") + "\n").utf8)
      var written = 0
      while written < text.count {
        written += try text.withUnsafeBytes { all throws in
          try feed.write(UnsafeRawBufferPointer(rebasing: all[written...]))
        }
      }
      let expected = Array((result("1") + "\n").utf8)
      var got: [UInt8] = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
      defer { buffer.deallocate() }
      while got.count < expected.count {
        let count = try drain.read(into: buffer)
        guard count > 0 else { break }
        got += buffer[..<count]
      }
      #expect(got == expected)
      close(feed.number)
      ended.wait()
      for descriptor in [input, drain, output] { close(descriptor.number) }
    }

    @Test func aClosedPipeIsAReaderGone() throws {
      Signals.ignoreBrokenPipe()
      let (drain, output) = try pipe()
      close(drain.number)
      let failures = Log<WriteFailure>()
      let writer = Writer(output) { failures.add($0) }
      writer.send(Array("x".utf8))
      #expect(!writer.drain(until: .distantFuture))
      #expect(failures.entries == [.readerGone])
      close(output.number)
    }

    @Test func aNonBlockingPipeIsWaitedFor() throws {
      let (drain, output) = try pipe()
      _ = fcntl(output.number, F_SETFL, O_NONBLOCK)
      _ = fcntl(drain.number, F_SETFL, O_NONBLOCK)
      let writer = Writer(output) { _ in }
      let count = 1 << 20
      writer.send(Array(repeating: 0x78, count: count))
      var got = 0
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
      defer { buffer.deallocate() }
      while got < count { got += try drain.read(into: buffer) }
      #expect(writer.drain(until: .distantFuture))
      for descriptor in [drain, output] { close(descriptor.number) }
    }

    private struct NoPipe: Error {}

    private func pipe() throws -> (Descriptor, Descriptor) {
      var ends: [Int32] = [0, 0]
      guard makePipe(&ends) else { throw NoPipe() }
      return (Descriptor(ends[0]), Descriptor(ends[1]))
    }
  #endif

  /// A session that only the reader's thread touches.
  // NB: unchecked because the reader delivers one chunk after the other, and no other thread uses it.
  private final class Conduit: @unchecked Sendable {
    private let session: Session

    init(_ output: sending DescriptorOutput) {
      session = Session(.init(coreName: "core", coreVersion: "1.0"), output: output)
    }

    func receive(_ chunk: [UInt8]) { session.receive(chunk) }
  }
}

#if !os(Windows)
  /// Makes a pipe: the end to read from, and the end to write to.
  func makePipe(_ ends: inout [Int32]) -> Bool { pipe(&ends) == 0 }
#endif
