import ExpectSupport
import Testing

@testable import Screens

@Suite struct RandomSourceTests {
  @Test func `the system's numbers differ from each other and from those of another source`() {
    let source = RandomSource(SystemRandomNumberGenerator())
    let other = RandomSource(SystemRandomNumberGenerator())
    let numbers = (0..<100).map { _ in source.next() } + (0..<100).map { _ in other.next() }
    expectEqual(Set(numbers).count, numbers.count)
  }

  @Test func `another generator gives its numbers one by one`() {
    let source = RandomSource(SeededGenerator(seed: 7))
    var generator = SeededGenerator(seed: 7)
    #expect((0..<40).allSatisfy { _ in source.next() == generator.next() })
  }
}
