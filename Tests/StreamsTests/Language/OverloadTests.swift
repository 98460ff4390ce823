import ExpectSupport
import Streams
import StreamsExtras
import StreamsSupport
import Testing

/// Which overload the compiler chooses, shown by the type of the result.
@Suite struct OverloadTests {
  private struct Point { var x = 1, y = 2, z = 3 }

  private func type<P: Publisher, Q: Publisher>(of publisher: P, is type: Q.Type) -> Bool { P.self == Q.self }

  private let points = PassthroughSubject<Point, Never>()
  private let numbers = PassthroughSubject<Int, Never>()
  private let failing = PassthroughSubject<Int, Oops>()

  @Test func `map takes closures and key paths`() {
    typealias Points = PassthroughSubject<Point, Never>
    #expect(type(of: points.map { $0.x }, is: Publishers.Map<Points, Int>.self))
    #expect(Swift.type(of: points.map(\.x)).Output.self == Int.self)
    #expect(Swift.type(of: points.map(\.x, \.y)).Output.self == (Int, Int).self)
    #expect(Swift.type(of: points.map(\.x, \.y, \.z)).Output.self == (Int, Int, Int).self)
  }

  @Test func `compactMap unwraps an optional`() {
    #expect(
      type(of: numbers.compactMap { Int("\($0)") }, is: Publishers.CompactMap<PassthroughSubject<Int, Never>, Int>.self)
    )
  }

  @Test func `sink without completion needs a Failure of Never`() {
    let one: AnyCancellable = numbers.sink { _ in }
    let two: AnyCancellable = numbers.sink(receiveValue: { _ in })
    let three: AnyCancellable = failing.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    for cancellable in [one, two, three] { cancellable.cancel() }
  }

  @Test func `flatMap matches failure types`() {
    typealias Failing = PassthroughSubject<Int, Oops>
    let same = failing.flatMap { Just($0).setFailureType(to: Oops.self) }
    #expect(type(of: same, is: Publishers.FlatMap<Result<Int, Oops>.Publisher, Failing>.self))
    let innerCannotFail = failing.flatMap { Just($0) }
    #expect(type(of: innerCannotFail, is: Publishers.FlatMap<Publishers.SetFailureType<Just<Int>, Oops>, Failing>.self))
    let neitherCanFail = numbers.flatMap { Just($0) }
    #expect(type(of: neitherCanFail, is: Publishers.FlatMap<Just<Int>, PassthroughSubject<Int, Never>>.self))
    let onlyInnerCanFail = numbers.flatMap { Fail<Int, Oops>(error: Oops.init()).append($0) }
    #expect(Swift.type(of: onlyInnerCanFail).Failure.self == Oops.self)
  }

  @Test func `switchToLatest matches failure types`() {
    #expect(Swift.type(of: failing.map { Just($0) }.switchToLatest()).Failure.self == Oops.self)
    #expect(Swift.type(of: numbers.map { Just($0) }.switchToLatest()).Failure.self == Never.self)
    #expect(
      Swift.type(of: numbers.map { _ in Fail<Int, Oops>(error: Oops()) }.switchToLatest()).Failure.self == Oops.self)
  }

  @Test func `flatMapLatest matches failure types`() {
    let same = failing.flatMapLatest { _ in Fail<Int, Oops>(error: Oops()) }
    #expect(Swift.type(of: same).Failure.self == Oops.self)
    #expect(Swift.type(of: failing.flatMapLatest { Just($0) }).Failure.self == Oops.self)
    typealias Inners = Publishers.Map<PassthroughSubject<Int, Never>, Just<Int>>
    #expect(type(of: numbers.flatMapLatest { Just($0) }, is: Publishers.SwitchToLatest<Just<Int>, Inners>.self))
  }

  @Test func `append and prepend take values and publishers`() {
    typealias Numbers = PassthroughSubject<Int, Never>
    typealias Values = Publishers.Sequence<[Int], Never>
    #expect(type(of: numbers.append(1), is: Publishers.Concatenate<Numbers, Values>.self))
    #expect(type(of: numbers.append(1, 2), is: Publishers.Concatenate<Numbers, Values>.self))
    #expect(type(of: numbers.append([1, 2]), is: Publishers.Concatenate<Numbers, Values>.self))
    #expect(type(of: numbers.append(Just(1)), is: Publishers.Concatenate<Numbers, Just<Int>>.self))
    #expect(type(of: numbers.prepend(1), is: Publishers.Concatenate<Values, Numbers>.self))
    #expect(type(of: numbers.prepend(Just(1)), is: Publishers.Concatenate<Just<Int>, Numbers>.self))
  }

  @Test func `merge takes publishers of the same and of other types`() {
    let other = Just(1)
    #expect(type(of: numbers.merge(with: other), is: Publishers.Merge<PassthroughSubject<Int, Never>, Just<Int>>.self))
    let two = numbers.merge(with: numbers)
    #expect(Swift.type(of: two).Output.self == Int.self)
  }

  @Test func `first, last, prefix and drop take conditions`() {
    typealias Numbers = PassthroughSubject<Int, Never>
    #expect(type(of: numbers.first(), is: Publishers.First<Numbers>.self))
    #expect(type(of: numbers.first { $0 > 1 }, is: Publishers.FirstWhere<Numbers>.self))
    #expect(type(of: numbers.last(), is: Publishers.Last<Numbers>.self))
    #expect(type(of: numbers.last { $0 > 1 }, is: Publishers.LastWhere<Numbers>.self))
    #expect(type(of: numbers.prefix(1), is: Publishers.Output<Numbers>.self))
    #expect(type(of: numbers.prefix { $0 > 1 }, is: Publishers.PrefixWhile<Numbers>.self))
    #expect(
      type(
        of: numbers.prefix(untilOutputFrom: failing),
        is: Publishers.PrefixUntilOutput<Numbers, PassthroughSubject<Int, Oops>>.self))
    #expect(type(of: numbers.drop { $0 > 1 }, is: Publishers.DropWhile<Numbers>.self))
  }

  @Test func `values throw only where the publisher may fail`() async throws {
    for await _ in Just(1).values {}
    for try await _ in Just(1).setFailureType(to: Oops.self).values {}
    for await _ in Just(1).values(buffering: .unbounded) {}
    for try await _ in Just(1).setFailureType(to: Oops.self).values(buffering: .newest(1)) {}
  }

  @Test func `assign takes properties of objects and published ones`() {
    final class Model: ObservableObject {
      var plain = 0
      @Published var published = 0
    }
    let model = Model()
    let cancellable: AnyCancellable = Just(1).assign(to: \.plain, on: model)
    let weak: AnyCancellable = Just(2).assign(to: \.plain, onWeak: model)
    Just(3).assign(to: &model.$published)
    expectEqual(model.plain, 2)
    expectEqual(model.published, 3)
    cancellable.cancel()
    weak.cancel()
  }
}
