import Foundation
import Streams
import StreamsTesting
import Testing

/// What is made how often, and when.
@Suite struct MakingTests {
  @Test func aFutureRunsOnceWhenItIsMadeAndKeepsTheFirstPromise() {
    var runs = 0
    let future = Future<Int, Oops> { promise in
      runs += 1
      promise(.success(1))
      promise(.success(2))
      promise(.failure(Oops()))
    }
    #expect(runs == 1)
    for _ in 1...2 { #expect(future.record().history == ["subscription: Future", "value: 1", "finished"]) }
    #expect(runs == 1)
    let late = future.record(demand: .none)
    #expect(late.history == ["subscription: Future"])
    late.request(.max(1))
    #expect(late.values == [1])
    #expect(Future<Int, Oops> { $0(.failure(Oops())) }.record(demand: .none).completion == .failure(Oops()))
  }

  @Test func aDeferredMakesAPublisherForEachSubscriber() {
    var made = 0
    let publisher = Deferred {
      made += 1
      return Just(made)
    }
    #expect(made == 0)
    #expect(publisher.record().values == [1])
    #expect(publisher.record().values == [2])
  }

  @Test func noElementIsComputedTwiceAndTheEndComesRightAfterTheLast() {
    var computed: [Int] = []
    let elements = (1...3).lazy.map { number -> Int in
      computed.append(number)
      return number
    }
    let recorder = elements.publisher.record(demand: .max(2))
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.completion == .finished)
    #expect(computed == [1, 2, 3])
    #expect([Int]().publisher.record(demand: .none).completion == .finished)
  }

  @Test func aMulticastMakesOneSubjectAtTheFirstSubscription() {
    var made = 0
    let source = ProbePublisher<Int, Never>()
    let shared = source.multicast { () -> PassthroughSubject<Int, Never> in
      made += 1
      return PassthroughSubject()
    }
    #expect(made == 0)
    let recorders = [shared.record(), shared.record()]
    #expect(made == 1)
    #expect(source.events == [])
    let connection = shared.connect()
    source.send(1)
    #expect(recorders.map(\.values) == [[1], [1]])
    connection.cancel()
    source.send(2)
    #expect(recorders.map(\.values) == [[1], [1]])
    #expect(source.events == [.subscribe, .request(.unlimited), .cancel])
    #expect(made == 1)
  }

  private struct Point: Codable, Equatable { var x = 1 }

  @Test func codersPassValuesOnAndFailWhereTheyThrow() throws {
    let encoded = try #require(Just(Point()).encode(encoder: JSONEncoder()).record().values.first)
    #expect(Just(encoded).decode(type: Point.self, decoder: JSONDecoder()).record().values == [Point()])
    let list = try #require(Just([1]).encode(encoder: PropertyListEncoder()).record().values.first)
    #expect(Just(list).decode(type: [Int].self, decoder: PropertyListDecoder()).record().values == [[1]])
    let source = ProbePublisher<Data, Never>()
    let recorder = source.decode(type: Point.self, decoder: JSONDecoder()).record()
    source.send(Data("{".utf8))
    #expect(recorder.history.count == 2)
    guard case .failure(let error) = recorder.completion else {
      Issue.record("\(recorder.history)")
      return
    }
    #expect(error is DecodingError)
    #expect(source.events == [.subscribe, .request(.unlimited), .cancel])
  }
}
