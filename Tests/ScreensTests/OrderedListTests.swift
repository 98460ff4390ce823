import ExpectSupport
import Testing

@testable import Screens

@Suite struct OrderedListTests {
  @Test func `has what an array has that is searched and sorted`() {
    var generator = SeededGenerator(seed: 3)
    var list = OrderedList<Int> { $0 }
    var expected: [Int] = []
    for _ in 0..<2_000 {
      let number = Int.random(in: 0..<60, using: &generator)
      if Bool.random(using: &generator) {
        list.insert(number)
        if !expected.contains(number) { expected = (expected + [number]).sorted() }
      } else {
        expectEqual(list.remove(number), expected.contains(number) ? number : nil)
        expected.removeAll { $0 == number }
      }
      let other = Int.random(in: 0..<60, using: &generator)
      expectEqual(list.numbered(other), expected.contains(other) ? other : nil)
      expectEqual(list.contains(other), expected.contains(other))
      expectEqual(list.index(of: other), expected.count { $0 < other })
      expectEqual(Array(list), expected)
    }
  }

  @Test func `keeps the element that has a number already`() {
    var list = OrderedList<(Int, String)> { $0.0 }
    list.insert((1, "a"))
    list.insert((1, "b"))
    expectEqual(list.map(\.1), ["a"])
  }
}
