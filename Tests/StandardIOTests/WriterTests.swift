import Dispatch
import ExpectSupport
import StandardIO
import Testing

@Suite(.ownThreads) struct WriterTests {
  private func writer(_ sink: any ByteSink, limit: Int = 1 << 20) -> Writer {
    Writer(sink, limit: limit) { Array("\($0) lost\n".utf8) }
  }

  @Test func `writes in order, however much a sink takes`() {
    for most in [1, 3, .max] {
      let sink = GatedSink(isOpen: true, most: most)
      let writer = writer(sink)
      for number in 0..<100 { writer.send(Array("\(number)\n".utf8)) }
      #expect(writer.drain())
      expectEqual(sink.writes.joined(), (0..<100).map { "\($0)\n" }.joined())
      expectEqual(writer.unwrittenCount, 0)
    }
  }

  @Test func `writes waiting bytes together`() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    writer.send(Array("a".utf8))
    sink.awaitCall()
    for letter in ["b", "c", "d"] { writer.send(Array(letter.utf8)) }
    expectEqual(writer.unwrittenCount, 4)
    sink.allowOne()
    sink.awaitCall()
    sink.allowOne()
    #expect(writer.drain())
    expectEqual(sink.writes, ["a", "bcd"])
  }

  @Test func `drain returns false at the deadline`() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    #expect(writer.drain(atMost: .zero))
    writer.send(Array("1".utf8))
    sink.awaitCall()
    #expect(!writer.drain(atMost: .zero))
    sink.allowOne()
    #expect(writer.drain())
  }

  @Test func `keeps the order of each sending thread`() async {
    let sink = GatedSink(isOpen: true, most: 7)
    let writer = writer(sink)
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 0..<500 { writer.send(Array("\(sender) \(number)\n".utf8)) }
        }
      }
    }
    #expect(writer.drain())
    let lines = sink.writes.joined().split(separator: "\n")
    for sender in 0..<4 {
      expectEqual(lines.filter { $0.hasPrefix("\(sender) ") }, (0..<500).map { "\(sender) \($0)" })
    }
  }

  private func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

  @Test func `drops and counts lines while a sink is stuck`() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink, limit: 20)
    writer.send(line(1))
    sink.awaitCall()
    // NB: two lines fit into the limit.
    for number in 2...1_000 { writer.send(line(number)) }
    #expect(!writer.drain(atMost: .zero))
    sink.allowOne()
    sink.awaitCall()
    writer.send(line(2_000))
    sink.allowOne()
    sink.awaitCall()
    sink.allowOne()
    #expect(writer.drain())
    expectEqual(sink.writes, ["line 1\n", "line 2\nline 3\n997 lost\n", "line 2000\n"])
  }

  @Test func `drops a short line behind a dropped one`() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink, limit: 20)
    writer.send(line(1))
    sink.awaitCall()
    writer.send(line(2))
    writer.send(Array("a line that is too long\n".utf8))
    writer.send(Array("x\n".utf8))
    sink.allowOne()
    sink.awaitCall()
    sink.allowOne()
    #expect(writer.drain())
    expectEqual(sink.writes, ["line 1\n", "line 2\n2 lost\n"])
  }

  @Test func `drops no line that just fits`() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink, limit: 14)
    writer.send(line(1))
    sink.awaitCall()
    for number in 2...4 { writer.send(line(number)) }
    sink.allowOne()
    sink.awaitCall()
    sink.allowOne()
    #expect(writer.drain())
    expectEqual(sink.writes, ["line 1\n", "line 2\nline 3\n1 lost\n"])
  }

  @Test func `writes nothing after a failure, and keeps nothing`() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink, limit: 20)
    writer.send(line(1))
    sink.awaitCall()
    writer.send(line(2))
    sink.fail(.readerGone)
    #expect(!writer.drain())
    writer.send(line(3))
    #expect(!writer.drain())
    expectEqual(sink.writes, ["line 1\n"])
    expectEqual(writer.unwrittenCount, 0)
  }

  @Test func `a closed pipe is a failure`() {
    Signals.ignoreBrokenPipe()
    let pipe = PlainPipe()
    pipe.closeOutput()
    let writer = writer(pipe.input)
    writer.send(Array("x".utf8))
    #expect(!writer.drain())
  }

  @Test func `waits for a pipe that is in non-blocking mode`() {
    let pipe = PlainPipe()
    pipe.setNonblocking()
    let writer = writer(pipe.input)
    let count = 1 << 20
    writer.send(Array(repeating: 0x78, count: count))
    pipe.discard(count)
    #expect(writer.drain())
  }
}
