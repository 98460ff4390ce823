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

  @Test func theNewestUpdateTakesThePlaceOfTheFirst() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    writer.update("x", Array("x1 ".utf8))
    sink.awaitCall()
    // x1 is being written: x2 is another update, and x3 takes its place.
    writer.update("x", Array("x2 ".utf8))
    writer.send(Array("reply2 ".utf8))
    writer.update("y", Array("y1 ".utf8))
    writer.update("x", Array("x3 is longer ".utf8))
    writer.send(Array("reply3 ".utf8))
    writer.update("y", Array("y2 ".utf8))
    #expect(writer.unwrittenCount == "x1 x3 is longer reply2 y2 reply3 ".utf8.count)
    sink.letOne()
    sink.awaitCall()
    writer.update("x", Array("x4 ".utf8))
    sink.letOne()
    sink.awaitCall()
    sink.letOne()
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes == ["x1 ", "x3 is longer reply2 y2 reply3 ", "x4 "])
  }

  // Row 26: a front that does not read, in small.
  @Test func aStalledFrontCostsOneUpdateAnInstance() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink)
    writer.send(Array("first\n".utf8))
    sink.awaitCall()
    for number in 0..<100_000 { writer.update("i\(number % 10)", Array("\(number)\n".utf8)) }
    for number in 0..<1000 { writer.send(Array("r\(number)\n".utf8)) }
    let rest =
      (99_990..<100_000).map { "\($0)\n" }.joined() + (0..<1000).map { "r\($0)\n" }.joined()
    #expect(writer.unwrittenCount == 6 + rest.utf8.count)
    sink.letOne()
    sink.awaitCall()
    sink.letOne()
    #expect(writer.drain(until: .distantFuture))
    #expect(sink.writes == ["first\n", rest])
  }

  @Test func aLongQueueIsWrittenInPieces() {
    let sink = GatedSink(isOpen: false)
    let writer = writer(sink, limit: 1 << 24)
    writer.send(Array("-".utf8))
    sink.awaitCall()
    for number in 0..<5000 {
      writer.send(Array(repeating: 0x78, count: 100))
      writer.update("\(number)", [0x2B])
    }
    writer.send(Array(repeating: 0x2A, count: 100_000))
    sink.letOne()
    for _ in 0..<9 {
      sink.awaitCall()
      sink.letOne()
    }
    #expect(writer.drain(until: .distantFuture))
    let sizes = sink.writes.map(\.utf8.count)
    let total = 1 + 5000 * 101 + 100_000
    #expect(sizes.reduce(0, +) == total)
    #expect(sizes.dropLast().allSatisfy { $0 <= 1 << 16 })
    #expect(sizes.last == 100_000)
  }

  // Row 27
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
    writer.update("x", Array("1".utf8))
    #expect(failures.entries == [.overflow])
    #expect(!writer.drain(until: .distantFuture))
    sink.letOne()
    #expect(sink.writes == ["12345"])
  }

  // Row 25
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
