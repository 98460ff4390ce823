import ExpectSupport
import Streams
import StreamsSupport
import Support
import Testing

@Suite struct DequeTests {
  @Test func `returns elements in the order of insertion`() {
    var deque = Deque<Int>()
    for number in 1...3 { deque.append(number) }
    expectEqual(deque.count, 3)
    expectEqual([deque.popFirst(), deque.popFirst(), deque.popFirst(), deque.popFirst()], [1, 2, 3, nil])
    #expect(deque.isEmpty)
  }

  @Test func `keeps the order when it wraps around and grows`() {
    var deque = Deque<Int>()
    for number in 0..<6 { deque.append(number) }
    for number in 0..<4 { expectEqual(deque.popFirst(), number) }
    for number in 6..<40 { deque.append(number) }
    expectEqual((4..<40).map { _ in deque.popFirst() }, Array(4..<40))
  }

  @Test func `releases elements that are removed`() {
    final class Token {}
    var deque = Deque<Token>()
    expectEqual(
      leaks { detector in
        for _ in 0..<3 { deque.append(detector.watch(Token())) }
        _ = deque.popFirst()
        deque.removeAll()
      }, [])
    #expect(deque.isEmpty)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `behaves like an array`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (deque, model) = (Deque<Int>(), [Int]())
    for number in 0..<2_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0:
        deque.removeAll()
        model.removeAll()
      case 1..<55:
        deque.append(number)
        model.append(number)
      default: #expect(deque.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(deque.count == model.count && deque.isEmpty == model.isEmpty)
    }
  }
}
