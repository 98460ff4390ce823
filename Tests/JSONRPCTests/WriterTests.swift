import Dispatch
import JSONRPC
import Testing

@Suite struct WriterTests {
  private let failures = Log<WriteFailure>()

  private func writer(_ sink: GatedSink, limit: Int = 1 << 20) -> Writer {
    Writer(sink, limit: limit) { [failures] in failures.add($0) }
  }

  @Test func framesComeOutInOrderWhateverASinkTakesAtOnce() {
    for most in [1, 3, .max] {
      let sink = GatedSink(isOpen: true, most: most)
      let writer = writer(sink)
      for number in 0..<100 { writer.send(Array("\(number)\n".utf8)) }
      #expect(writer.drain(until: .distantFuture))
      #expect(sink.writes.joined() == (0..<100).map { "\($0)\n" }.joined())
      #expect(writer.unwrittenCount == 0)
    }
    #expect(failures.entries.isEmpty)
  }

  @Test func whatWaitsTogetherIsWrittenTogether() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    writer.send(Array("a".utf8))
    sink.awaitCall()
    for letter in ["b", "c", "d"] { writer.send(Array(letter.utf8)) }
    #expect(writer.unwrittenCount == 4)
    sink.letOne()
    sink.awaitCall()
    sink.letOne()
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes == ["a", "bcd"])
  }

  @Test func tooMuchUnreadFailsOnceAndLoudly() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink, limit: 10)
    writer.send(Array("12345".utf8))
    sink.awaitCall()
    let outcomes = Log<Bool>()
    writer.whenDrained { outcomes.add($0) }
    writer.send(Array("67890".utf8))
    #expect(failures.entries == [])
    writer.send(Array("1".utf8))
    #expect(failures.entries == [.overflow])
    #expect(outcomes.entries == [false])
    writer.send(Array("1".utf8))
    #expect(failures.entries == [.overflow])
    #expect(!writer.drain(until: .distantFuture))
    sink.letOne()
    #expect(sink.writes == ["12345"])
  }

  @Test func aReaderThatIsGoneIsToldOnce() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    let outcomes = Log<Bool>()
    let told = DispatchSemaphore(value: 0)
    writer.send(Array("1".utf8))
    writer.send(Array("2".utf8))
    sink.awaitCall()
    writer.whenDrained { outcome in
      outcomes.add(outcome)
      told.signal()
    }
    sink.fail(.readerGone)
    told.wait()
    #expect(outcomes.entries == [false])
    for _ in 0..<1000 { writer.send(Array("3".utf8)) }
    #expect(!writer.drain(until: .distantFuture))
    #expect(failures.entries == [.readerGone])
    #expect(writer.unwrittenCount == 0)
  }

  @Test func aFailureIsToldBeforeAnybodyHearsOfTheEnd() {
    let sink = GatedSink(isOpen: false)
    let (telling, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let writer = Writer(sink) { [failures] failure in
      telling.signal()
      goOn.wait()
      failures.add(failure)
    }
    writer.send(Array("1".utf8))
    sink.awaitCall()
    sink.fail(.readerGone)
    telling.wait()
    let outcomes = Log<Bool>()
    let told = DispatchSemaphore(value: 0)
    writer.whenDrained { outcome in
      outcomes.add(outcome)
      told.signal()
    }
    #expect(outcomes.entries == [])
    goOn.signal()
    told.wait()
    #expect(failures.entries == [.readerGone])
    #expect(outcomes.entries == [false])
  }

  @Test func drainGivesUpAtTheDeadline() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    #expect(writer.drain(until: .now()))
    writer.send(Array("1".utf8))
    sink.awaitCall()
    #expect(!writer.drain(until: .now()))
    sink.letOne()
    #expect(writer.drain(until: .distantFuture))
  }

  @Test func senderThreadsDoNotMixFrames() async {
    let sink = GatedSink(isOpen: true, most: 7)
    let writer = writer(sink)
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 0..<500 { writer.send(Array("\(sender) \(number)\n".utf8)) }
        }
      }
    }
    #expect(writer.drain(until: .distantFuture))
    let lines = sink.writes.joined().split(separator: "\n")
    for sender in 0..<4 {
      #expect(lines.filter { $0.hasPrefix("\(sender) ") } == (0..<500).map { "\(sender) \($0)" })
    }
  }
}
