import Foundation
import Streams
import StreamsTesting
import Support
import Testing

/// What the ends of pipelines keep, and let go of.
@Suite struct EndsTests {
  private final class Thing {
    var number = 0
  }

  @Test func aSinkLetsGoOfBothClosuresAtTheEndAndAtTheCancel() {
    let subject = PassthroughSubject<Int, Never>()
    var kept: [Subscribers.Sink<Int, Never>] = []
    var numbers: [Int] = []
    #expect(
      leaks { detector in
        let (one, two) = (detector.watch(Thing(), "ended"), detector.watch(Thing(), "cancelled"))
        for thing in [one, two] {
          let sink = Subscribers.Sink<Int, Never>(
            receiveCompletion: { _ in thing.number = -1 }, receiveValue: { thing.number += $0 })
          subject.subscribe(sink)
          kept.append(sink)
        }
        subject.send(2)
        numbers = [one.number, two.number]
        kept[1].cancel()
        subject.send(completion: .finished)
        numbers += [one.number, two.number]
      } == [])
    #expect(numbers == [2, 2, -1, 2])
    #expect(kept.count == 2)
  }

  @Test func whatSinkReturnsLetsGoOfBothClosures() {
    let subject = PassthroughSubject<Int, Never>()
    var kept: [AnyCancellable] = []
    #expect(
      leaks { detector in
        let (one, two) = (detector.watch(Thing(), "ended"), detector.watch(Thing(), "cancelled"))
        kept = [one, two].map { thing in
          subject.sink(receiveCompletion: { _ in thing.number = -1 }, receiveValue: { thing.number += $0 })
        }
        kept[1].cancel()
        subject.send(completion: .finished)
      } == [])
    #expect(kept.count == 2)
  }

  @Test func assignKeepsItsObjectUntilTheEnd() {
    let subject = PassthroughSubject<Int, Never>()
    weak var remains: Thing?
    var cancellable: AnyCancellable?
    do {
      let thing = Thing()
      remains = thing
      cancellable = subject.assign(to: \.number, on: thing)
    }
    subject.send(1)
    #expect(remains?.number == 1)
    subject.send(completion: .finished)
    #expect(remains == nil)
    cancellable?.cancel()
  }

  @Test func aCancellableCancelsOnceAlsoFromInsideItself() {
    var count = 0
    var cancellable: AnyCancellable?
    cancellable = AnyCancellable {
      count += 1
      cancellable?.cancel()
      cancellable = nil
    }
    cancellable?.cancel()
    #expect(count == 1)
    cancellable = AnyCancellable { count += 1 }
    cancellable = nil
    #expect(count == 2)
    var list = [AnyCancellable {}]
    AnyCancellable { count += 1 }.store(in: &list)
    list.removeAll()
    #expect(count == 3)
  }

  @Test func demandIsCodedAndNeverOverflows() throws {
    typealias Demand = Subscribers.Demand
    for demand in [Demand.none, .max(3), .unlimited] {
      #expect(try JSONDecoder().decode(Demand.self, from: JSONEncoder().encode(demand)) == demand)
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Demand.self, from: Data("\(UInt.max)".utf8)) }
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
    #expect(Demand.max(1) - .max(2) == .none)
    #expect(Demand.unlimited - .max(5) == .unlimited && Demand.unlimited + .max(5) == .unlimited)
    #expect(Demand.max(5) - .unlimited == .none)
  }

  @Test func identifiersAreUnique() {
    #expect(Set((0..<100).map { _ in CombineIdentifier() }).count == 100)
    let thing = Thing()
    #expect(CombineIdentifier(thing) == CombineIdentifier(thing))
    let (one, two) = (Subscribers.Sink<Int, Never>.nothing, Subscribers.Sink<Int, Never>.nothing)
    #expect(one.combineIdentifier != two.combineIdentifier)
  }

  @Test func `a negative demand is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
  }
}

extension Subscribers.Sink where Input == Int, Failure == Never {
  fileprivate static var nothing: Subscribers.Sink<Int, Never> {
    .init(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
