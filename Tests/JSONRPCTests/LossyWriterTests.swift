import JSONRPC
import Testing

/// A writer of lines that may get lost.
@Suite struct LossyWriterTests {
  private func writer(_ sink: GatedSink, limit: Int = 20) -> LossyWriter {
    LossyWriter(sink, limit: limit) { Array("\($0) lost\n".utf8) }
  }

  private func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

  @Test func whatIsReadIsWrittenInOrder() {
    let sink = GatedSink(isOpen: true)
    let writer = writer(sink, limit: 10_000)
    for number in 1...100 { writer.send(line(number)) }
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes.joined() == (1...100).map { "line \($0)\n" }.joined())
  }

  @Test func aSinkThatIsStuckKeepsNobodyWaitingAndTheLostAreCounted() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    writer.send(line(1))
    sink.awaitCall()
    // NB: two lines fit into what may wait.
    for number in 2...1_000 { writer.send(line(number)) }
    #expect(!writer.drain(until: .now()))
    sink.letOne()
    sink.awaitCall()
    writer.send(line(2_000))
    sink.letOne()
    sink.awaitCall()
    sink.letOne()
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes == ["line 1\n", "line 2\nline 3\n997 lost\n", "line 2000\n"])
  }

  @Test func nothingFollowsAFailure() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    writer.send(line(1))
    sink.awaitCall()
    writer.send(line(2))
    sink.fail(.readerGone)
    #expect(writer.drain(until: .distantFuture))
    writer.send(line(3))
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes == ["line 1\n"])
  }
}
