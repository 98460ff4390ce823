import ExpectSupport
import Streams
import Testing

@Suite struct CombineIdentifierTests {
  private final class Thing {}

  @Test func `is unique, and the same for the same object`() {
    expectEqual(Set((0..<100).map { _ in CombineIdentifier() }).count, 100)
    let thing = Thing()
    expectEqual(CombineIdentifier(thing), CombineIdentifier(thing))
    // An object's address is even, so the numbers are odd.
    let numbers = (0..<8).map { _ in UInt("\(CombineIdentifier())".dropFirst(2), radix: 16) }
    #expect(numbers.allSatisfy { $0?.isMultiple(of: 2) == false })
    let (one, two) = (Subscribers.Sink<Int, Never>.nothing, Subscribers.Sink<Int, Never>.nothing)
    #expect(one.combineIdentifier != two.combineIdentifier)
  }
}

extension Subscribers.Sink where Input == Int, Failure == Never {
  fileprivate static var nothing: Subscribers.Sink<Int, Never> {
    .init(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
