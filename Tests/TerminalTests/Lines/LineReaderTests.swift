import Dispatch
import ExpectSupport
import StandardIO
import Support
import Terminal
import Testing

@Suite struct LineReaderTests {
  /// A source whose reader waits until the test opens it, and then reaches the end.
  private final class BlockedSource: ByteSource {
    private let isOpen = DispatchSemaphore(value: 0)

    func open() { isOpen.signal() }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      isOpen.wait()
      return 0
    }
  }

  private struct RefusingSource: ByteSource {
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOFailure) -> Int { throw .refused(5) }
  }

  @Test func `reads lines in order and ends after the last`() async throws {
    let reader = LineReader(Transcript("first\nsecond"))
    await expectEqual(reader.next(), .text("first"))
    await expectEqual(reader.next(), .text("second"))
    #expect(await reader.next() == nil)
    #expect(await reader.next() == nil)
  }

  @Test func `a reader that waits blocks no other`() async {
    let source = BlockedSource()
    let waiting = (0..<20).map { _ in
      let reader = LineReader(source)
      return Task { await reader.next() }
    }
    #expect(await LineReader(RefusingSource()).next() == nil)
    for _ in waiting { source.open() }
    for line in waiting { #expect(await line.value == nil) }
  }

  @Test func `a read error ends the input`() async {
    #expect(await LineReader(RefusingSource()).next() == nil)
  }
}
